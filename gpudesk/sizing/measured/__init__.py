"""Measurements of this site beside estimates."""
