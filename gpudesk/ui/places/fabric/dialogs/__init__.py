"""Fabric: dialogs."""
