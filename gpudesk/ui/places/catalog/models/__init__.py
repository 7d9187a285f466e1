"""Catalog: models."""
