"""Measures the budgets of the program: `python -m benchmarks`."""
