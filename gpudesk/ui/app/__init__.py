"""The window, its commands, and parts that belong to no place."""
