"""Racks: panes."""
