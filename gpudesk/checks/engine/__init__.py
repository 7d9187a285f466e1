"""Runs the rules, and reports what they find."""
