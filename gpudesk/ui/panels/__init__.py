"""What is shown around the places, and what several of them show."""
