"""Definition of a rule, and the project data that rules read."""
