"""Runs the rules and reports their findings."""
