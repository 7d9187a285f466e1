"""Execution of work: progress and cancellation, garbage collection, and the panes that can be drawn without a screen."""
