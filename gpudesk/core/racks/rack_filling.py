"""One rack while it is being filled: its occupied units, its contents, and the position of the next device.

The rules are those of `core.racks.placement`: devices in the same units collide on one face, and on opposite faces where their
depths together
exceed the rack depth. Units are stored as bits of integers, half unit 0 in the lowest bit, so that a position is found in a few
steps instead of one comparison for each device and height.
"""

from math import ceil, inf, isfinite

from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.core.racks.rack_packing_terms import Band, Bounds, Kind, Limit, Refusal, Spot
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.rack_unit_mask import EVEN, longest_run, lowest, span_bits, starts


class Rack:
    """The state of one rack.

    Args:
        half_units: its height.
        usable_depth_mm: depth shared by front and rear devices; infinity if unknown, which excludes deep devices of unknown depth.
        bears_kg, floor_kg: maximum mass of its devices for the rack and for the floor under it.
        power_limit_w: maximum power allowed by the site.
    """

    __slots__ = (
        "airs",
        "bears_kg",
        "beside",
        "carried",
        "contents_kg",
        "floor_kg",
        "half_units",
        "held",
        "opened",
        "own",
        "per_side",
        "pitch_mm",
        "power_limit_w",
        "power_w",
        "reserved",
        "roles",
        "switches",
        "taken",
        "usable_mm",
    )

    def __init__(
        self,
        half_units: int,
        pitch_mm: float,
        usable_depth_mm: float,
        per_side: int,
        contents_kg: float,
        bears_kg: float,
        floor_kg: float,
        power_w: float,
        power_limit_w: float,
    ) -> None:
        self.half_units = half_units
        self.pitch_mm = pitch_mm
        self.usable_mm = usable_depth_mm
        self.per_side = per_side
        self.contents_kg, self.bears_kg, self.floor_kg = contents_kg, bears_kg, floor_kg
        self.power_w, self.power_limit_w = power_w, power_limit_w
        self.carried: list[tuple[int, float]] = []
        """Feed and power of the devices that supply the others."""
        self.own: dict[tuple[int, float], tuple[int, int]] = {}
        """(face, depth) → the occupied bits in the left and right half, seen from the front."""
        self.reserved = [0, 0]
        self.taken = 0
        self.beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """(face, side) → the spans of the devices at the side of the rack units."""
        self.airs: set[int] = set()
        self.roles: set[str] = set()
        self.switches = False
        self.held: dict[int, int] = {}
        """Place of a kind → how many of it are here."""
        self.opened = False

    def copy(self) -> "Rack":
        """A copy of the state, to return to."""
        other = object.__new__(Rack)
        for name in Rack.__slots__:
            setattr(other, name, getattr(self, name))
        other.carried = list(self.carried)
        other.own = dict(self.own)
        other.beside = {key: list(spans) for key, spans in self.beside.items()}
        other.airs, other.roles, other.held = set(self.airs), set(self.roles), dict(self.held)
        return other

    @property
    def empty(self) -> bool:
        """Whether its units are empty."""
        return not self.taken

    def reserve(self, low: int, high: int, face: int) -> None:
        """Keep half units free on a face or on both."""
        bits = self._bits(low, high)
        for rack_face in (Face.FRONT, Face.REAR):
            if face in (Face.BOTH, rack_face):
                self.reserved[rack_face] |= bits

    def hold(self, mount: int, low: int, high: int, face: int, side: int, depth_mm: float) -> None:
        """Occupy the space of an existing device."""
        if mount == Mount.ZERO_U:
            self.beside.setdefault((face, side), []).append((low, high))
            return
        if mount != Mount.UNITS:
            return
        bits = self._bits(low, high)
        left, right = self.own.get((face, depth_mm), (0, 0))
        half = _column(face, side)
        self.own[face, depth_mm] = (left | bits if half != 1 else left, right | bits if half != 0 else right)
        self.taken |= bits

    def count(self, kind: Kind, spot: Spot, role: str, band: Band) -> None:
        """Put a device at a position found by `spot_for`."""
        high = spot.low + (self.beside_height(kind) if kind.mount == Mount.ZERO_U else kind.half_units)
        self.hold(kind.mount, spot.low, high, spot.face, spot.side, kind.depth_mm)
        self.contents_kg += kind.weight_kg
        self.power_w += kind.power_w
        if kind.feed:
            self.carried.append((kind.feed, kind.carries_w))
        self.note_air(kind.air, spot.face)
        if band is Band.LOW and not kind.feed:
            self.roles.add(role)
        self.switches |= band is not Band.LOW
        self.held[kind.place] = self.held.get(kind.place, 0) + 1

    def _bits(self, low: int, high: int) -> int:
        """Half units of this rack; a damaged file may hold places far above it."""
        return span_bits(min(low, self.half_units), min(high, self.half_units))

    def note_air(self, air: int, face: int) -> None:
        """Record the airflow direction of a device here: 1 from the front of the rack to its rear."""
        if air:
            self.airs.add(air if face == Face.FRONT else -air)

    def power_most_w(self, bounds: Bounds) -> float:
        """Maximum power of the rack: the site limit, and the capacity of its PDUs when `feeds_lost` of them fail."""
        least = self.power_limit_w
        # What a power shelf gives has come through a PDU, so each kind has to carry everything.
        for feed in {feed for feed, _ in self.carried}:
            powers = sorted(power for pdu_feed, power in self.carried if pdu_feed == feed)
            # A rack with fewer PDUs than may fail was never meant to live through it.
            least = min(least, sum(powers[: max(1, len(powers) - bounds.feeds_lost)]))
        return least * bounds.power_share

    def beside_height(self, kind: Kind) -> int:
        """The half units next to a vertical device."""
        return max(1, ceil(2 * kind.height_mm / self.pitch_mm - 0.05)) if isfinite(kind.height_mm) else 1

    def spot_for(self, kind: Kind, band: Band, face: int | None, anchor: float, role: str, bounds: Bounds) -> Spot | Refusal:
        """Position for one more device, or the reason why it does not fit.

        Args:
            face: None for the face from which its air flows from the front of the rack to its rear.
            anchor: 0 for the bottom to 1 for the top: position of `Band.NETWORK`.
        """
        if kind.mount == Mount.ZERO_U:
            spot = self._beside(kind)
        elif kind.mount != Mount.UNITS:
            return Refusal(Limit.MOUNT)
        else:
            if face is None:
                face = Face.REAR if bounds.by_air and kind.air < 0 else Face.FRONT
            if refusal := self._against_air(kind, face, bounds):
                return refusal
            if bounds.roles_apart and band is Band.LOW and not kind.feed and self.roles - {role}:
                return Refusal(Limit.ROLE)
            spot = self._in_units(kind, band, face, anchor, bounds)
        if isinstance(spot, Refusal):
            return spot
        return self._too_much(kind, bounds) or spot

    def _against_air(self, kind: Kind, face: int, bounds: Bounds) -> Refusal | None:
        if not bounds.by_air or bounds.mix_air or not kind.air:
            return None
        way = kind.air if face == Face.FRONT else -kind.air
        return Refusal(Limit.AIR) if way < 0 or -way in self.airs else None

    def _too_much(self, kind: Kind, bounds: Bounds) -> Refusal | None:
        weight = self.contents_kg + kind.weight_kg
        if bounds.weigh and kind.weight_kg and weight > self.bears_kg:
            return Refusal(Limit.BEARS, weight, self.bears_kg)
        if bounds.weigh_floor and kind.weight_kg and weight > self.floor_kg:
            return Refusal(Limit.FLOOR, weight, self.floor_kg)
        if bounds.measure_power and kind.power_w:
            power, most = self.power_w + kind.power_w, self.power_most_w(bounds)
            if power > most:
                return Refusal(Limit.POWER, power, most)
        return None

    def _beside(self, kind: Kind) -> Spot | Refusal:
        """The lowest place on the side of the rear that holds less; the left one where both hold the same."""
        height = self.beside_height(kind)
        if height > self.half_units:
            return Refusal(Limit.HEIGHT, height, self.half_units)
        order = sorted((Side.LEFT, Side.RIGHT), key=lambda side: len(self.beside.get((Face.REAR, side), ())))
        for side in order:
            spans = self.beside.get((Face.REAR, side), ())
            for low in sorted({0, *(high for _, high in spans)}):
                if low + height <= self.half_units and self._sharing(spans, low, low + height) < self.per_side:
                    return Spot(low, Face.REAR, side)
        return Refusal(Limit.BESIDE, 2 * self.per_side + 1, 2 * self.per_side)

    def _sharing(self, spans: "list[tuple[int, int]] | tuple[()]", low: int, high: int) -> int:
        """Maximum number of side-mounted devices that share a height between `low` and `high`."""
        met = [(start, end) for start, end in spans if start < high and low < end]
        return max((sum(a <= start < b for a, b in met) for start in [low, *(max(low, start) for start, _ in met)]), default=0)

    def _in_units(self, kind: Kind, band: Band, face: int, anchor: float, bounds: Bounds) -> Spot | Refusal:
        height = kind.half_units
        if height > self.half_units or height <= 0:
            return Refusal(Limit.HEIGHT, height, self.half_units)
        whole = (1 << self.half_units) - 1
        # Holes repeat with every unit, so only devices of half units start between two.
        grid = whole if height % 2 else whole & EVEN
        best: tuple[int, Spot] | None = None
        lifted = False
        blocked = self._blocked(kind.depth_mm, face)
        for side, taken in _ways(kind.half_wide, face, blocked):
            free = starts(whole & ~taken & ~self.reserved[face], height) & grid
            if kind.needs_lift and bounds.lift_top_u != inf:
                within = free & ((1 << max(0, int(2 * bounds.lift_top_u))) - 1)
                lifted |= bool(free) and not within
                free = within
            if free:
                aim = round(anchor * (self.half_units - height))
                low, worth = _chosen(free, band, aim)
                if best is None or worth < best[0]:
                    best = worth, Spot(low, face, side)
        if best is None:
            if lifted:
                return Refusal(Limit.LIFT, self._lowest_free(kind, blocked, face) // 2 + 1, bounds.lift_top_u)
            room = max(longest_run(whole & ~taken & ~self.reserved[face]) for _, taken in _ways(kind.half_wide, face, blocked))
            return Refusal(Limit.ROOM, room, height)
        if bounds.free_half_units:
            spot = best[1]
            used = self.taken | self.reserved[0] | self.reserved[1] | span_bits(spot.low, spot.low + height)
            left = self.half_units - (used & whole).bit_count()
            if left < bounds.free_half_units:
                return Refusal(Limit.FREE_UNITS, left, bounds.free_half_units)
        return best[1]

    def _lowest_free(self, kind: Kind, blocked: tuple[int, int], face: int) -> int:
        whole = (1 << self.half_units) - 1
        lows = [
            lowest(free)
            for _, taken in _ways(kind.half_wide, face, blocked)
            if (free := starts(whole & ~taken & ~self.reserved[face], kind.half_units) & EVEN)
        ]
        return min(lows, default=self.half_units)

    def _blocked(self, depth_mm: float, face: int) -> tuple[int, int]:
        """The bits that a device of some depth on `face` meets in the left and in the right half, as seen from the front."""
        left = right = 0
        for (other_face, other_mm), (other_left, other_right) in self.own.items():
            if other_face == face or not depth_mm + other_mm <= self.usable_mm:
                left |= other_left
                right |= other_right
        return left, right


def _column(face: int, side: int) -> int:
    """The half of the rack seen from the front, 0 left and 1 right, that a side of a face is; ABSENT for both."""
    if side == ABSENT:
        return ABSENT
    return int(side) if face == Face.FRONT else 1 - int(side)


def _ways(half_wide: bool, face: int, blocked: tuple[int, int]) -> list[tuple[int, int]]:
    """The sides that a device may occupy, each with the bits that block it there."""
    if not half_wide:
        return [(ABSENT, blocked[0] | blocked[1])]
    return [(int(side), blocked[_column(face, side)]) for side in (Side.LEFT, Side.RIGHT)]


def _chosen(free: int, band: Band, aim: int) -> tuple[int, int]:
    """The bit of `free` that suits a band, and how far it is from where the band would like it (the less, the better)."""
    if band is Band.LOW:
        low = lowest(free)
        return low, low
    if band is Band.HIGH:
        low = free.bit_length() - 1
        return low, -low
    below = free & ((1 << (aim + 1)) - 1)
    above = free >> aim
    down = below.bit_length() - 1
    up = aim + lowest(above) if above else ABSENT
    if down < 0 or (up >= 0 and up - aim < aim - down):
        return up, abs(up - aim)
    return down, aim - down
