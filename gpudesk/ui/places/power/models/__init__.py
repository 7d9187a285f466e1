"""Power and cooling: models."""
