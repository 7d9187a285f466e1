"""Commands that need the interface."""
