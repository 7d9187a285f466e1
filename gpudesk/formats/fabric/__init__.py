"""Fabrics: listings of tools, topologies and address files."""
