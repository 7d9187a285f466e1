"""Halls: positions of racks and other bodies, clearance, and delivery routes."""
