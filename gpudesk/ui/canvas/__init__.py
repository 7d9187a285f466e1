"""Big drawings: one widget each, painted from numpy arrays by layers, with a camera, culling and levels of detail."""
