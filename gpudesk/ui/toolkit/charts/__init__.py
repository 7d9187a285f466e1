"""Charts and small pictures."""
