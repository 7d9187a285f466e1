"""Fabric: models."""
