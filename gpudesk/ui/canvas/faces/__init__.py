"""The fronts and rears of devices, drawn from the port templates and elements of their types."""
