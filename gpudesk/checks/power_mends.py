"""What would mend feeds and PDUs that carry too much: cords laid anew, further feeds and PDUs like those that are there."""

from math import ceil

import numpy as np

from gpudesk.checks.finding import Mend
from gpudesk.checks.view import View
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_lines import circuit_va
from gpudesk.derived.pdu_room import free_sides, vertical_pdus
from gpudesk.derived.power_bench import plan_wired_anew
from gpudesk.derived.power_plan import PowerPlan

_CONTEXT = "checks"
ROUNDING = 1e-9


def rewire_mend(view: View, rack: int) -> Mend:
    """Lay the cords of a rack again."""
    title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Wire {rack} anew"), {"rack": view.name("rack", rack)})
    return Mend("wire_power", {"rack_ids": [rack], "rewire": True}, title)


def wire_anew_mend(view: View, node: int, rack: int) -> Mend | None:
    """Laying the cords of the rack anew, where the node bears what it carries then."""
    anew = _wired_anew(view, rack)
    at = _same_node(view.power, node, anew)
    if at is None or anew.flow.worst_a[at] > anew.limit_a[at] * (1 + ROUNDING):
        return None
    return rewire_mend(view, rack)


def _wired_anew(view: View, rack: int) -> PowerPlan:
    known = view.cached(_plans_wired_anew)
    if rack not in known:
        known[rack] = plan_wired_anew(view.snapshot, rack)
    return known[rack]


def _plans_wired_anew(view: View) -> dict[int, PowerPlan]:
    """By rack, as far as it was asked for."""
    return {}


def _same_node(power: PowerPlan, node: int, other: PowerPlan) -> int | None:
    """The place in another plan of a node of this one."""
    if node < power.rows:
        place = np.flatnonzero(other.node_ids == power.node_ids[node])
        return int(place[0]) if len(place) else None
    bank = node >= power.first_bank
    giver = int(power.bank_giver[node - power.first_bank]) if bank else node - power.rows
    place = np.flatnonzero(other.givers == power.givers[giver])
    if not len(place):
        return None
    if not bank:
        return other.rows + int(place[0])
    found = np.flatnonzero((other.bank_giver == place[0]) & (other.bank_number == power.bank_number[node - power.first_bank]))
    return other.first_bank + int(found[0]) if len(found) else None


def more_feeds_mend(view: View, rack: int) -> Mend | None:
    """As many further feeds like the present ones as it takes to bear all that the rack draws; None where they have no room."""
    power, snapshot = view.power, view.snapshot
    devices, racks = snapshot["device"], snapshot["rack"]
    pdus = vertical_pdus(devices, view.types, rack)
    feeds = _feeds_of(view, pdus)
    if not len(feeds) or len(feeds) != len(pdus):
        return None
    bears = circuit_va(power.network.voltage_v[feeds], power.limit_a[feeds], power.network.wiring[feeds])
    carried = float(power.flow.va[feeds].sum())
    if not (bears > 0).all():
        return None
    count = ceil((carried - bears.sum()) / bears[0])
    if not 0 < count <= len(free_sides(devices, racks, view.types, rack)):
        return None
    text = QT_TRANSLATE_NOOP("checks", "Give {rack} one more feed and PDU like those that it has")
    if count > 1:
        text = QT_TRANSLATE_NOOP("checks", "Give {rack} {count} more feeds and PDUs like those that it has")
    title = Message(_CONTEXT, text, {"rack": view.name("rack", rack), "count": count})
    return Mend("add_rack_feeds", {"rack_id": rack, "count": count}, title)


def _feeds_of(view: View, pdus: Ids) -> Ids:
    """The nodes on which PDUs hang, each once; those that hang on none are left out."""
    power = view.power
    givers = np.flatnonzero(np.isin(power.givers, view.snapshot["device"].positions(pdus)))
    above = power.network.parent[power.rows + givers]
    return np.unique(above[(above != ABSENT) & (above < power.rows)])
