"""Size: panes."""
