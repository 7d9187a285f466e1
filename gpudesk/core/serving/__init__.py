"""Serving a model: memory, speed and load."""
