"""Electricity from the source to the supplies of devices."""
