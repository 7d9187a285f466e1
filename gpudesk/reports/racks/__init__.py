"""Racks: elevations and worklists."""
