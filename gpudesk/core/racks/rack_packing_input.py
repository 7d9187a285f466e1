"""What filling racks asks and answers: kinds, racks, what stands there, the lines of the list, the rules, and where everything goes."""

from dataclasses import dataclass, field
from enum import IntEnum

from gpudesk.core.racks.placement import Mask, Placed, Reals
from gpudesk.core.racks.rack_packing_terms import Band, Bounds, Refusal
from gpudesk.core.values.columns import Array, Ids


class Serving(IntEnum):
    """What a switch serves: it stands near the middle of that."""

    HALL = 0
    """All devices of its hall (rail-optimised fabrics, where every leaf reaches every system)."""
    ROW = 1
    """The devices of one row; rows get switches by what stands in them."""
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
    """So many devices of one kind.

    Attributes:
        kind: its place in `Kinds`.
        face: the face to mount them on, None for the one that suits their air.
        each_rack: `count` of them in every rack that something of another line comes into, those already there included.
        most_in_rack: no rack gets more of this line.
        pairs: the first and second, third and fourth … never share a rack.
        phase: the build phase; racks built later do not take them. None for that of the rack.
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
        bounds: what holds in every rack.
        heavy_low: the heaviest go first and so to the bottom; else the order of the list decides.
        group_roles: devices of one role stand together, roles with heavier devices below.
        network_height: 0 for the bottom of the rack to 1 for its top: where switches stand.
        network_racks: switches and what belongs on top have racks of their own, in the middle of the others.
        clearance_mm: free depth behind what has plugs at its rear; 0 to ignore it.
        spare_racks: so many of the empty racks stay empty, the last ones.
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
    """The types in play, one array element each, shape (kinds,); NaN where something is not known.

    Attributes:
        behind_mm: the depth up to its plugs where it has some at its rear, NaN where nothing needs room behind it.
        feed: 0 for what only draws power, else which kind of feed it is (PDUs, power shelves); all of one kind in a rack carry it together.
        carries_w: what a feed carries, infinite where nobody says.
        air: 1 if its air runs from its front to its rear, −1 the other way, else 0.
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
    """The racks to fill in the order in which they are filled, one array element each, shape (racks,); NaN where something is not known.

    Attributes:
        x_mm, y_mm: the middle of each on the floor of its hall.
        row: which row it stands in, ABSENT for none.
        contents_kg, power_w: of what stands in it.
        bears_kg, floor_kg: the most that its devices may weigh for the rack, and for the floor under it (infinite where nobody says).
        power_limit_w: the most that the site gives it (infinite where nobody says).
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
    """What stands in these racks already, and what is reserved there.

    Attributes:
        placed: its devices; `rack` is the place in `Racks`.
        kind: the place of each in `Kinds`, ABSENT for other types, shape (n,).
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
        used_half_units, contents_kg, power_w, power_most_w: of each rack afterwards, shape (racks,).
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
