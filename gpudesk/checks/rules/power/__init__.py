"""Rules on power."""
