"""Power and cooling: panes."""
