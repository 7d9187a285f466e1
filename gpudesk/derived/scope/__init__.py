"""Parts of a project: where devices are, halls, racks, phases, and how many of each type."""
