"""The frame of the window: the definition of a place, and the services of the window for places."""
