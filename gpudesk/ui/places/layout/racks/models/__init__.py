"""Racks: models."""
