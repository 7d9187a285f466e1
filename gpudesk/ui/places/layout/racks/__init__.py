"""Racks."""
