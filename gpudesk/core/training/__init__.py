"""Training a model: memory and speed."""
