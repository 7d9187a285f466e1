"""Halls, rows, racks and objects on the floor."""
