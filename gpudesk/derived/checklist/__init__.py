"""Plan data for a checklist: the targets of its items, and the values for their evaluation."""
