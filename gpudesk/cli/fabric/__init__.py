"""Cables, fabrics, names and addresses."""
