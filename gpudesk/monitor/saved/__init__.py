"""Saved listings: what nvidia-smi or an exporter gave, in a file or pasted."""
