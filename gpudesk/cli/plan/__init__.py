"""Workloads on GPUs of a project: build, share, stock, launch files."""
