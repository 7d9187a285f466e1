"""Rules on the plan itself, and on names."""
