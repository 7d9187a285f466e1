"""The places of the window: one folder for each entry of the rail."""
