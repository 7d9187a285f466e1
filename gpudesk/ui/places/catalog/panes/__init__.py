"""Catalog: panes."""
