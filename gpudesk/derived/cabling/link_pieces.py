"""Components of a link from end to end: ports, modules, cables, and the panels between them, with the path of each strand."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_fibre import splits
from gpudesk.core.cabling.link_parts import VerdictRow
from gpudesk.core.cabling.pathways import FIBRE
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.polarity import POSITIONS, Strands, cord_strands
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.links.link_verdicts import cable_verdict
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.links.os_port_names import end_name
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.derived.pathways.pathway_network import way_plan
from gpudesk.derived.ports.panel_strands import strands_between
from gpudesk.derived.ports.port_names import port_names
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class LinkStop:
    """A device at the end of a link, or along it.

    Attributes:
        near, far: names of the ports where the link enters and leaves; one of them is "" at an end.
        module: module plugged in, None for none and in panels.
        strands: strand positions through a panel, None at an end and if unknown.
    """

    device_id: int
    name: str
    near: str
    far: str
    kind: HardwareType
    module: HardwareType | None = None
    strands: Strands | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LinkCable:
    """A cable of a link.

    Attributes:
        kind: None if none is selected.
        strands: strand mapping along the link, None if it is unknown or there are no strands.
    """

    cable_id: int
    kind: HardwareType | None
    length_mm: int | None
    strands: Strands | None


@dataclass(frozen=True, slots=True, eq=False)
class LinkPath:
    """A link, with the verdict on it: stops and cables in turns, a stop more than cables."""

    stops: tuple[LinkStop, ...]
    cables: tuple[LinkCable, ...]
    rows: tuple[VerdictRow, ...]

    @property
    def length_mm(self) -> int | None:
        """Total length of all cables, None if one is unknown."""
        lengths = [cable.length_mm for cable in self.cables]
        return None if any(length is None for length in lengths) else sum(length or 0 for length in lengths)


@dataclass(frozen=True, slots=True)
class CableWay:
    """Route of one cable: length in mm (None for no route), names of its pathways, whether it stays in a rack or is estimated."""

    length_mm: int | None
    through: tuple[str, ...]
    in_rack: bool
    estimated: bool


def link_path(snapshot: Snapshot, cable_id: int) -> LinkPath:
    """The link of a cable.

    Raises:
        KeyError: there is no such cable.
    """
    link, rows = cable_verdict(snapshot, cable_id)
    legs = list(zip(link.cable.tolist(), link.turned.tolist(), strict=True))
    stops: list[LinkStop] = []
    pieces: list[LinkCable] = []
    for number, (place, turned) in enumerate(legs):
        near, far = ("b", "a") if turned else ("a", "b")
        if number:
            before, was_turned = legs[number - 1]
            entry_side = "a" if was_turned else "b"
            stops.append(_panel(snapshot, before, entry_side, place, near))
        else:
            stops.append(_end(snapshot, place, near, leaves=True))
        pieces.append(_cable(snapshot, place, turned))
        if number == len(legs) - 1:
            stops.append(_end(snapshot, place, far, leaves=False))
    return LinkPath(tuple(stops), tuple(pieces), rows)


def cable_way(snapshot: Snapshot, cable_id: int) -> CableWay:
    """How a cable runs.

    Raises:
        KeyError: there is no such cable.
    """
    cables = snapshot["cable"]
    place = np.array([cables.position(cable_id)])
    route = routes(snapshot, cable_side(cables, "a", place), cable_side(cables, "b", place), FIBRE)
    _, sections = route.sections()
    through: list[str] = []
    if len(sections):
        ways = snapshot.cached(way_plan).network.way[sections]
        names = snapshot["pathway"]["name"]
        through = list(dict.fromkeys(str(names[way]) for way in ways.tolist()))
    length = float(route.length_mm[0])
    return CableWay(None if np.isnan(length) else round(length), tuple(through), bool(route.in_rack[0]), bool(route.estimated[0]))


def _end(snapshot: Snapshot, place: int, side: str, *, leaves: bool) -> LinkStop:
    device_id, port = _port(snapshot, place, side)
    kind, name, _ = _named(snapshot, device_id, port)
    port_name = end_name(snapshot, place, side)
    module = int(snapshot["cable"][f"{side}_module_id"][place])
    plugged = None if module == ABSENT else snapshot.types[module]
    return LinkStop(device_id, name, "" if leaves else port_name, port_name if leaves else "", kind, plugged)


def _panel(snapshot: Snapshot, before: int, came: str, place: int, leaves: str) -> LinkStop:
    device_id, near = _port(snapshot, before, came)
    _, far = _port(snapshot, place, leaves)
    kind, name, near_name = _named(snapshot, device_id, near)
    far_name = _named(snapshot, device_id, far)[2]
    type_id = int(snapshot["device"].row(device_id)["type_id"])
    strands = strands_between(snapshot.types, type_id, near, far) if kind.passages else None
    return LinkStop(device_id, name, near_name, far_name, kind, strands=strands)


def _cable(snapshot: Snapshot, place: int, turned: bool) -> LinkCable:
    cables = snapshot["cable"]
    type_id, length = int(cables["type_id"][place]), int(cables["length_mm"][place])
    kind = None if type_id == ABSENT else snapshot.types[type_id]
    strands = None if kind is None or splits(kind) > 1 else _strands(kind)
    if strands is not None and turned:
        strands = {far: near for near, far in strands.items()}
    return LinkCable(int(cables.ids[place]), kind, None if length == ABSENT else length, strands)


def _strands(kind: HardwareType) -> Strands | None:
    """Where the strands of a cord or trunk lead; None of copper, and where connectors differ."""
    positions = {POSITIONS.get(end.connector) for end in kind.ends}
    count = positions.pop() if len(positions) == 1 else None
    return None if count is None else cord_strands(kind.text("polarity"), count)


def _port(snapshot: Snapshot, place: int, side: str) -> tuple[int, int]:
    cables = snapshot["cable"]
    return int(cables[f"{side}_device_id"][place]), int(cables[f"{side}_port"][place])


def _named(snapshot: Snapshot, device_id: int, port: int) -> tuple[HardwareType, str, str]:
    devices, names = snapshot["device"], snapshot.cached(port_names)
    place = devices.position(device_id)
    type_id = int(devices["type_id"][place])
    code = int(names.codes(np.array([type_id]), np.array([port]))[0])
    return snapshot.types[type_id], str(devices["name"][place]), names.names[code]
