"""The parts of the window in which some shortcuts work only."""

CANVAS = "canvas"
PROBLEMS = "problems"
CATALOG = "catalog"
FLOOR = "floor"
