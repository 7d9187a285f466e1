"""One run over the racks to fill: the order of the lines, the next rack to try, and the nearest rack for devices that do not fit."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.racks.rack_filling import Rack
from gpudesk.core.racks.rack_packing_input import Fill, Filled, Kinds, Line, Racks, Rules, Standing, Unplaced
from gpudesk.core.racks.rack_packing_order import Evenly, InOrder, Middles
from gpudesk.core.racks.rack_packing_start import Static, plain_kind, rack_states, statics
from gpudesk.core.racks.rack_packing_terms import Band, Limit, Refusal, Spot
from gpudesk.core.values.columns import Ids


class Filling:
    """The racks while the lines are placed in them.

    Args:
        served: the rack of each device that switches serve, known from an earlier run; None if this run has to determine it. With
            it, and with separate racks for the network, these are chosen before anything else is placed.
    """

    def __init__(
        self, kinds: Kinds, racks: Racks, standing: Standing, lines: Sequence[Line], rules: Rules, served: Ids | None = None
    ) -> None:
        self._kinds, self._racks, self._standing, self._lines, self._rules = kinds, racks, standing, lines, rules
        self._served = served
        self._count = len(racks.half_units)
        self._plain = [plain_kind(kinds, place) for place in range(len(kinds.mount))]
        self._states = rack_states(racks, standing)
        empty = [place for place, rack in enumerate(self._states) if rack.empty]
        self._spare = frozenset(empty[len(empty) - rules.spare_racks :] if rules.spare_racks else ())
        self.network = {place for place, rack in enumerate(self._states) if rack.switches and not rack.roles}
        """The racks that contain only network devices, if the network has separate racks."""
        self._power = [self._plain[line.kind].mount == Mount.ZERO_U or self._plain[line.kind].feed > 0 for line in lines]
        self._each = [place for place, line in enumerate(lines) if line.each_rack]
        self._found: list[tuple[int, int, int, Spot]] = []
        self._numbers = [0] * len(lines)
        self._unplaced: dict[tuple[int, Limit, int | None], Unplaced] = {}
        self._middles = Middles(racks)
        self._known_statics: dict[int, list[Static]] = {}
        self._low_racks: list[int] = []

    def fill(self) -> Filled:
        """Place everything that finds a place."""
        counted = [place for place, line in enumerate(self._lines) if not line.each_rack]
        power = [place for place in counted if self._power[place]]
        above = sorted(
            (place for place in counted if place not in power and self._lines[place].band is not Band.LOW),
            key=lambda place: (-self._lines[place].band, place),
        )
        low = self._in_order([place for place in counted if place not in power and self._lines[place].band is Band.LOW])
        own = self._rules.network_racks
        for place in power:
            self._place_line(place)
        if own and self._served is not None:
            for place in above:
                self._place_line(place)
        for place in low:
            self._place_line(place)
        if not own or self._served is None:
            for place in above:
                self._place_line(place)
        if not [place for place in counted if place not in power]:
            self._open_all()
        return self._filled()

    def served_racks(self) -> Ids:
        """The rack of each device that switches serve, ascending: devices in the low band, new or existing."""
        standing = self._standing
        low = (standing.band == Band.LOW) & (standing.feed == 0) & (standing.placed.mount == Mount.UNITS)
        return np.sort(np.concatenate([standing.placed.rack[low], np.array(self._low_racks, np.int64)]))

    def network_way_mm(self) -> float:
        """Total cable distance from the new network devices to all low-band devices of their hall."""
        above = [rack for place, _, rack, _ in self._found if self._lines[place].band is not Band.LOW and not self._power[place]]
        near, of_near = np.unique(np.array(above, np.int64), return_counts=True)
        served, of_served = np.unique(self.served_racks(), return_counts=True)
        racks = self._racks
        ways = sum(np.abs(axis[near][:, None] - axis[served]) for axis in (racks.x_mm, racks.y_mm))
        same = racks.hall[near][:, None] == racks.hall[served]
        return float((ways * same * of_near[:, None] * of_served).sum())

    def _in_order(self, places: Sequence[int]) -> list[int]:
        """The low-band lines in placement order: the heaviest role first, in it the heaviest device."""
        weights = {place: self._plain[self._lines[place].kind].weight_kg for place in places}
        heaviest: dict[str, float] = {}
        first: dict[str, int] = {}
        for place in places:
            role = self._lines[place].role
            heaviest[role] = max(heaviest.get(role, 0.0), weights[place])
            first.setdefault(role, place)

        def key(place: int) -> tuple[float, ...]:
            role = self._lines[place].role
            group = (-heaviest[role], float(first[role])) if self._rules.heavy_low else (float(first[role]),)
            return (*(group if self._rules.group_roles else ()), -weights[place] if self._rules.heavy_low else 0.0, place)

        return sorted(places, key=key)

    def _place_line(self, place: int) -> None:
        line = self._lines[place]
        refused, walk = self._refused(place), self._walk(place)
        in_rack: dict[int, int] = {}
        before: int | None = None
        failures = 0
        for number in range(line.count):
            forbidden = before if line.pairs and number % 2 else None
            rack = next(
                (candidate for candidate in walk(number, refused, forbidden) if self._settle(place, number, candidate, in_rack, refused)),
                None,
            )
            before = rack
            if rack is not None:
                failures = 0
                continue
            failures += 1
            # With pairs, the next one may stand where this one must not.
            rest = line.count - number if not line.pairs or failures > 1 else 1
            self._note_unplaced(place, rest, forbidden, in_rack)
            if rest > 1 or not line.pairs:
                break

    def _settle(self, place: int, number: int, rack: int, in_rack: dict[int, int], refused: bytearray) -> bool:
        """Put one more of a line into a rack if it takes it; a rack that does not now never will."""
        line = self._lines[place]
        if line.most_in_rack is not None and in_rack.get(rack, 0) >= line.most_in_rack:
            refused[rack] = 1
            return False
        tried = self._try(place, rack)
        if isinstance(tried, Refusal):
            refused[rack] = 1
            return False
        spot, companions, state = tried
        self._states[rack] = state
        for companion, where in companions:
            self._record(companion, rack, where)
        state.count(self._plain[line.kind], spot, line.role, line.band)
        self._found.append((place, number, rack, spot))
        in_rack[rack] = in_rack.get(rack, 0) + 1
        if not self._power[place]:
            if line.band is Band.LOW:
                self._low_racks.append(rack)
            elif self._rules.network_racks and self._served is not None:
                self.network.add(rack)
        return True

    def _try(self, place: int, rack: int) -> tuple[Spot, list[tuple[int, Spot]], Rack] | Refusal:
        """Position of one more device of a line in a rack, devices added because the rack is used, and the resulting state."""
        line, state = self._lines[place], self._states[rack]
        low = line.band is Band.LOW and not self._power[place]
        if self._rules.network_racks and not self._power[place]:
            if low and rack in self.network:
                return Refusal(Limit.NETWORK_RACK)
            if not low and self._served is not None and state.roles:
                return Refusal(Limit.NETWORK_RACK)
        companions: list[tuple[int, Spot]] = []
        if self._each and not state.opened and not self._power[place]:
            state = state.copy()
            if refusal := self._open(rack, state, companions):
                return refusal
        spot = self._spot(place, state)
        if isinstance(spot, Refusal):
            return spot
        return Refusal(Limit.SPARE_RACK) if rack in self._spare else (spot, companions, state)

    def _spot(self, place: int, state: Rack) -> Spot | Refusal:
        line, rules = self._lines[place], self._rules
        return state.spot_for(self._plain[line.kind], line.band, line.face, rules.network_height, line.role, rules.bounds)

    def _open(self, rack: int, state: Rack, companions: list[tuple[int, Spot]]) -> Refusal | None:
        """Add the devices required in every used rack; power equipment comes first."""
        for place in sorted(self._each, key=lambda line_place: (not self._power[line_place], line_place)):
            line, kind = self._lines[place], self._plain[self._lines[place].kind]
            refusal = self._static(place, rack)
            for _ in range(line.count - state.held.get(kind.place, 0)):
                spot = refusal or self._spot(place, state)
                if isinstance(spot, Refusal):
                    return Refusal(Limit.COMPANION, line=place, cause=spot)
                state.count(kind, spot, line.role, line.band)
                companions.append((place, spot))
        state.opened = True
        return None

    def _open_all(self) -> None:
        """With nothing else to place, every rack gets the devices listed for each rack, as far as there is space."""
        for rack in range(self._count):
            for place in sorted(self._each, key=lambda line_place: (not self._power[line_place], line_place)):
                line, state = self._lines[place], self._states[rack]
                kind, refusal = self._plain[line.kind], self._static(place, rack)
                missing_count = line.count - state.held.get(kind.place, 0)
                for number in range(missing_count):
                    spot = Refusal(Limit.SPARE_RACK) if rack in self._spare else refusal or self._spot(place, state)
                    if isinstance(spot, Refusal):
                        self._keep(Unplaced(place, missing_count - number, rack, spot))
                        break
                    state.count(kind, spot, line.role, line.band)
                    self._record(place, rack, spot)

    def _record(self, place: int, rack: int, spot: Spot) -> None:
        """Note a device for each rack; such are counted on from rack to rack."""
        self._found.append((place, self._numbers[place], rack, spot))
        self._numbers[place] += 1

    def _walk(self, place: int) -> Callable[[int, bytearray, int | None], Iterator[int]]:
        """For each device of a line the racks to try, those of the earlier ones first as long as they are not refused."""
        line = self._lines[place]
        if self._power[place]:
            feed = self._plain[line.kind].feed
            return Evenly([sum(pdu_feed == feed for pdu_feed, _ in rack.carried) for rack in self._states]).walk
        if line.band is Band.LOW and self._rules.fill is Fill.EVEN:
            return Evenly(np.bincount(np.array(self._low_racks, np.int64), minlength=self._count).tolist()).walk
        if line.band is Band.LOW:
            return InOrder(lambda _: (None, range(self._count))).walk
        served = self.served_racks() if self._served is None else self._served
        targets = self._middles.targets(line, served, self._rules.serving)
        return InOrder(lambda number: (targets[number], self._middles.by_distance(targets[number]))).walk

    def _refused(self, place: int) -> bytearray:
        """The racks that can never hold a line, as 1."""
        barred = np.zeros(self._count, bool)
        for _, mask, _, _ in self._statics(place):
            barred |= mask
        return bytearray(barred.astype(np.uint8).tobytes())

    def _static(self, place: int, rack: int) -> Refusal | None:
        for limit, broken, actual, required in self._statics(place):
            if broken[rack]:
                return Refusal(limit, float(actual[rack]), float(required[rack]))
        return None

    def _statics(self, place: int) -> list[Static]:
        if place not in self._known_statics:
            self._known_statics[place] = statics(self._kinds, self._racks, self._lines[place], self._rules)
        return self._known_statics[place]

    def _note_unplaced(self, place: int, count: int, forbidden: int | None, in_rack: dict[int, int]) -> None:
        line = self._lines[place]
        mount = self._plain[line.kind].mount
        if not self._count:
            self._keep(Unplaced(place, count, None, Refusal(Limit.NO_RACK)))
            return
        if mount not in (Mount.UNITS, Mount.ZERO_U):
            self._keep(Unplaced(place, count, None, Refusal(Limit.MOUNT)))
            return
        nearest, best = 0, Refusal(Limit.MOUNT)
        for rack in range(self._count):
            refusal = self._why(place, rack, forbidden, in_rack)
            if (refusal.limit, -refusal.excess) > (best.limit, -best.excess):
                nearest, best = rack, refusal
        self._keep(Unplaced(place, count, nearest, best))

    def _why(self, place: int, rack: int, forbidden: int | None, in_rack: dict[int, int]) -> Refusal:
        line = self._lines[place]
        if refusal := self._static(place, rack):
            return refusal
        if line.most_in_rack is not None and in_rack.get(rack, 0) >= line.most_in_rack:
            return Refusal(Limit.MOST, in_rack[rack] + 1, line.most_in_rack)
        tried = self._try(place, rack)
        if isinstance(tried, Refusal):
            return tried
        return Refusal(Limit.PAIR)

    def _keep(self, unplaced: Unplaced) -> None:
        """Note devices without a place; those of one line that the same limit keeps out of one rack are one note."""
        rack = None if self._lines[unplaced.line].each_rack else unplaced.rack
        key = unplaced.line, unplaced.refusal.limit, rack
        known = self._unplaced.get(key)
        count = unplaced.count + (known.count if known else 0)
        first = known or unplaced
        self._unplaced[key] = Unplaced(first.line, count, first.rack, first.refusal)

    def _filled(self) -> Filled:
        order = sorted(self._found, key=lambda placement: placement[:2])
        rows = np.array([(line, number, rack, *spot) for line, number, rack, spot in order], np.int64).reshape(-1, 6)
        states = self._states
        line, number, rack, low, face, side = rows.T
        return Filled(
            line,
            number,
            rack,
            low,
            face,
            side,
            unplaced=tuple(sorted(self._unplaced.values(), key=lambda unplaced_line: unplaced_line.line)),
            used_half_units=np.array([(rack.taken & ((1 << rack.half_units) - 1)).bit_count() for rack in states], np.int64),
            contents_kg=np.array([rack.contents_kg for rack in states], np.float64),
            power_w=np.array([rack.power_w for rack in states], np.float64),
            power_most_w=np.array([rack.power_most_w(self._rules.bounds) for rack in states], np.float64),
        )
