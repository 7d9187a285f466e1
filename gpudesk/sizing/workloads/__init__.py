"""The workloads that a project keeps."""
