"""Pathways for cables, the routes through them, and how full they are."""
