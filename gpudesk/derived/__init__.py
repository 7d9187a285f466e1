"""Figures computed from a snapshot: the only place where a total is computed."""
