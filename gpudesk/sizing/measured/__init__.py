"""Measurements of this site compared with estimates."""
