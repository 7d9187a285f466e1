"""Panels: the inspector, with a form for each table."""
