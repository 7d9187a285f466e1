"""Power and cooling."""
