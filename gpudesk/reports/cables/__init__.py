"""Cables: labels, cut sheets, schedules, work order."""
