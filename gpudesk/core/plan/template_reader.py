"""A template from the plain mapping of its file; every fault is reported at once."""

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from gpudesk.core.expressions.expression import ExpressionError, parse
from gpudesk.core.hardware.network_kinds import MOST_SWITCHES, NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.messages.read_faults import A_FLAG, A_LIST, A_MAPPING, A_REASON, A_TEXT, A_WHOLE_NUMBER, missing
from gpudesk.core.names.number_ranges import read_number_ranges
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.core.plan.template_parameter import LONGEST_PATTERN, read_parameters
from gpudesk.core.plan.template_parts import Block, Cooling, Floor, Held, Network, Outside, Power, Stage, Template, Trays

_SPEC = re.compile(r"(0[1-6])?\Z")
_MOST_BLOCKS = 200
_MOST_EXPRESSIONS = 1000
"""Fewer than are kept parsed."""
_HIGHEST_UNIT = 500
PANELS = ("row", "hall")
Part = TypeVar("Part")

_EXPRESSIONS = frozenset(
    (
        "count a_rack phase phase_every rows pitch_mm depth_mm cold_aisle_mm hot_aisle_mm first_aisle_mm height_mm halls voltage_v sides "
        "way redundancy room_mm gap_mm gap_every links first_port accepted_gbps when "
        "tray_width_mm tray_depth_mm cross_width_mm cross_every_mm duct_mm duct_width_mm duct_depth_mm"
    ).split()
).union(NETWORK_SETTINGS)
_PATTERNS = {
    "plan_name": None,
    "hall_name": {"hall"},
    "rack_name": {"row", "place", "hall"},
    "phases": {"phase"},
}
_HELD_FIELDS = frozenset(["n", "rack", "letter", "place"])


def _reason(text: str, /, **values: Value) -> Message:
    """Reason of an error; `text` was marked with QT_TRANSLATE_NOOP("template", …)."""
    return Message("template", text, values)


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Message] = []
        self.expressions = 0

    def fault(self, where: str, what: Message) -> None:
        self.problems.append(Message("template", QT_TRANSLATE_NOOP("template", "{where}: {what}"), {"where": where, "what": what}))

    def part(self, kind: type[Part], raw: Any, where: str, inner: Mapping[str, Any] | None = None) -> Part | None:
        """An object of one of the kinds above from a mapping; `inner` holds fields that were read before."""
        if not isinstance(raw, Mapping):
            self.fault(where, A_MAPPING)
            return None
        known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
        field_values = dict(inner or {})
        for name, value in raw.items():
            if name not in known:
                self.fault(
                    f"{where}.{name}",
                    _reason(QT_TRANSLATE_NOOP("template", "unknown name; valid names: {known}"), known=tuple(sorted(known))),
                )
            elif name not in field_values:
                field_values[name] = self.value(str(name), value, str(known[name].type), f"{where}.{name}")
        lacking = [
            name
            for name, definition in known.items()
            if definition.default is MISSING and definition.default_factory is MISSING and name not in field_values
        ]
        if lacking:
            self.fault(where, missing(lacking))
            return None
        return kind(**{name: value for name, value in field_values.items() if name in known})

    def value(self, name: str, value: Any, kind: str, where: str) -> Any:
        if name in _EXPRESSIONS:
            return self.expression(value, where)
        if kind.startswith("tuple"):
            if not isinstance(value, list):
                self.fault(where, A_LIST)
                return ()
            return tuple(value)
        if kind == "<class 'str'>" and not isinstance(value, str):
            self.fault(where, A_TEXT)
            return ""
        if kind == "<class 'bool'>" and not isinstance(value, bool):
            self.fault(where, A_FLAG)
            return False
        if kind == "<class 'int'>" and (not isinstance(value, int) or isinstance(value, bool)):
            self.fault(where, A_WHOLE_NUMBER)
            return 0
        return value

    def expression(self, value: Any, where: str) -> str:
        text = str(value)
        self.expressions += 1
        if self.expressions == _MOST_EXPRESSIONS:
            self.fault(where, _reason(QT_TRANSLATE_NOOP("template", "there are more than {most} expressions"), most=_MOST_EXPRESSIONS))
        if self.expressions >= _MOST_EXPRESSIONS:
            return "0"
        try:
            parse(text)
        except ExpressionError as error:
            self.fault(where, error.message)
            return "0"
        return text

    def word(self, text: str, known: Sequence[str], where: str) -> None:
        if text not in known:
            self.fault(where, _reason(QT_TRANSLATE_NOOP("template", "one of {known} is required"), known=tuple(known)))

    def places(self, held: Held, where: str) -> None:
        units: tuple[Any, ...] = held.units
        if not all(isinstance(unit, int) and not isinstance(unit, bool) and 1 <= unit <= _HIGHEST_UNIT for unit in units):
            self.fault(f"{where}.units", _reason(QT_TRANSLATE_NOOP("template", "units from 1 to {most} are needed"), most=_HIGHEST_UNIT))
        if not all(side in ("left", "right") for side in held.beside):
            self.fault(f"{where}.beside", _reason(QT_TRANSLATE_NOOP("template", "left or right is required")))

    def pattern(self, text: str, allowed: set[str] | frozenset[str] | None, where: str) -> None:
        if len(text) > LONGEST_PATTERN:
            self.fault(
                where, _reason(QT_TRANSLATE_NOOP("template", "a pattern of at most {most} characters is required"), most=LONGEST_PATTERN)
            )
            return
        try:
            field_parts = [part for part in string.Formatter().parse(text) if part[1] is not None]
        except ValueError:
            self.fault(where, _reason(QT_TRANSLATE_NOOP("template", "braces do not match")))
            return
        if any(_SPEC.match(spec or "") is None or conversion for _, _, spec, conversion in field_parts):
            self.fault(
                where, _reason(QT_TRANSLATE_NOOP("template", "a number is filled up with zeros to at most six digits, as in {n:03}"))
            )
        names = {name for _, name, _, _ in field_parts if name is not None}
        strange = names - allowed if allowed is not None else {name for name in names if not name.isidentifier()}
        if strange:
            self.fault(where, _reason(QT_TRANSLATE_NOOP("template", "{field} has no meaning here"), field=f"{{{min(strange)}}}"))


