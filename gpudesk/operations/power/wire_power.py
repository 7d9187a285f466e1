"""Automatic wiring: feeds for the PDUs of racks, and a cord for every supply that has none."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_lines import LINES
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.cord_assignment import Bench, NewCord, places_in_row, wiring_signs
from gpudesk.derived.power.power_groups import power_group
from gpudesk.derived.power.power_plan import drawn_w, power_plan, power_plan_of
from gpudesk.operations.power.power_cord_operations import pull_out
from gpudesk.operations.power.power_feeds import FeedMaker, Panels, PanelsOf
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
FEW_RACKS = 64
"""Up to this number of racks, and racks that share a feed with them, their part of the network is calculated separately."""


@dataclass(frozen=True, slots=True)
class Wired:
    """The result of automatic wiring.

    Attributes:
        feeds, cords: number of each added.
        left: device and port of every inlet without a free outlet that a cord fits and reaches.
    """

    feeds: int
    cords: int
    left: tuple[tuple[int, int], ...]


@operation
def wire_power(
    edit: Edit,
    rack_ids: Sequence[int],
    panels: Mapping[str, int] | None = None,
    rewire: bool = False,
    feeds: bool = True,
    device_ids: Sequence[int] = (),
) -> Wired:
    """Add a feed to every PDU of some racks and a cord to every supply in them.

    Args:
        panels: side ("A", "B"…) → the node that supplies new feeds of that side; feeds of omitted sides have no parent.
        rewire: first remove the cords of the loads in these racks; else only inlets without a cord are wired.
        feeds: whether PDUs without a cord get a separate feed, with the rating of their inlet.
        device_ids: floor equipment with supplies wired by hand (racks with power shelves): each gets separate feeds.

    Raises:
        Refused: nothing is named, or a rack, device or panel is unknown.
    """
    if not rack_ids and not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    racks = np.array(sorted({int(edit.row("rack", rack_id)["id"]) for rack_id in rack_ids}), np.int64)
    standing = sorted({int(edit.row("device", device_id)["id"]) for device_id in device_ids})
    for node_id in (panels or {}).values():
        edit.row("power_node", node_id)
    if rewire:
        _pull_out_drawing(edit, racks)
    chosen: Panels = panels or {}
    wired = wire_places(edit, racks, standing, (lambda _table, _row_id: chosen) if feeds else None)
    text = QT_TRANSLATE_NOOP("operations", "Wire the power of {name}")
    if len(racks) + len(standing) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Wire the power of {count} {count|rack|racks}")
    first = ("rack", int(racks[0])) if len(racks) else ("device", standing[0])
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row(*first)["name"]), "count": len(racks) + len(standing)})
    return wired


def wire_places(edit: Edit, racks: Ids, standing: Sequence[int], panels_of: PanelsOf | None) -> Wired:
    """Wire racks and floor equipment.

    Args:
        panels_of: the panels of each; None adds no feeds.
    """
    inside = np.flatnonzero(np.isin(edit.columns("device")["rack_id"], racks))
    feed_count = 0
    if panels_of is not None:
        maker = FeedMaker(edit, panels_of)
        maker.feed_racks(inside)
        maker.feed_standing(standing)
        feed_count = maker.make()
    cords, left = _add_cords(edit, inside)
    return Wired(feed_count, cords, left)


def _pull_out_drawing(edit: Edit, racks: Ids) -> None:
    """Pull out the cords of what draws in racks."""
    devices, cords = edit.columns("device"), edit.columns("power_cord")
    inside = np.flatnonzero(np.isin(devices["rack_id"], racks))
    drawing = [place for place in inside.tolist() if not sockets(edit.types[int(devices["type_id"][place])]).gives]
    loose = cords.ids[np.isin(cords["device_id"], devices.ids[drawing])]
    if len(loose):
        pull_out(edit, loose.tolist())


class _Laid:
    """The new cords of a rack as columns; those of devices are places in the list of the rack, shape (cords,)."""

    def __init__(self, cords: Sequence[NewCord], left: Sequence[tuple[int, int]], keys: dict[str, int]) -> None:
        def column(values: Iterable[int | None]) -> Ids:
            return np.array([ABSENT if value is None else value for value in values], np.int64)

        self.taker, self.giver = column(cord.taker for cord in cords), column(cord.giver for cord in cords)
        self.columns = {
            "port": column(cord.port for cord in cords),
            "from_port": column(cord.outlet for cord in cords),
            "type_id": column(keys.setdefault(cord.key, len(keys)) if cord.key else None for cord in cords),
            "length_mm": column(cord.length_mm for cord in cords),
        }
        self.left = left


def _add_cords(edit: Edit, inside: Ids) -> tuple[int, tuple[tuple[int, int], ...]]:
    """A cord for every inlet without one; returns their number, and the inlets without a matching outlet."""
    snapshot = edit.present()
    devices, racks, used = snapshot["device"], snapshot["rack"], snapshot["power_cord"]
    chosen = np.unique(devices["rack_id"][inside])
    few = len(chosen) <= FEW_RACKS
    power = power_plan_of(snapshot, power_group(snapshot, chosen)) if few else power_plan(snapshot)
    cord_places = used.among("device_id", devices.ids[inside])
    corded = set(zip(used.at("device_id", cord_places).tolist(), used.at("port", cord_places).tolist(), strict=True))
    watts, _ = drawn_w(snapshot, np.arange(devices.rows))
    inside = inside[np.lexsort((devices.ids[inside], devices["rack_id"][inside]))]
    begins = np.flatnonzero(np.diff(devices["rack_id"][inside], prepend=ABSENT) != 0)
    signs, wired = wiring_signs(snapshot, power, watts, inside)
    of_rack = racks.positions(devices["rack_id"][inside[begins]])
    turns, rack_types = (places_in_row(racks) % LINES)[of_rack].tolist(), racks["type_id"][of_rack].tolist()
    known: dict[tuple[int, int, bytes], _Laid] = {}
    keys: dict[str, int] = {}
    parts: list[dict[str, Ids]] = []
    left: list[tuple[int, int]] = []
    for number, (start, stop) in enumerate(pairwise([*begins.tolist(), len(inside)])):
        alike = rack_types[number], turns[number], signs[start:stop].tobytes()
        begun = bool(wired[start:stop].any())
        wired_rack = None if begun else known.get(alike)
        if wired_rack is None:
            kind, members = snapshot.types[rack_types[number]], inside[start:stop].tolist()
            wired_rack = _Laid(*Bench(snapshot, power, kind, members, watts, corded, turns[number]).wire(), keys)
            if not begun:
                known[alike] = wired_rack
        takers, givers = inside[start + wired_rack.taker], inside[start + wired_rack.giver]
        ends = {"device_id": devices.ids[takers], "from_device_id": devices.ids[givers], "phase": devices["phase"][takers]}
        parts.append(wired_rack.columns | ends)
        left.extend((int(devices.ids[inside[start + taker]]), port) for taker, port in wired_rack.left)
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
    rows = len(columns["port"]) if parts else 0
    if rows:
        type_ids = np.array([use_type(edit, key) for key in keys] + [ABSENT], np.int64)
        edit.insert_many("power_cord", {**columns, "type_id": type_ids[columns["type_id"]]})
    return rows, tuple(left)
