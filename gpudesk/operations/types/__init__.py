"""The types of hardware that a project uses."""
