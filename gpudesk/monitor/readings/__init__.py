"""Readings: metrics, sources, rates, clocks."""
