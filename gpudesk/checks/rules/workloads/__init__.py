"""Rules on workloads and workstations."""
