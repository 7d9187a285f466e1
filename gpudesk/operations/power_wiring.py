"""Automatic wiring: feeds for the PDUs of racks, and a cord for every supply that has none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.columns import Ids
from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_lines import LINES
from gpudesk.core.power_sockets import sockets
from gpudesk.derived.power_bench import Bench, NewCord, places_in_row
from gpudesk.derived.power_plan import drawn_w, power_plan
from gpudesk.operations.library import use_type
from gpudesk.operations.power_cords import pull_out
from gpudesk.operations.power_feeds import FeedMaker, Panels, PanelsOf, by_rack, columns_of
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@dataclass(frozen=True, slots=True)
class Wired:
    """What automatic wiring did.

    Attributes:
        feeds, cords: how many it added.
        left: device and port of every inlet for which it found no outlet that a cord fits and reaches.
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
    """Give every PDU of some racks a feed and every supply in them a cord.

    Args:
        panels: side ("A", "B"…) → the node on which new feeds of that side hang; sides left out hang on nothing.
        rewire: pull out the cords of what draws in these racks first; else only inlets without a cord are wired.
        feeds: whether PDUs without a cord get a feed of their own, as large as their inlet.
        device_ids: things on the floor whose supplies are wired by hand (racks with power shelves): each gets feeds of its own.

    Raises:
        Refused: nothing is named, or a rack, device or panel is unknown.
    """
    if not rack_ids and not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing was chosen.")))
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
        text = QT_TRANSLATE_NOOP("operations", "Wire the power of {count} racks")
    first = ("rack", int(racks[0])) if len(racks) else ("device", standing[0])
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row(*first)["name"]), "count": len(racks) + len(standing)})
    return wired


def wire_places(edit: Edit, racks: Ids, standing: Sequence[int], panels_of: PanelsOf | None) -> Wired:
    """Wire racks and things on the floor.

    Args:
        panels_of: the panels of each; None makes no feeds.
    """
    inside = np.flatnonzero(np.isin(edit.columns("device")["rack_id"], racks))
    made = 0
    if panels_of is not None:
        maker = FeedMaker(edit, panels_of)
        maker.feed_racks(inside)
        maker.feed_standing(standing)
        made = maker.make()
    cords, left = _add_cords(edit, inside)
    return Wired(made, cords, left)


def _pull_out_drawing(edit: Edit, racks: Ids) -> None:
    """Pull out the cords of what draws in racks."""
    devices, cords = edit.columns("device"), edit.columns("power_cord")
    inside = np.flatnonzero(np.isin(devices["rack_id"], racks))
    drawing = [place for place in inside.tolist() if not sockets(edit.types[int(devices["type_id"][place])]).gives]
    loose = cords.ids[np.isin(cords["device_id"], devices.ids[drawing])]
    if len(loose):
        pull_out(edit, loose.tolist())


def _add_cords(edit: Edit, inside: Ids) -> tuple[int, tuple[tuple[int, int], ...]]:
    """A cord for every inlet that has none; returns how many, and the inlets that found no outlet."""
    snapshot = edit.present()
    devices, racks = snapshot["device"], snapshot["rack"]
    power = power_plan(snapshot)
    corded = set(zip(snapshot["power_cord"]["device_id"].tolist(), snapshot["power_cord"]["port"].tolist(), strict=True))
    watts, _ = drawn_w(snapshot, np.arange(devices.rows))
    known: dict[tuple[Any, ...], tuple[list[NewCord], list[tuple[int, int]]]] = {}
    rows: list[dict[str, Any]] = []
    left: list[tuple[int, int]] = []
    turns = places_in_row(racks) % LINES
    for rack_id, members in by_rack(edit, inside).items():
        rack = racks.position(rack_id)
        bench = Bench(snapshot, power, snapshot.types[int(racks["type_id"][rack])], members, watts, corded, int(turns[rack]))
        alike = bench.likeness()
        found = known.get(alike) if alike is not None else None
        if found is None:
            found = bench.wire()
            if alike is not None:
                known[alike] = found
        rows.extend(
            {
                "device_id": int(devices.ids[members[cord.taker]]),
                "port": cord.port,
                "from_device_id": int(devices.ids[members[cord.giver]]),
                "from_port": cord.outlet,
                "type_id": cord.key,
                "length_mm": cord.length_mm,
                "phase": int(devices["phase"][members[cord.taker]]),
            }
            for cord in found[0]
        )
        left.extend((int(devices.ids[members[taker]]), port) for taker, port in found[1])
    if rows:
        keys = dict.fromkeys(row["type_id"] for row in rows)
        type_ids: dict[str, int | None] = {key: use_type(edit, key) if key else None for key in keys}
        edit.insert_many("power_cord", {**columns_of(rows), "type_id": [type_ids[row["type_id"]] for row in rows]})
    return len(rows), tuple(left)
