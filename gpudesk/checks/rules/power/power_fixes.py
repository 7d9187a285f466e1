"""What would fix feeds and PDUs that carry too much: cords reconnected, further feeds and PDUs like those that are there."""

from math import ceil

import numpy as np

from gpudesk.checks.findings.finding import Fix
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_lines import Wiring, circuit_va
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.pdu_room import free_sides, vertical_pdus
from gpudesk.derived.power.power_trial import Trials

_CONTEXT = "checks"


def rewire_fix(view: View, rack: int) -> Fix:
    """Lay the cords of a rack again."""
    title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Rewire {rack}"), {"rack": view.name("rack", rack)})
    return Fix("wire_power", {"rack_ids": [rack], "rewire": True}, title)


def wire_anew_fix(view: View, node: int, rack: int) -> Fix | None:
    """Rewire the cords of the rack, if the node can carry the resulting load."""
    return rewire_fix(view, rack) if view.cached(_trials).would_bear(node, rack) else None


def _trials(view: View) -> Trials:
    return Trials(view.snapshot, view.power)


def more_feeds_fix(view: View, rack: int) -> Fix | None:
    """The number of additional equal feeds needed to carry the load of the rack; None if there is no room for them."""
    known = view.cached(_more_feeds)
    if rack not in known:
        known[rack] = _more_feeds_fix(view, rack)
    return known[rack]


def _more_feeds(view: View) -> dict[int, Fix | None]:
    """Results by rack, cached as queried."""
    return {}


def _more_feeds_fix(view: View, rack: int) -> Fix | None:
    power, snapshot = view.power, view.snapshot
    devices, racks = snapshot["device"], snapshot["rack"]
    pdus = vertical_pdus(devices, view.types, rack)
    feeds = _feeds_of(view, pdus)
    if not len(feeds) or len(feeds) != len(pdus):
        return None
    capacity_va = circuit_va(power.network.voltage_v[feeds], power.limit_a[feeds], power.network.wiring[feeds])
    # Without other nodes that these feeds supply: those are not part of the rack.
    carried = float(power.below_rows.steady.va[feeds].sum())
    if not (capacity_va > 0).all():
        return None
    count = ceil((carried - capacity_va.sum()) / capacity_va[0])
    cords = int(np.isin(snapshot["power_cord"]["from_device_id"], pdus).sum())
    wiring = int(power.network.wiring[feeds[0]])
    lines = 3 if wiring == Wiring.WYE else 1
    most = len(free_sides(devices, racks, view.types, rack))
    # Cords are whole: eight on three lines leave three on the first. A cord between two lines (delta) loads both: there the sum decides.
    while (
        wiring != Wiring.DELTA
        and 0 < count <= most
        and cords
        and _fullest_line_va(carried, cords, len(feeds) + count, lines) > capacity_va[0] / lines
    ):
        count += 1
    if not 0 < count <= most:
        return None
    text = QT_TRANSLATE_NOOP("checks", "Add one feed and PDU to {rack}, matching the existing ones")
    if count > 1:
        text = QT_TRANSLATE_NOOP("checks", "Add {count} {count|feed and PDU|feeds and PDUs} to {rack}, matching the existing ones")
    title = Message(_CONTEXT, text, {"rack": view.name("rack", rack), "count": count})
    return Fix("add_rack_feeds", {"rack_id": rack, "count": count}, title)


def _fullest_line_va(carried_va: float, cords: int, feeds: int, lines: int) -> float:
    """The load of the most loaded line of a feed if equal cords are divided among feeds and their lines."""
    return ceil(ceil(cords / feeds) / lines) * carried_va / cords


def _feeds_of(view: View, pdus: Ids) -> Ids:
    """The nodes that supply PDUs, each once; PDUs without a node are omitted."""
    power = view.power
    givers = np.flatnonzero(np.isin(power.givers, view.snapshot["device"].positions(pdus)))
    above = power.network.parent[power.rows + givers]
    return np.unique(above[(above != ABSENT) & (above < power.rows)])
