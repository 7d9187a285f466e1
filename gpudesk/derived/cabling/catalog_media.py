"""The cables, cords and modules of the catalog and of a project as plain records from which media are chosen."""

import math
import re
from collections.abc import Iterable

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.media_parts import COPPER, TWISTED_PAIR, Cage, Cord, Medium, Module, Optics, Parts, PluggedCable, Trunk
from gpudesk.core.hardware.hardware import CableEnd, Family, HardwareType
from gpudesk.core.hardware.lane_maps import leads_right
from gpudesk.core.hardware.plugs import PLUG_LANES
from gpudesk.project.snapshot import Snapshot

_PLUGGED = {"dac": Medium.DAC, "acc": Medium.ACC, "aec": Medium.AEC, "aoc": Medium.AOC}
_CORDS = ("jumper", "splitter", "copper")
_RIGHT_POLARITY = {"mpo12": "B", "mpo16": "B", "mmc12": "B", "lc2": "A-B"}
_PARALLEL = re.compile(r"\d+GBASE-(SR|VR|DR)\d*(-2)?\Z")
_LANE = re.compile(r"(\d+)G\b")
_REACHES = {"OM3": "reach_om3_m", "OM4": "reach_om4_m", "OM5": "reach_om5_m", "OS2": "reach_os2_m"}
_latest: dict[str, tuple[HardwareType, ...]] = {}


def parts(snapshot: Snapshot) -> Parts:
    """All parts of the catalog, and additional parts of the project (use `snapshot.cached(parts)`)."""
    known = {kind.key: kind for kind in _of_catalog()}
    for kind in snapshot.types.values():
        if kind.family in (Family.CABLE, Family.TRANSCEIVER):
            known.setdefault(kind.key, kind)
    return parts_of(known.values())


def _of_catalog() -> tuple[HardwareType, ...]:
    catalog = open_catalog()
    if catalog.version not in _latest:
        _latest.clear()
        _latest[catalog.version] = tuple(entry.type for entry in catalog.of_families(Family.CABLE, Family.TRANSCEIVER))
    return _latest[catalog.version]


def parts_of(kinds: Iterable[HardwareType]) -> Parts:
    """The parts among some types; types with too little data for a selection are left out."""
    modules: list[Module] = []
    cords: list[Cord] = []
    cables: list[PluggedCable] = []
    trunks: list[Trunk] = []
    for kind in kinds:
        if kind.family is Family.TRANSCEIVER:
            modules.extend(_module(kind))
        elif kind.family is Family.CABLE and (medium := _PLUGGED.get(kind.text("cable_kind"))) is not None:
            cables.extend(_plugged(kind, medium))
        elif kind.family is Family.CABLE and kind.text("cable_kind") in _CORDS:
            cords.extend(_cord(kind))
        elif kind.family is Family.CABLE and kind.text("cable_kind") == "trunk":
            trunks.extend(_trunk(kind))
    return Parts(tuple(modules), tuple(cords), tuple(cables), tuple(trunks))


def cage_of(kind: HardwareType, group_number: int) -> Cage:
    """The cages of one of the port groups of a type. Switches state their protocol; devices connected to them adopt it."""
    group = kind.port_groups[group_number]
    protocols = kind.text("protocols") if kind.family is Family.SWITCH and group.kind != "rj45" else ""
    infiniband = "InfiniBand" in protocols if protocols else None
    return Cage(group.kind, group.heat_sink, group.ports_per_cage, group.lanes, group.rate_gbps or 0.0, kind.vendor, infiniband)


def _module(kind: HardwareType) -> Iterable[Module]:
    cage, face = _end(kind, "cage"), _end(kind, "b") or _end(kind, "a")
    mode, standard = kind.text("fibre_mode"), kind.text("optical_standard").split("× ")[-1]
    if cage is None or face is None or cage.rate_gbps is None or cage.connector not in PLUG_LANES:
        return
    if mode == COPPER:
        if face.connector == "rj45":
            optics = Optics(TWISTED_PAIR, cage.rate_gbps, 1, COPPER, "rj45")
            yield _made(kind, cage, face, optics, PLUG_LANES[cage.connector] if cage.connector.startswith("sfp") else 1)
        return
    coding, lanes = _LANE.match(kind.text("lane_coding")), kind.number("optical_lanes")
    if coding is None or not lanes:
        return
    parallel = _PARALLEL.match(standard)
    pmd = parallel[1] + (parallel[2] or "") if parallel else standard
    behind = int(lanes) // face.count
    optics = Optics(pmd, float(coding[1]), behind, mode, face.connector, face.polish, parallel is not None and behind > 1)
    electrical = int(kind.number("electrical_lanes") or (lanes if cage.connector == "osfp" else PLUG_LANES[cage.connector]))
    yield _made(kind, cage, face, optics, electrical)


