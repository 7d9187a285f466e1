"""What would mend feeds that bear too little in all: further feeds and PDUs like those that are there."""

from math import ceil

import numpy as np

from gpudesk.checks.finding import Mend
from gpudesk.checks.view import View
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_lines import circuit_va
from gpudesk.derived.pdu_room import free_sides, vertical_pdus

_CONTEXT = "checks"


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
