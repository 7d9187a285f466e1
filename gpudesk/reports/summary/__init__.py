"""The project for decision makers: summary, bill of materials, measured workloads."""
