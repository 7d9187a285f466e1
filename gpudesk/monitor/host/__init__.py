"""System data of this machine: processors, processes, adapters."""
