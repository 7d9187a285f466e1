"""From a workload to ranked plans, each with its working. Nothing here writes to a project."""
