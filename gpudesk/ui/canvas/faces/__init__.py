"""The fronts and rears of devices, drawn by us from the port templates and elements of their types."""
