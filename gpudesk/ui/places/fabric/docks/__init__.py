"""Fabric: docks."""
