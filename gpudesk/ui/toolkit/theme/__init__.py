"""The theme in force: its colors, sizes and fonts."""
