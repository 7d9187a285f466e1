"""Sizing, fit, and measurements."""
