"""Text for and from other programs, files that are written, and reading in a process of its own."""
