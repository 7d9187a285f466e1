"""Catalog: dialogs."""
