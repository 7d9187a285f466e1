"""Auto-place into bays: devices that fit only in others go into free bays of existing or newly placed devices in the racks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.hardware.bay_rules import suits
from gpudesk.core.hardware.hardware import HardwareType, Mount
from gpudesk.core.racks.rack_packing_input import Filled, Kinds, Line, Racks, Unplaced
from gpudesk.core.racks.rack_packing_terms import Bounds, Limit, Refusal
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Seated:
    """Devices that go into bays, line by line in the order of the list; arrays of shape (seated,).

    Attributes:
        line, number: the place in the list, and which of its line each is, from 0.
        rack: the place of its rack among those that are filled.
        holder: the id of the device that holds it, ABSENT where that is placed with it.
        holder_row: then the place of that one in `Filled`, else ABSENT.
        bay: the names of the bays.
    """

    line: Ids
    number: Ids
    rack: Ids
    holder: Ids
    holder_row: Ids
    bay: tuple[str, ...]


@dataclass(slots=True)
class _Holder:
    """A device with bays: its location in the racks, its free bays, and the number of devices of each type still to be added to it."""

    rack: int
    low: int
    kind: HardwareType
    device: int = ABSENT
    row: int = ABSENT
    taken: set[str] = field(default_factory=set)
    inside: dict[str, int] = field(default_factory=dict)

    def bay_for(self, child: HardwareType) -> str | None:
        """The first free bay that suits a type."""
        return next((bay.name for bay in self.kind.bays if bay.name not in self.taken and suits(bay, child)), None)

    def counts(self, child: HardwareType) -> bool:
        """Whether another device of a type is counted in addition to the figures of this device."""
        contained = sum(part.count for part in self.kind.contains if part.key == child.key)
        return self.inside.get(child.key, 0) >= contained


def only_in_bays(kind: HardwareType) -> bool:
    """Whether devices of a type sit in bays and nowhere else."""
    return kind.mount is Mount.CHILD


class Seats:
    """Fills bays, holder by holder, from the first rack on."""

    def __init__(self, snapshot: Snapshot, rack_ids: Ids, kinds: Sequence[HardwareType], racks: Racks, filled: Filled) -> None:
        """`kinds` are the types of the lines."""
        self._holders = sorted([*_standing(snapshot, rack_ids), *_placed(kinds, filled)], key=lambda holder: (holder.rack, holder.low))
        self._racks, self._filled = racks, filled
        self.contents_kg, self.power_w = filled.contents_kg.copy(), filled.power_w.copy()
        self.unplaced: list[Unplaced] = []
        self._rows: list[tuple[int, int, _Holder, str]] = []

    def fill(self, place: int, line: Line, child: HardwareType, columns: Kinds, bounds: Bounds) -> None:
        """Assign bays to the devices of a line; with `each_rack` a number in each rack."""
        weight, power = (float(np.nan_to_num(values[line.kind])) for values in (columns.weight_kg, columns.power_w))
        nearest: tuple[int, Refusal] | None = None
        done = 0
        in_rack: dict[int, int] = {}
        for holder in self._holders:
            most = line.count if line.each_rack else line.most_in_rack
            while done < line.count or line.each_rack:
                bay = holder.bay_for(child)
                if bay is None or (most is not None and in_rack.get(holder.rack, 0) >= most):
                    break
                added = (weight, power) if holder.counts(child) else (0.0, 0.0)
                refusal = self._too_much(holder.rack, *added, bounds)
                if refusal is not None:
                    nearest = nearest or (holder.rack, refusal)
                    break
                self._take(place, done, holder, bay, child, added)
                in_rack[holder.rack] = in_rack.get(holder.rack, 0) + 1
                done += 1
        if line.each_rack:
            missing = 0 if done else line.count
        else:
            missing = line.count - done
        if missing:
            rack, refusal = (None, Refusal(Limit.BAY)) if nearest is None else nearest
            self.unplaced.append(Unplaced(place, missing, rack, refusal))

    def seated(self) -> Seated:
        """Where everything went."""
        numbers = np.array(
            [(line, number, holder.rack, holder.device, holder.row) for line, number, holder, _ in self._rows], np.int64
        ).reshape(-1, 5)
        line, number, rack, holder, holder_row = numbers.T
        return Seated(line, number, rack, holder, holder_row, tuple(bay for *_, bay in self._rows))

    def _take(self, place: int, number: int, holder: _Holder, bay: str, child: HardwareType, added: tuple[float, float]) -> None:
        holder.taken.add(bay)
        holder.inside[child.key] = holder.inside.get(child.key, 0) + 1
        self.contents_kg[holder.rack] += added[0]
        self.power_w[holder.rack] += added[1]
        self._rows.append((place, number, holder, bay))

    def _too_much(self, rack: int, weight_kg: float, power_w: float, bounds: Bounds) -> Refusal | None:
        """Which limit of a rack a device more would break."""
        mass, power = self.contents_kg[rack] + weight_kg, self.power_w[rack] + power_w
        most_w = self._filled.power_most_w[rack]
        if bounds.weigh and weight_kg and mass > self._racks.bears_kg[rack]:
            return Refusal(Limit.BEARS, float(mass), float(self._racks.bears_kg[rack]))
        if bounds.weigh_floor and weight_kg and mass > self._racks.floor_kg[rack]:
            return Refusal(Limit.FLOOR, float(mass), float(self._racks.floor_kg[rack]))
        if bounds.measure_power and power_w and power > most_w:
            return Refusal(Limit.POWER, float(power), float(most_w))
        return None


def _standing(snapshot: Snapshot, rack_ids: Ids) -> Iterator[_Holder]:
    """Devices with bays currently in the racks."""
    devices, types, where = snapshot["device"], snapshot.types, snapshot.cached(whereabouts)
    rack_places = {int(rack_id): place for place, rack_id in enumerate(rack_ids)}
    with_bays: Mapping[int, bool] = {type_id: bool(types[type_id].bays) for type_id in np.unique(devices["type_id"]).tolist()}
    inside = np.isin(where.rack, rack_ids) & np.array([with_bays[device_type] for device_type in devices["type_id"].tolist()], bool)
    for place in np.flatnonzero(inside).tolist():
        device_id = int(devices.ids[place])
        low = int(devices["position"][where.root[place]])
        holder = _Holder(rack_places[int(where.rack[place])], low, types[int(devices["type_id"][place])], device_id)
        for child in devices.where("parent_id", device_id).tolist():
            row = devices.row(child)
            holder.taken.add(str(row["slot"]))
            key = types[int(row["type_id"])].key
            holder.inside[key] = holder.inside.get(key, 0) + 1
        yield holder


def _placed(kinds: Sequence[HardwareType], filled: Filled) -> Iterator[_Holder]:
    """Devices with bays among the newly placed ones."""
    for row, (line, rack, low) in enumerate(zip(filled.line.tolist(), filled.rack.tolist(), filled.low.tolist(), strict=True)):
        if kinds[line].bays:
            yield _Holder(rack, low, kinds[line], row=row)
