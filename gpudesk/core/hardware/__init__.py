"""Hardware types: what a catalog entry holds, and how it is read."""
