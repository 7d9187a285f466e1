"""Catalog: canvases."""
