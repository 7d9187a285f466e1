"""Racks: canvases."""
