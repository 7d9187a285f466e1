"""What a plan says to a checklist: the targets of its items, and the values by which they are judged."""
