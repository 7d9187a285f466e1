"""Ports: their names, positions and parts, and which lanes are taken."""
