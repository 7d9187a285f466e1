"""Reads a plan from JSON or from a template file; checks every field and reports every error."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cooling.cooling_kinds import Redundancy
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.messages.read_faults import A_LIST, A_MAPPING, A_REASON, A_WHOLE_NUMBER, UNKNOWN_NAME, missing, not_between
from gpudesk.core.plan.plan import MOST_PHASE, PARTS, Plan, PlanDevice, PlanPowerNode
from gpudesk.core.plan.plan_domains import REDUNDANT_DEVICES, Domain
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanPathway
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring

_LENGTH_MM = (1, 10**7)
_LOAD_KG = (1, 10**6)
_BOUNDS: Mapping[str, tuple[int, int]] = {
    "width_mm": _LENGTH_MM,
    "depth_mm": _LENGTH_MM,
    "height_mm": _LENGTH_MM,
    "rail_depth_mm": _LENGTH_MM,
    "clear_width_mm": _LENGTH_MM,
    "clear_height_mm": _LENGTH_MM,
    "kind": (min(FloorItemKind), max(FloorItemKind)),
    "raised_floor": (0, 1),
    "tile_mm": _LENGTH_MM,
    "uniform_limit_kg_per_m2": _LOAD_KG,
    "point_limit_kg": _LOAD_KG,
    "rolling_limit_kg": _LOAD_KG,
    "x_mm": (-(10**7), 10**7),
    "y_mm": (-(10**7), 10**7),
    "angle_ddeg": (0, 3599),
    "position": (0, 1000),
    "height": (1, 1000),
    "face": (Face.FRONT, Face.BOTH),
    "side": (Side.LEFT, Side.RIGHT),
    "status": (Status.PLANNED, Status.RETIRED),
    "phase": (0, MOST_PHASE),
    "voltage_v": (1, 10**6),
    "wiring": (min(Wiring), max(Wiring)),
    "line": (0, 2),
    "breaker_a": (1, 10**6),
    "derating_percent": (1, 100),
    "continuous_percent": (1, 100),
    "capacity_va": (1, 10**10),
    "port": (0, 10**5),
    "outlet": (0, 10**5),
    "length_mm": _LENGTH_MM,
    **dict.fromkeys(("cross_width_mm", "cross_every_mm", "duct_mm", "duct_width_mm", "duct_depth_mm"), _LENGTH_MM),
    "fill_percent": (1, 100),
    "load_kg_per_m": (1, 10_000),
    "bend_radius_mm": (1, 10_000),
    "redundancy": (min(Redundancy), max(Redundancy)),
    "links": NETWORK_SETTINGS["leaf_up"],
    "spread": (min(Spread), max(Spread)),
    "accepted_gbps": NETWORK_SETTINGS["rate_gbps"],
    "per_tray": (0, 1),
    "first_port": NETWORK_SETTINGS["leaf_up"],
    **dict.fromkeys(("a_port", "b_port"), (0, 10**5)),
    **dict.fromkeys(("a_lane", "b_lane", "lanes"), (0, 1000)),
    "assembly": (1, 10**9),
    "by_hand": (0, 1),
    **NETWORK_SETTINGS,
}
"""The lowest and highest whole number of each field that is not a reference."""
_OWN_BOUNDS: Mapping[tuple[type[Any], str], tuple[int, int]] = {
    (PlanDevice, "face"): (Face.FRONT, Face.REAR),
    (PlanPowerNode, "kind"): (min(PowerNodeKind), max(PowerNodeKind)),
    (PlanNetwork, "kind"): (min(NetworkKind), max(NetworkKind)),
    (PlanPathway, "kind"): (min(PathwayKind), max(PathwayKind)),
    (PlanPathway, "height_mm"): (-20_000, 100_000),
}
"""The same for fields that mean something else in one part than in the others."""
_REFERENCES = {
    "hall": "halls",
    "to_hall": "halls",
    "row": "rows",
    "rack": "racks",
    "parent": "devices",
    "device": "devices",
    "giver": "devices",
    "node": "power_nodes",
    "fed_by": "power_nodes",
    "alternate": "power_nodes",
    "network": "networks",
    "a_device": "devices",
    "b_device": "devices",
}
_EARLIER = frozenset(["parent", "fed_by", "alternate"])
"""References to objects of the same kind: these must come first, so that nothing contains or feeds itself."""
Item = TypeVar("Item")


def plan_from_plain(body: Any) -> Plan:
    """The plan that `Plan.to_plain` wrote or a template file holds.

    Raises:
        InvalidData: it is not well formed; every fault is named.
    """
    problems: list[Message] = []

    def fault(where: str, what: Message) -> None:
        text = QT_TRANSLATE_NOOP("plan", "{where}: {what}")
        problems.append(Message("plan", text, {"where": where, "what": what}))

    if not isinstance(body, Mapping):
        fault("plan", A_MAPPING)
        body = {}
    for name in set(body) - set(PARTS) - {"name", "phases", "site", "types", "outside", "redundant"}:
        fault("plan", _reason(QT_TRANSLATE_NOOP("plan", "unknown name {name}"), name=repr(name)))
    parts: dict[str, tuple[Any, ...]] = {}
    for part, kind in PARTS.items():
        raw = body.get(part, [])
        if not isinstance(raw, list | tuple):
            fault(part, A_LIST)
            raw = []
        parts[part] = tuple(
            item for number, entry in enumerate(raw) if (item := _item(kind, entry, f"{part}[{number}]", fault)) is not None
        )
    for part, items in parts.items():
        for number, item in enumerate(items):
            for name, target in _REFERENCES.items():
                place = getattr(item, name, None)
                limit = number if name in _EARLIER else len(parts[target])
                if place is not None and not 0 <= place < limit:
                    fault(
                        f"{part}[{number}].{name}",
                        _reason(QT_TRANSLATE_NOOP("plan", "there is no {part} number {place}"), part=target[:-1], place=place),
                    )
    for number, stage in enumerate(parts["stages"]):
        if stage.accepted_gbps is not None and not stage.reason.strip():
            fault(f"stages[{number}].reason", A_REASON)
    phases = {}
    for number, name in _mapping(body, "phases", fault).items():
        if re.fullmatch("[0-9]{1,3}", str(number)):
            phases[int(number)] = str(name)
        else:
            fault(
                "phases",
                _reason(
                    QT_TRANSLATE_NOOP("plan", "{value} is no whole number from 0 to {most}"), value=repr(str(number)[:40]), most=MOST_PHASE
                ),
            )
    outside = {}
    for domain, reason in _mapping(body, "outside", fault).items():
        if domain in list(Domain) and isinstance(reason, str) and reason.strip():
            outside[str(domain)] = reason
        else:
            fault(
                "outside",
                _reason(
                    QT_TRANSLATE_NOOP("plan", "{value} is not a domain with a reason; valid domains: {known}"),
                    value=repr(str(domain)[:40]),
                    known=tuple(Domain),
                ),
            )
    redundant = {}
    for role, count in _mapping(body, "redundant", fault).items():
        low, high = REDUNDANT_DEVICES
        if _whole(count) and low <= count <= high:
            redundant[str(role)] = count
        else:
            fault(f"redundant.{str(role)[:40]}", not_between(count, low, high) if _whole(count) else A_WHOLE_NUMBER)
    types = _mapping(body, "types", fault)
    for key, entry in types.items():
        if not isinstance(entry, Mapping):
            fault(f"types.{key}", A_MAPPING)
    site = _mapping(body, "site", fault)
    plan = Plan(str(body.get("name", "")), **parts, phases=phases, site=site, types=types, outside=outside, redundant=redundant)
    if problems:
        raise InvalidData(Message("plan", QT_TRANSLATE_NOOP("plan", "The plan is not valid.")), problems=tuple(problems))
    return plan


def _reason(text: str, /, **values: Value) -> Message:
    """Reason of an error; `text` was marked with QT_TRANSLATE_NOOP("plan", …)."""
    return Message("plan", text, values)


def _mapping(body: Mapping[str, Any], name: str, fault: Any) -> Mapping[Any, Any]:
    value = body.get(name, {})
    if isinstance(value, Mapping):
        return value
    fault(name, A_MAPPING)
    return {}


def _item(kind: type[Item], entry: Any, where: str, fault: Any) -> Item | None:
    if not isinstance(entry, Mapping):
        fault(where, A_MAPPING)
        return None
    known = {part.name: part for part in fields(kind)}  # type: ignore[arg-type]
    good = True
    for name, value in entry.items():
        if name not in known:
            fault(f"{where}.{name}", UNKNOWN_NAME)
            good = False
            continue
        type_name = str(known[name].type)
        fits = (value is None and "None" in type_name) or (
            isinstance(value, str) if type_name.startswith("<class 'str'") else _whole(value)
        )
        if not fits:
            fault(f"{where}.{name}", _reason(QT_TRANSLATE_NOOP("plan", "{value} does not fit"), value=_shown(value)))
            good = False
        elif name in _BOUNDS and value is not None:
            low, high = _OWN_BOUNDS.get((kind, name), _BOUNDS[name])
            if not low <= value <= high:
                fault(f"{where}.{name}", not_between(value, int(low), int(high)))
                good = False
    if not good:
        return None
    lacking = [name for name, part in known.items() if part.default is MISSING and part.default_factory is MISSING and name not in entry]
    if lacking:
        fault(where, missing(lacking))
        return None
    return kind(**entry)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**53) < value < 2**53
