"""On site."""
