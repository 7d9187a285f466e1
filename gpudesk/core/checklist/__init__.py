"""Checklists that are generated from a plan: items, what evaluates a recorded value, states of items, and the log."""
