"""Widgets, styles and helpers that know no project."""
