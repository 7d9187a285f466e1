"""Recordings: their file, roll-ups, curves for plots, replay."""
