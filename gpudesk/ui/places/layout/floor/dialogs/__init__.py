"""The floor: dialogs."""
