"""The project for whoever decides: summary, bill of materials, measured workloads."""