def _made(kind: HardwareType, cage: CableEnd, face: CableEnd, optics: Optics, lanes: int) -> Module:
    infiniband, ethernet = _fabrics(kind)
    reach = {grade: value for grade, fact in _REACHES.items() if (value := kind.number(fact)) is not None}
    rate = cage.rate_gbps or 0.0
    return Module(
        kind.key,
        kind.vendor,
        cage.connector,
        cage.heat_sink,
        lanes,
        rate / lanes,
        face.count,
        optics,
        reach,
        infiniband,
        ethernet,
        kind.number("price_usd") or math.inf,
    )


def _plugged(kind: HardwareType, medium: Medium) -> Iterable[PluggedCable]:
    a, b = _end(kind, "a"), _end(kind, "b")
    if a is None or b is None or a.rate_gbps is None or a.connector not in PLUG_LANES or a.count != 1:
        return
    lanes = PLUG_LANES[a.connector]
    infiniband, ethernet = _fabrics(kind)
    yield PluggedCable(
        kind.key,
        kind.vendor,
        medium,
        (a.connector, a.heat_sink),
        (b.connector, b.heat_sink),
        b.count,
        lanes,
        a.rate_gbps / lanes,
        _lengths(kind),
        infiniband,
        ethernet,
        kind.text("jacket_rating"),
        kind.number("price_usd") or math.inf,
    )


def _cord(kind: HardwareType) -> Iterable[Cord]:
    a, b = _end(kind, "a"), _end(kind, "b")
    if a is None or b is None or a.count != 1 or not kind.lengths:
        return
    copper = kind.text("cable_kind") == "copper"
    right = True
    if not copper and (kind.lane_map or b.count == 1):
        right = leads_right(kind) if kind.lane_map else kind.text("polarity") == _RIGHT_POLARITY.get(a.connector)
    yield Cord(
        kind.key,
        kind.vendor,
        (a.connector, a.polish),
        (b.connector, b.polish),
        b.count,
        COPPER if copper else kind.text("fibre_mode"),
        "" if copper else kind.text("fibre_type"),
        right and "male" not in (a.gender, b.gender),
        _lengths(kind),
        kind.text("jacket_rating"),
        (a.rate_gbps or 0.0) if copper else 0.0,
        kind.number("length_max_m") or math.inf,
        kind.number("price_usd") or math.inf,
    )


def _trunk(kind: HardwareType) -> Iterable[Trunk]:
    a, b = _end(kind, "a"), _end(kind, "b")
    if a is None or b is None or (a.connector, a.count, a.polish) != (b.connector, b.count, b.polish) or not kind.lengths:
        return
    right = kind.text("polarity") == _RIGHT_POLARITY.get(a.connector) and "female" not in (a.gender, b.gender)
    face = a.connector, a.polish
    jacket = kind.text("jacket_rating")
    yield Trunk(kind.key, kind.vendor, face, a.count, kind.text("fibre_mode"), kind.text("fibre_type"), right, _lengths(kind), jacket)


def _end(kind: HardwareType, name: str) -> CableEnd | None:
    return next((end for end in kind.ends if end.end == name), None)


def _lengths(kind: HardwareType) -> tuple[float, ...]:
    return tuple(sorted(length.length_m for length in kind.lengths))


def _fabrics(kind: HardwareType) -> tuple[bool, bool]:
    """Whether a part is for InfiniBand and for Ethernet; parts that do not state it are for Ethernet."""
    protocols = kind.text("protocols")
    return "InfiniBand" in protocols, "Ethernet" in protocols or not protocols
