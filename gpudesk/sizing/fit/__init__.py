"""What fits on GPUs that are there."""
