"""Catalog of equipment to purchase or rent: the shipped catalog, the user's own entries, and search."""
