"""The docks around the canvas: catalog, problems, history."""
