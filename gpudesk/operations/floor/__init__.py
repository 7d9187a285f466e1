"""Halls, rows, racks and what is on the floor."""
