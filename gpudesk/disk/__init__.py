"""Files and folders specified by a user: inspecting a path, and atomic file writes."""
