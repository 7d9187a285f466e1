"""Monitor: models."""
