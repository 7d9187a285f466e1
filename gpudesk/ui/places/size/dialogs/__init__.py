"""Size: dialogs."""
