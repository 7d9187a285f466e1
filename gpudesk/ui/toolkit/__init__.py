"""Widgets, styles and helpers without knowledge of projects."""
