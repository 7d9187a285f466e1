"""Size: docks."""
