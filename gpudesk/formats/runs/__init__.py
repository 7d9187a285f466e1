"""Runs of models: logs, load tests, profiles and traces."""
