"""What can be bought or run: the shipped catalog, the user's own entries, search."""
