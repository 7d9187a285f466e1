"""Devices in racks: placement, bays, trays, mass and units."""
