"""Workloads of a project and what was measured of them."""
