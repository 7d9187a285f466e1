"""The project: settings, versions, remarks, workloads, fixes of findings."""
