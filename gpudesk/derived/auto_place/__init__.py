"""Placement of a list of devices by rule: the result, and the reasons for devices that were not placed."""
