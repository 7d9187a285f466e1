"""Racks: docks."""
