"""Panels: problems, rules, exclusions."""
