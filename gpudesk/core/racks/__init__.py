"""Devices in racks: placement, filling, weight and lifting."""
