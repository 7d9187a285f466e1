"""Halls: floor plan, summary, power schedule."""
