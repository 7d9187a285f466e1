"""Files that launch a workload."""
