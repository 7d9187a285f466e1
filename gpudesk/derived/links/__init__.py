"""Links from end to end: what they are made of, and the verdict on each."""
