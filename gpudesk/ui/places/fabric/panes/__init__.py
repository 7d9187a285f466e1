"""Fabric: panes."""
