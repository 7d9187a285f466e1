"""Power and cooling: docks."""
