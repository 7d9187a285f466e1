"""The frame of the window: what a place is, and what places may ask of the window that shows them."""
