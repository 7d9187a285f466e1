"""Models: configurations and headers of weight files."""
