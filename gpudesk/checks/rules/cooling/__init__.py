"""Rules on cooling."""
