"""Cost and the bill of materials."""
