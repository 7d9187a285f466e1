"""Cooling: heat, heat removal, and the cooling of each place."""
