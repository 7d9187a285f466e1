"""Files and folders that a person names: what lies at a path, and writing a file whole or not at all."""
