"""Halls: aisles, clearances, rows, and what floors carry."""
