"""Power and cooling: dialogs."""
