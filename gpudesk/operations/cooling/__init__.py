"""Cooling: units, what they cool, proposals."""
