"""The window, its commands, and what belongs to no place: canvases."""
