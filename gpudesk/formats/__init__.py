"""Foreign file formats: bytes to records and records to bytes, one module a format. Nothing here writes to a project or a catalog."""
