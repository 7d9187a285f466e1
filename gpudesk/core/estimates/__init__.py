"""Figures with a range: estimates, and constants that are fitted to measurements."""
