"""Catalog: docks."""
