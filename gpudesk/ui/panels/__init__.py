"""Panels around the places, and parts shared by several of them."""
