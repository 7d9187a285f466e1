"""Power cords: whether they fit, have sufficient current rating and are long enough."""

import math
from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import wired
from gpudesk.checks.rules.common.power_rule_view import WIRED
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.power.power_fixes import rewire_fix
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity, Value
from gpudesk.core.power.power_sockets import cord_fits, cord_length_mm, sockets
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.columns.joins import distinct
from gpudesk.derived.columns.row_subset import Picked
from gpudesk.derived.power.power_reach import NEAR_MM as LONGEST_CORD_MM
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM
from gpudesk.project.types import Types

CORDS = reading(WIRED, {"power_cord": ("type_id", "length_mm"), "device": ("position",), "rack": ("type_id", "hall_id", "x_mm", "y_mm")})


def _cords(view: View) -> Columns:
    """The cords that lead into the racks to check from an outlet."""
    cords, devices = view.snapshot["power_cord"], view.snapshot["device"]
    if view.only is None:
        return Picked(cords, np.flatnonzero(cords["from_port"] != ABSENT))
    here = cords.among("device_id", devices.ids[view.whereabouts.inside(view.ids)])
    return Picked(cords, here[cords.at("from_port", here) != ABSENT])


def _racks(view: View, cords: Columns) -> Ids:
    racks: Ids = view.whereabouts.rack[view.snapshot["device"].positions(cords["device_id"])]
    return racks


