"""Panels: the differences between two states of a project."""
