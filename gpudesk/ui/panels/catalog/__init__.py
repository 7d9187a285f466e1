"""Panels: the catalog as a list, and the rows, cards and pictures of its types."""
