"""Monitor: docks."""
