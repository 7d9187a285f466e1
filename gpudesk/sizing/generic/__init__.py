"""Work that no model describes."""
