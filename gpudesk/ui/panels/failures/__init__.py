"""Panels: a failure that is tried, in every drawing."""
