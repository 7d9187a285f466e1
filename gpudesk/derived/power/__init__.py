"""The power network: loads, limits, redundancy, losses."""
