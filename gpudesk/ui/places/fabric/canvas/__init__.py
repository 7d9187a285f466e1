"""Fabric: canvases."""
