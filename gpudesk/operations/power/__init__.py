"""Power: nodes, feeds, cords, wiring."""
