"""Devices in racks, and units kept free."""
