"""What a file or a pasted text is."""
