"""Work on site: checklists, open points, handover book, as built."""
