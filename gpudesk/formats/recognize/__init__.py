"""Recognition of files and pasted texts."""