def read_template(body: Any) -> Template:
    """The template of the plain mapping of a file.

    Raises:
        InvalidData: it is not well formed; every fault is named.
    """
    read = _Reader()
    raw: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
    floor = read.part(Floor, raw.get("floor"), "floor")
    parameters = read_parameters(raw.get("parameters", {}), read.fault)
    blocks = []
    for number, each in enumerate(raw["blocks"] if isinstance(raw.get("blocks"), list) else []):
        where = f"blocks[{number}]"
        holds = each.get("holds", []) if isinstance(each, Mapping) else []
        held = [read.part(Held, one, f"{where}.holds[{place}]") for place, one in enumerate(holds if isinstance(holds, list) else [])]
        for place, one in enumerate(held):
            if one is not None:
                read.pattern(one.name, _HELD_FIELDS, f"{where}.holds[{place}].name")
                read.places(one, f"{where}.holds[{place}]")
        if isinstance(each, Mapping):
            read.pattern(str(each.get("name_pattern", "")), {"n"}, f"{where}.name_pattern")
        block = read.part(Block, each, where, {"holds": tuple(one for one in held if one is not None)})
        if block is not None:
            blocks.append(block)
    if not isinstance(raw.get("blocks"), list) or len(raw["blocks"]) > _MOST_BLOCKS:
        read.fault("blocks", _reason(QT_TRANSLATE_NOOP("template", "a list of at most {most} is required"), most=_MOST_BLOCKS))
    expressions = {
        name: {str(key): read.expression(text, f"{name}.{key}") for key, text in _mapping(read, raw, name).items()}
        for name in ("values", "hall_values", "redundant")
    }
    power = read.part(Power, raw["power"], "power") if "power" in raw else None
    if power is not None:
        read.word(power.panels, PANELS, "power.panels")
    cooling = read.part(Cooling, raw["cooling"], "cooling") if "cooling" in raw else None
    trays = read.part(Trays, raw["trays"], "trays") if "trays" in raw else None
    of_hall = {"power": power, "cooling": cooling, "trays": trays, "floor": floor}
    parts = {
        **of_hall,
        "networks": _networks(read, raw.get("networks", [])),
        "blocks": tuple(blocks),
        "parameters": parameters,
        "site": _mapping(read, raw, "site"),
        "outside": _outside(read, raw),
    }
    inner: dict[str, Any] = parts | expressions
    template = read.part(Template, raw, "template", inner)
    if template is not None:
        for name, allowed in _PATTERNS.items():
            read.pattern(str(getattr(template, name)), allowed, name)
    if read.problems or template is None:
        text = QT_TRANSLATE_NOOP("template", "The template is not valid.")
        raise InvalidData(Message("template", text), problems=tuple(read.problems))
    return template


def _outside(read: _Reader, raw: Mapping[str, Any]) -> dict[str, Outside]:
    outside_by_domain = {}
    for domain, outside_body in _mapping(read, raw, "outside").items():
        where = f"outside.{domain}"
        read.word(str(domain), list(Domain), where)
        outside = read.part(Outside, outside_body, where)
        if outside is not None:
            outside_by_domain[str(domain)] = outside
    return outside_by_domain


def _networks(read: _Reader, raw: Any) -> tuple[Network, ...]:
    if not isinstance(raw, list) or len(raw) > _MOST_BLOCKS:
        read.fault("networks", _reason(QT_TRANSLATE_NOOP("template", "a list of at most {most} is required"), most=_MOST_BLOCKS))
        return ()
    networks = []
    for number, network_body in enumerate(raw):
        where = f"networks[{number}]"
        stage_bodies = network_body.get("stages", []) if isinstance(network_body, Mapping) else []
        stages = [
            read.part(Stage, one, f"{where}.stages[{place}]")
            for place, one in enumerate(stage_bodies if isinstance(stage_bodies, list) else [])
        ]
        for place, stage in enumerate(stages):
            if stage is not None:
                _stage(read, stage, f"{where}.stages[{place}]")
        network = read.part(Network, network_body, where, {"stages": tuple(stage for stage in stages if stage is not None)})
        if network is not None:
            read.word(network.kind, [kind.ports for kind in NetworkKind], f"{where}.kind")
            networks.append(network)
    return tuple(networks)


def _stage(read: _Reader, stage: Stage, where: str) -> None:
    read.word(stage.spread, [spread.name.lower() for spread in Spread], f"{where}.spread")
    try:
        read_number_ranges(stage.switches, MOST_SWITCHES)
    except Refused as fault:
        read.fault(f"{where}.switches", fault.message)
    if stage.accepted_gbps and not stage.reason.strip():
        read.fault(f"{where}.reason", A_REASON)


def _mapping(read: _Reader, raw: Mapping[str, Any], name: str) -> Mapping[Any, Any]:
    value = raw.get(name, {})
    if isinstance(value, Mapping):
        return value
    read.fault(name, A_MAPPING)
    return {}
