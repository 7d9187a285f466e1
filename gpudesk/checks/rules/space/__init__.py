"""Rules on space: racks, devices, bays, aisles."""
