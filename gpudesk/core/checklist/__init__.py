"""Checklists that are generated from a plan: items, what judges a recorded value, states of items, and the log."""
