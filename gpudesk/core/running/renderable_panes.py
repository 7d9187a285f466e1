"""The panes that can be drawn without a screen, by name: used by the command line and the interface."""

from collections.abc import Mapping

WINDOWS: Mapping[str, str] = {
    "home": "home",
    "size": "size",
    "size-memory": "size",
    "size-pareto": "size",
    "size-roofline": "size",
    "size-step": "size",
    "size-cost": "size",
    "size-own-or-rent": "size",
    "size-sensitivity": "size",
    "size-caps": "size",
    "floor": "floor",
    "plan": "floor",
    "rack": "rack",
    "elevation": "rack",
    "fabric": "fabric",
    "topology": "fabric",
    "power": "power",
    "power-one-line": "power",
    "catalog": "catalog",
    "onsite": "onsite",
    "monitor": "monitor",
    "monitor-focus": "monitor",
}
"""The place of each pane. A pane named like its place is the whole window, any other only the picture."""
PANES = tuple(WINDOWS)
READINGS = frozenset({"monitor", "monitor-focus"})
"""Panes of a recording of the monitor or a listing of nvidia-smi; all others but Home are of a project."""
FORMATS = (".png", ".svg", ".pdf")
