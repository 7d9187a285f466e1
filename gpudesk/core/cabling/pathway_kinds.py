"""What ways for cables are."""

from enum import IntEnum


class PathwayKind(IntEnum):
    """The kind of a pathway, as encoded in the project file."""

    TRAY = 0
    LADDER = 1
    BASKET = 2
    CONDUIT = 3
    RISER = 4
    DUCT = 5
