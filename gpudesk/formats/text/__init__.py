"""Text for and from other programs, file output, and reading in a separate process."""
