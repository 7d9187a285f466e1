"""Work on site."""
