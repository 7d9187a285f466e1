"""Cabling a project: media, panels, labels, tables and orders of work."""
