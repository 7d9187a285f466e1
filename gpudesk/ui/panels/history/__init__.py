"""Panels: the steps of a project."""
