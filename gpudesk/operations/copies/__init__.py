"""Copies of racks, devices and floors, with their cables, cooling and power."""
