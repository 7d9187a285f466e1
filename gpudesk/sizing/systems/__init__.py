"""From GPUs to systems, racks and switches."""
