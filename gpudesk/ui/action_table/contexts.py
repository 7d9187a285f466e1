"""The parts of the window in which some shortcuts work only."""

CANVAS = "canvas"
PROBLEMS = "problems"
CATALOG = "catalog"
"""Where types are chosen or read."""
CATALOG_PLACE = "catalog place"
"""All of the catalog, its fields too."""
FLOOR = "floor"
