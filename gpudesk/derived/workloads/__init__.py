"""Workloads of a project and their measurements."""
