"""Models and the formats of their weights."""
