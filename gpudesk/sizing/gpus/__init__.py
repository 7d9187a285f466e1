"""GPUs, their slices, costs and drivers."""
