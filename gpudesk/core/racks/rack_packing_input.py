"""Input and output of rack filling: kinds, racks, existing devices, the lines of the list, the rules, and the positions."""

from dataclasses import dataclass, field
from enum import IntEnum

from gpudesk.core.racks.placement import Mask, Placed, Reals
from gpudesk.core.racks.rack_packing_terms import Band, Bounds, Refusal
from gpudesk.core.values.columns import Array, Ids


class Serving(IntEnum):
    """Devices served by a switch: the switch is placed near their center."""

    HALL = 0
    """All devices of its hall (rail-optimized fabrics, where every leaf reaches every system)."""
    ROW = 1
    """The devices of one row; rows get switches according to their contents."""
    SHARE = 2
    """Its own share of the devices, in the order of the racks (a switch at the top of each rack)."""


class Fill(IntEnum):
    """In which order racks are filled."""

    FULL = 0
    """One rack after the other."""
    EVEN = 1
    """Every rack gets one device, of whichever line, before any gets two."""


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of device and the number of devices.

    Attributes:
        kind: its index in `Kinds`.
        face: the face to mount them on, None for the one that suits their airflow.
        each_rack: `count` of them in every rack that receives a device of another line, including existing ones.
        most_in_rack: maximum number of this line in a rack.
        pairs: the first and second, third and fourth … never share a rack.
        phase: the build phase; racks built later do not accept them. None for that of the rack.
    """

    kind: int
    count: int
    role: str = ""
    band: Band = Band.LOW
    face: int | None = None
    each_rack: bool = False
    most_in_rack: int | None = None
    pairs: bool = False
    phase: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """How racks are filled.

    Attributes:
        bounds: the limits of every rack.
        heavy_low: the heaviest are placed first and therefore at the bottom; else list order decides.
        group_roles: devices of one role are placed together, roles with heavier devices below.
        network_height: 0 for the bottom of the rack to 1 for its top: position of switches.
        network_racks: switches and other top devices have separate racks, in the middle of the others.
        clearance_mm: free depth behind devices with rear connectors; 0 to ignore it.
        spare_racks: number of empty racks that stay empty, the last ones.
    """

    bounds: Bounds = field(default_factory=Bounds)
    fill: Fill = Fill.FULL
    serving: Serving = Serving.HALL
    heavy_low: bool = True
    group_roles: bool = True
    network_height: float = 1.0
    network_racks: bool = False
    clearance_mm: float = 0.0
    measure_depth: bool = True
    spare_racks: int = 0


@dataclass(frozen=True, slots=True)
class Kinds:
    """The types involved, one array element each, shape (kinds,); NaN for unknown values.

    Attributes:
        behind_mm: the depth up to its rear connectors, NaN where no space is needed behind it.
        feed: 0 for loads, else the kind of feed (PDUs, power shelves); all of one kind in a rack share the load.
        carries_w: capacity of a feed, infinite if not stated.
        air: 1 if its air flows from front to rear, −1 the other way, else 0.
    """

    mount: Ids
    half_units: Ids
    half_wide: Mask
    height_mm: Reals
    depth_mm: Reals
    behind_mm: Reals
    rail_width_inch: Reals
    rail_min_mm: Reals
    rail_max_mm: Reals
    weight_kg: Reals
    needs_lift: Mask
    power_w: Reals
    feed: Ids
    carries_w: Reals
    air: Ids


@dataclass(frozen=True, slots=True)
class Racks:
    """The racks to fill, in filling order, one array element each, shape (racks,); NaN for unknown values.

    Attributes:
        x_mm, y_mm: the center of each on the floor of its hall.
        row: its row, ABSENT for none.
        contents_kg, power_w: of its existing devices.
        bears_kg, floor_kg: maximum mass of its devices for the rack, and for the floor under it (infinite if not stated).
        power_limit_w: maximum power allowed by the site (infinite if not stated).
    """

    half_units: Ids
    pitch_mm: Reals
    rail_width_inch: Reals
    usable_depth_mm: Reals
    rail_depth_mm: Reals
    zero_u_per_side: Ids
    phase: Ids
    hall: Ids
    row: Ids
    x_mm: Reals
    y_mm: Reals
    contents_kg: Reals
    bears_kg: Reals
    floor_kg: Reals
    power_w: Reals
    power_limit_w: Reals


@dataclass(frozen=True, slots=True)
class Standing:
    """Existing devices and reservations in these racks.

    Attributes:
        placed: the devices; `rack` is the index in `Racks`.
        kind: the index of each in `Kinds`, ABSENT for other types, shape (n,).
        role, band: of each device, shape (n,).
        reserved_rack, reserved_low, reserved_high, reserved_face: shape (reservations,).
    """

    placed: Placed
    kind: Ids
    air: Ids
    feed: Ids
    carries_w: Reals
    role: Array
    band: Ids
    reserved_rack: Ids
    reserved_low: Ids
    reserved_high: Ids
    reserved_face: Ids


@dataclass(frozen=True, slots=True)
class Unplaced:
    """`count` devices of a line that fit nowhere: what kept them out of the rack that came nearest (None without any rack)."""

    line: int
    count: int
    rack: int | None
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Filled:
    """Where devices go; arrays of shape (placed,), line by line in the order of the list.

    Attributes:
        number: which of its line each is, from 0; devices for each rack count on.
        rack: its place in `Racks`.
        low, face, side: as in `Placed`.
        used_half_units, contents_kg, power_w, power_most_w: of each rack afterward, shape (racks,).
    """

    line: Ids
    number: Ids
    rack: Ids
    low: Ids
    face: Ids
    side: Ids
    unplaced: tuple[Unplaced, ...]
    used_half_units: Ids
    contents_kg: Reals
    power_w: Reals
    power_most_w: Reals
