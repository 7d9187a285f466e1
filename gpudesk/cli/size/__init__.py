"""Sizing, what fits, and what was measured."""
