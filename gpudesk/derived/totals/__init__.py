"""Totals of a project, and two states side by side."""
