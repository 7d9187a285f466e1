"""Monitor: panes."""
