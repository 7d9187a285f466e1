"""The floor: canvases."""
