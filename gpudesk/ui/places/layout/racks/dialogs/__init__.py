"""Racks: dialogs."""
