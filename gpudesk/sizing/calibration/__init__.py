"""Published measurements, and constants fitted to them."""
