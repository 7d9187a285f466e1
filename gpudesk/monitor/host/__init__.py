"""What the system says of this machine: processors, processes, adapters."""
