"""Power and cooling: canvases."""
