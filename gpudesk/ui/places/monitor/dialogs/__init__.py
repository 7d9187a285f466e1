"""Monitor: dialogs."""
