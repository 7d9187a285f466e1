"""The floor: docks."""
