"""Monitoring, recording and evaluating GPUs."""
