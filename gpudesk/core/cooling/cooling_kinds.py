"""What cooling is made of: units that move heat, and carriers that hold it."""

from collections.abc import Callable, Mapping
from enum import IntEnum


class CoolingKind(IntEnum):
    """The kind of a cooling node, as encoded in the project file."""

    CRAH = 0
    """An air handler with a coil of chilled water, a fan wall as well."""
    CRAC = 1
    """An air conditioner with its own compressor."""
    IN_ROW = 2
    REAR_DOOR = 3
    """It takes the heat of one rack before it reaches the room."""
    CDU = 4
    PUMP = 5
    CHILLER = 6
    DRY_COOLER = 7
    TOWER = 8
    AIR = 9
    """The air that some units blow and some places draw: of a room, of a row."""
    TECHNOLOGY_LOOP = 10
    """The liquid that passes through racks and devices."""
    FACILITY_LOOP = 11
    """The water of the building."""


class Redundancy(IntEnum):
    """The number of failures a carrier must tolerate, as encoded in the project file."""

    NONE = 0
    ONE_SPARE = 1
    TWO_SPARE = 2
    TWO_SIDES = 3


REDUNDANCY_NAMES: Mapping[Redundancy, str] = {
    Redundancy.NONE: "N",
    Redundancy.ONE_SPARE: "N+1",
    Redundancy.TWO_SPARE: "N+2",
    Redundancy.TWO_SIDES: "2N",
}
"""The same in every language."""
CARRIERS = (CoolingKind.AIR, CoolingKind.TECHNOLOGY_LOOP, CoolingKind.FACILITY_LOOP)
"""The kinds that carry heat; all others move it."""
LOOPS = (CoolingKind.TECHNOLOGY_LOOP, CoolingKind.FACILITY_LOOP)
AIR_UNITS = (CoolingKind.CRAH, CoolingKind.CRAC, CoolingKind.IN_ROW)
"""What blows into air that places draw."""
IN_AIR = (*AIR_UNITS, CoolingKind.REAR_DOOR)
"""What takes heat from air that it moves: less of it where the air is thin."""
SOURCES = (CoolingKind.CHILLER, CoolingKind.DRY_COOLER, CoolingKind.TOWER)
SERVES = (CoolingKind.AIR, CoolingKind.TECHNOLOGY_LOOP)
"""The carriers that reach racks and devices."""
SUPPLIES: Mapping[CoolingKind, tuple[CoolingKind, ...]] = {
    **dict.fromkeys(AIR_UNITS, (CoolingKind.AIR,)),
    CoolingKind.CDU: (CoolingKind.TECHNOLOGY_LOOP,),
    CoolingKind.PUMP: LOOPS,
    **dict.fromkeys(SOURCES, (CoolingKind.FACILITY_LOOP,)),
}
"""Which carriers a unit may give cold to."""
TAKES_FROM: Mapping[CoolingKind, tuple[CoolingKind, ...]] = {
    CoolingKind.CRAH: LOOPS,
    CoolingKind.CRAC: (CoolingKind.FACILITY_LOOP,),
    CoolingKind.IN_ROW: LOOPS,
    CoolingKind.REAR_DOOR: LOOPS,
    CoolingKind.CDU: (CoolingKind.FACILITY_LOOP, CoolingKind.AIR),
    CoolingKind.CHILLER: (CoolingKind.FACILITY_LOOP,),
}
"""From which carriers a unit may take it: a CDU without facility water gives its heat to the room."""
USUAL_NAMES: Mapping[CoolingKind, str] = {
    CoolingKind.CRAH: "CRAH ",
    CoolingKind.CRAC: "CRAC ",
    CoolingKind.IN_ROW: "In-row ",
    CoolingKind.REAR_DOOR: "Rear door ",
    CoolingKind.CDU: "CDU ",
    CoolingKind.PUMP: "Pump ",
    CoolingKind.CHILLER: "Chiller ",
    CoolingKind.DRY_COOLER: "Dry cooler ",
    CoolingKind.TOWER: "Tower ",
    CoolingKind.AIR: "Air ",
    CoolingKind.TECHNOLOGY_LOOP: "Loop ",
    CoolingKind.FACILITY_LOOP: "Facility water ",
}
"""What new nodes are called, before their number."""
KIND_NAMES = tuple(kind.name.lower() for kind in CoolingKind)
"""The token for each kind in the command line and files."""


def feeds_itself(node: int, above: int | None, nexts_of: Callable[[int], tuple[int | None, ...]]) -> bool:
    """Whether a connection to `above` would make a node cool itself.

    Args:
        nexts_of: the nodes that cool a node: for a unit its supply, for a carrier the units that supply it.
    """
    waiting, seen = [above], set[int]()
    while waiting:
        here = waiting.pop()
        if here is None or here in seen:
            continue
        if here == node:
            return True
        seen.add(here)
        waiting.extend(nexts_of(here))
    return False
