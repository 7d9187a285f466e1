"""Rules on weight."""
