"""Cooling: heat, what carries it away, and what each place is cooled by."""
