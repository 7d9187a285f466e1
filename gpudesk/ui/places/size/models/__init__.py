"""Size: models."""
