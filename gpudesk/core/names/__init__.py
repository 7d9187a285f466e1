"""Names of objects: patterns and ranges that make them, valid ones, and how long texts may be."""
