"""The exit codes of every command."""

DONE = 0
DEFECT = 1
"""Our own mistake; a report was written."""
WRONG_USE = 2
UNREADABLE = 3
"""Input that cannot be read, is invalid, or is locked by somebody else."""
FOUND = 5
"""Findings or differences at or above the requested severity."""
STOPPED = 130
"""Stopped from the keyboard: 128 and the number of the signal, as shells count."""
