"""Panels: what parts of a project are called, in the person's language."""
