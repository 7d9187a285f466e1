"""Panels: what is different between two states of a project."""
