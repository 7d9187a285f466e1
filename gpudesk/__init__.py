"""GPU Desk: plan, size, build and watch GPU clusters from one project file."""

__version__ = "0.1.0.dev0"
