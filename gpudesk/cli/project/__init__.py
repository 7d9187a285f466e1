"""Project files: make, check, fix, compare, exchange, recover."""
