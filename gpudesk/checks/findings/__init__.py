"""Findings, and their fixes."""
