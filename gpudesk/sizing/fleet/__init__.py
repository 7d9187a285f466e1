"""Several workloads on one fleet of GPUs."""