@rule(
    "power.cord_fit",
    title=QT_TRANSLATE_NOOP("checks", "Cords fit the inlet and the outlet"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cords do not fit"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=CORDS,
    when=wired,
    source=QT_TRANSLATE_NOOP("checks", "IEC 60320: matching plugs, connectors, outlets and inlets"),
)
def cord_fit(view: View) -> Iterator[Violation]:
    """A cord with connectors other than those of the inlet or outlet, or in a port that the device does not have."""
    cords, devices = view.cached(_cords), view.snapshot["device"]
    if not cords.rows:
        return
    taker, giver = devices.positions(cords["device_id"]), devices.positions(cords["from_device_id"])
    keys = [cords["type_id"], devices["type_id"][taker], cords["port"], devices["type_id"][giver], cords["from_port"]]
    first, of_cord = distinct(keys)
    known = view.types.cached(_known_misfits)
    misfits = []
    for kind in zip(*(key[first].tolist() for key in keys), strict=True):
        if kind not in known:
            known[kind] = _misfit(view.types, *kind)
        misfits.append(known[kind])
    wrong = np.array(misfits, bool)[of_cord]
    racks = _racks(view, cords)
    for place in np.flatnonzero(wrong & (racks != ABSENT)).tolist():
        device, rack = int(cords["device_id"][place]), int(racks[place])
        text = QT_TRANSLATE_NOOP("checks", "The cord of {name} does not match its connection at {source}.")
        message = rule_text(text, name=view.name("device", device), source=view.name("device", int(cords["from_device_id"][place])))
        objects = (("power_cord", int(cords.ids[place])), ("device", device))
        yield Violation((rack,), objects, view.rack_place(rack), message, fix=rewire_fix(view, rack))


def _known_misfits(types: Types) -> dict[tuple[int, ...], bool]:
    """Cord, load and its port, supply and its port → whether they do not fit, cached as queried."""
    return {}


def _misfit(types: Types, cord: int, taker: int, port: int, giver: int, outlet_port: int) -> bool:
    inlet = next((socket for socket in sockets(types[taker]).inlets if socket.port == port), None)
    outlet = sockets(types[giver]).outlet(outlet_port)
    if inlet is None or outlet is None:
        return True
    return cord != ABSENT and not cord_fits(types[cord], inlet.kind, outlet.kind)


@rule(
    "power.cord_reach",
    title=QT_TRANSLATE_NOOP("checks", "Cords reach from the power supply to their outlet"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cords are too short"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=CORDS,
    when=wired,
    limits=("cord_allowance_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Heights of inlet and outlet in the rack, plus the allowance of the site sheet"),
)
def cord_reach(view: View) -> Iterator[Violation]:
    """Cords that are too short, lead to another hall, or for which no length is long enough; DGX systems accept only 1.2 m cords."""
    cords, devices = view.cached(_cords), view.snapshot["device"]
    racks = _racks(view, cords)
    taker, giver = devices.positions(cords["device_id"]), devices.positions(cords["from_device_id"])
    there = devices["rack_id"][giver]
    standing = (racks != ABSENT) & (there != ABSENT) & (devices["rack_id"][taker] == racks)
    here = np.flatnonzero(standing & ((cords["length_mm"] != ABSENT) | (there != racks)))
    if not len(here):
        return
    allowance = view.sheet.limit("cord_allowance_mm")
    high = _heights_mm(view, taker[here], cords["port"][here]), _heights_mm(view, giver[here], cords["from_port"][here])
    needed = cord_length_mm(high[0], high[1], allowance) + _across_mm(view, racks[here], there[here])
    has = cords["length_mm"][here]
    for place in np.flatnonzero(np.where(has == ABSENT, LONGEST_CORD_MM, has) < needed).tolist():
        cord, rack, device = here[place], int(racks[here[place]]), int(cords["device_id"][here[place]])
        values: dict[str, Value] = {"name": view.name("device", device), "source": view.name("device", int(cords["from_device_id"][cord]))}
        length = None if has[place] == ABSENT else Quantity(float(has[place]), "mm")
        needed_length = _whole_cm(float(needed[place]))
        if needed_length is None:
            length = None
            text = QT_TRANSLATE_NOOP("checks", "A cord of {name} is connected to an outlet on {source}, which is in another hall.")
        elif length is None:
            text = QT_TRANSLATE_NOOP(
                "checks",
                (
                    "The length of a cord of {name} is unknown; reaching its outlet on {source} requires {wanted}, and the "
                    "longest cord is {longest}."
                ),
            )
            values |= {"wanted": needed_length, "longest": Quantity(float(LONGEST_CORD_MM), "mm")}
        else:
            text = QT_TRANSLATE_NOOP("checks", "A cord of {name} is {length} long; reaching its outlet on {source} requires {wanted}.")
            values |= {"wanted": needed_length, "length": length}
        objects = (("power_cord", int(cords.ids[cord])), ("device", device))
        yield Violation((rack,), objects, view.rack_place(rack), rule_text(text, **values), length, needed_length, rewire_fix(view, rack))


def _whole_cm(length_mm: float) -> Quantity | None:
    """A length in mm, up to whole centimeters; None where no cord is long enough (inf)."""
    return Quantity(float(10 * math.ceil(round(length_mm, 3) / 10)), "mm") if math.isfinite(length_mm) else None


def _across_mm(view: View, racks: Ids, others: Ids) -> Reals:
    """How far it is from racks to others, at right angles, as `derived.power.power_reach.needed_mm` counts; inf to another hall, shape
    (n,)."""
    table = view.snapshot["rack"]
    here, there = table.positions(racks), table.positions(others)
    across = abs(table["x_mm"][here] - table["x_mm"][there]) + abs(table["y_mm"][here] - table["y_mm"][there])
    distances_mm: Reals = np.where(table["hall_id"][here] == table["hall_id"][there], across.astype(np.float64), np.inf)
    return distances_mm


def _heights_mm(view: View, places: Ids, ports: Ids) -> Reals:
    """The heights of sockets of devices in racks above the floor, shape (n,)."""
    devices, racks, types = view.snapshot["device"], view.snapshot["rack"], view.types
    rack_types = racks["type_id"][racks.positions(devices["rack_id"][places])]
    pitch = np.nan_to_num(types.numbers("unit_pitch_mm", rack_types), nan=DEFAULT_PITCH_MM)
    base = np.nan_to_num(types.numbers("first_unit_mm", rack_types)) + devices["position"][places] * pitch / 2
    table, of_type = types.cached(_socket_heights), devices["type_id"][places]
    on_device: Reals = table[of_type, np.minimum(ports, table.shape[1] - 1)]
    return base + on_device


def _socket_heights(types: Types) -> Reals:
    """The height of each port on its device by type id and index, 0 for a port that is not a socket, shape (ids, ports)."""
    sockets_by_type = {type_id: (*sockets(types[type_id]).inlets, *sockets(types[type_id]).outlets) for type_id in types}
    most = max((socket.port for sockets_ in sockets_by_type.values() for socket in sockets_), default=0)
    heights = np.zeros((max(types, default=0) + 1, most + 2))
    for type_id, sockets_ in sockets_by_type.items():
        for socket in sockets_:
            heights[type_id, socket.port] = socket.height_mm
    return heights
