"""The floor: panes."""
