"""Hardware types: the content of a catalog entry, and its parsing."""
