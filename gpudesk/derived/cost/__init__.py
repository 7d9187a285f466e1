"""Bill of materials, stock and cost."""
