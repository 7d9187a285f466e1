"""Plain values and columns: what every other folder computes with."""
