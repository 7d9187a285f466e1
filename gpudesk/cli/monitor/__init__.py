"""Watching, recording and judging GPUs."""
