"""What devices draw, by the names of powers."""
