"""Links from end to end: their components, and the verdict on each."""
