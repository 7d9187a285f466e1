"""Halls: where racks and other bodies stand, clearance, and the way of a delivery."""
