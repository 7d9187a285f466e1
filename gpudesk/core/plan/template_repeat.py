"""A stored plan that is repeated: one rack along its row, and one row across the floor, with names numbered consecutively.

The plan of such a template contains only the first row, and only the first of the identical racks. Its other objects (columns,
doors, devices on the floor) are placed once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.messages.read_faults import A_PATTERN, UNKNOWN_NAME
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.plan.template_parameter import LONGEST_PATTERN, MOST_OBJECTS, Parameter, chosen_parameters, read_parameters

_CONTEXT = "template"
FULL_TURN_DDEG = 3600
_FIELD = re.compile(r"\{([a-z_]+)(?::0([1-6]))?\}")
RACK_FIELDS = frozenset(["row", "place", "n"])
DEVICE_FIELDS = frozenset(["rack", "rack_low", "n"])
ROW_FIELDS = frozenset(["letter", "n"])
RACKS, ROWS = "racks", "rows"


@dataclass(frozen=True, slots=True)
class Step:
    """From one row to the next: how far, and by how much its racks are turned."""

    x_mm: int
    y_mm: int
    turn_ddeg: int = 0


@dataclass(frozen=True, slots=True)
class Repeat:
    """How the first row of a plan is repeated.

    Attributes:
        parameters: "racks" (number of copies of the rack in its row) and "rows", or one of them.
        rack: the rack of the plan that is repeated along the row; those after it in the plan move on.
        pitch_x_mm, pitch_y_mm: offset between two of these racks.
        steps: from each row to the next, starting over after the last.
        row_names, rack_names: patterns; {letter} is A, B …, {n} counts through, {place} counts in the row, {row} is the row name.
        first: pattern to the number of its first name, by default 1. Device names are patterns of {n}, {rack} and
            {rack_low}.
    """

    parameters: Mapping[str, Parameter]
    rack: int = 0
    pitch_x_mm: int = 0
    pitch_y_mm: int = 0
    steps: tuple[Step, ...] = ()
    row_names: str = "{letter}"
    rack_names: str = "{row}{place:02}"
    first: Mapping[str, int] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """The mapping of a file."""
        parameters = {name: parameter.to_plain() for name, parameter in self.parameters.items()}
        steps = [[step.x_mm, step.y_mm, step.turn_ddeg] for step in self.steps]
        body: dict[str, Any] = {"parameters": parameters, "rack": self.rack, "pitch_mm": [self.pitch_x_mm, self.pitch_y_mm]}
        return body | {"steps": steps, "row_names": self.row_names, "rack_names": self.rack_names, "first": dict(self.first)}


def read_repeat(body: Any, plan: Plan) -> Repeat:
    """The repetition that a file specifies for its plan.

    Raises:
        InvalidData: it is not well formed; every error is listed.
    """
    faults: list[Message] = []

    def fault(where: str, what: Message) -> None:
        text = QT_TRANSLATE_NOOP("template", "{where}: {what}")
        faults.append(Message(_CONTEXT, text, {"where": f"repeat.{where}", "what": what}))

    raw = body if isinstance(body, Mapping) else {}
    for name in sorted(set(raw) - _NAMES):
        fault(name, UNKNOWN_NAME)
    parameters = read_parameters(raw.get("parameters", {}), fault)
    for name, parameter in parameters.items():
        if name not in (RACKS, ROWS) or parameter.kind != "number" or parameter.minimum < 1:
            fault(f"parameters.{name}", _reason(QT_TRANSLATE_NOOP("template", "only racks and rows are counted, from 1 on")))
    pitch = _numbers(raw.get("pitch_mm", [0, 0]), 2, "pitch_mm", fault)
    steps = raw.get("steps", [])
    if not isinstance(steps, list) or len(steps) > _MOST_STEPS:
        fault("steps", _reason(QT_TRANSLATE_NOOP("template", "a short list is required")))
        steps = []
    read_steps = tuple(Step(*_numbers(step, 3, f"steps[{number}]", fault)) for number, step in enumerate(steps))
    if ROWS in parameters and not read_steps:
        fault("steps", _reason(QT_TRANSLATE_NOOP("template", "rows are repeated, so a step is required")))
    if len(plan.rows) > 1 or len(plan.halls) > 1 or not plan.racks:
        fault("parameters", _reason(QT_TRANSLATE_NOOP("template", "what is repeated is one row of one hall")))
    rack = raw.get("rack", 0)
    if not isinstance(rack, int) or isinstance(rack, bool) or not 0 <= rack < max(1, len(plan.racks)):
        fault("rack", _reason(QT_TRANSLATE_NOOP("template", "there is no such rack in the plan")))
        rack = 0
    row_names, rack_names = raw.get("row_names", "{letter}"), raw.get("rack_names", "{row}{place:02}")
    for name, pattern, allowed in (("row_names", row_names, ROW_FIELDS), ("rack_names", rack_names, RACK_FIELDS)):
        if not isinstance(pattern, str) or not is_pattern(pattern, allowed):
            fault(name, A_PATTERN)
    first = raw.get("first", {})
    if not isinstance(first, Mapping) or not all(type(number) is int and 0 <= number < 10**6 for number in first.values()):
        fault("first", _reason(QT_TRANSLATE_NOOP("template", "whole numbers are needed")))
        first = {}
    if plan.power_cords or any(node.device is not None for node in plan.power_nodes):
        fault(
            "parameters",
            _reason(QT_TRANSLATE_NOOP("template", "repeated racks are wired by rule, so the plan must not list power cords")),
        )
    for number, root in enumerate(_racks_of_devices(plan.devices)):
        if root is not None and not is_pattern(plan.devices[number].name, DEVICE_FIELDS):
            fault(f"devices[{number}].name", A_PATTERN)
    if faults:
        raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("template", "The template is not valid.")), problems=tuple(faults))
    return Repeat(parameters, rack, pitch[0], pitch[1], read_steps, row_names, rack_names, first)


_NAMES = frozenset("parameters rack pitch_mm steps row_names rack_names first".split())
_MOST_STEPS = 16
_FARTHEST_MM = 10**6


def _reason(text: str, /, **values: Value) -> Message:
    """Reason of an error; `text` was marked with QT_TRANSLATE_NOOP("template", …)."""
    return Message("template", text, values)


def is_pattern(text: str, fields: frozenset[str]) -> bool:
    """Whether a text is short enough and consists of known fields and of text without braces."""
    return (
        len(text) <= LONGEST_PATTERN
        and {match.group(1) for match in _FIELD.finditer(text)} <= fields
        and not {"{", "}"} & set(_FIELD.sub("", text))
    )


def _numbers(raw: Any, count: int, where: str, fault: Any) -> list[int]:
    good = isinstance(raw, list) and len(raw) == count and all(isinstance(number, int) and not isinstance(number, bool) for number in raw)
    if not good or any(abs(number) > _FARTHEST_MM for number in raw):
        fault(where, _reason(QT_TRANSLATE_NOOP("template", "{count} whole numbers are needed"), count=count))
        return [0] * count
    return list(raw)


def repeated_plan(plan: Plan, repeat: Repeat, chosen: Mapping[str, Any]) -> Plan:
    """The plan with its first row repeated as chosen.

    Raises:
        Refused: there is no such parameter, it cannot have that value, or the plan would be larger than `MOST_OBJECTS`.
    """
    values = chosen_parameters(repeat.parameters, chosen)
    racks, rows = int(values.get(RACKS, 1)), int(values.get(ROWS, 1))
    once = len(plan.racks) + len(plan.devices) + len(plan.reservations)
    if (racks + len(plan.racks)) * rows + once * rows * racks > MOST_OBJECTS + once:
        text = QT_TRANSLATE_NOOP("template", "The plan would have more than {most} racks and devices.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_OBJECTS}))
    repeated = _Repeated(plan, repeat, racks).made(rows)
    return replace(repeated, halls=_wide_enough(plan, repeated, repeat))


class _Repeated:
    """Arranges rows of racks, each with its contents."""

    def __init__(self, plan: Plan, repeat: Repeat, racks: int) -> None:
        self._plan, self._repeat, self._racks = plan, repeat, racks
        self._counted: dict[str, int] = {}
        roots = _racks_of_devices(plan.devices)
        self._held: dict[int, list[int]] = {}
        for number, rack in enumerate(roots):
            if rack is not None:
                self._held.setdefault(rack, []).append(number)
        self._reserved: dict[int, list[PlanReservation]] = {}
        for reservation in plan.reservations:
            self._reserved.setdefault(reservation.rack, []).append(reservation)
        self._once = [number for number, rack in enumerate(roots) if rack is None]
        self.rows: list[PlanRow] = []
        self.racks: list[PlanRack] = []
        self.devices: list[PlanDevice] = []
        self.reservations: list[PlanReservation] = []

    def made(self, rows: int) -> Plan:
        plan, repeat = self._plan, self._repeat
        x_mm = y_mm = turn = 0
        for number in range(rows):
            if number:
                step = repeat.steps[(number - 1) % len(repeat.steps)]
                x_mm, y_mm, turn = x_mm + step.x_mm, y_mm + step.y_mm, (turn + step.turn_ddeg) % FULL_TURN_DDEG
            name = self._name(repeat.row_names, {"letter": letters(number + repeat.first.get(repeat.row_names, 1))})
            for row in plan.rows:
                angle = (row.angle_ddeg + turn) % FULL_TURN_DDEG
                self.rows.append(replace(row, name=name, x_mm=row.x_mm + x_mm, y_mm=row.y_mm + y_mm, angle_ddeg=angle))
            self._row(name, x_mm, y_mm, turn)
        known = {number: place for place, number in enumerate(self._once, len(self.devices))}
        for number in self._once:
            device = plan.devices[number]
            self.devices.append(replace(device, parent=None if device.parent is None else known[device.parent]))
        wirings = [wiring for wiring in plan.wirings if wiring.row is None]
        wirings += [replace(wiring, row=row) for row in range(len(self.rows)) for wiring in plan.wirings if wiring.row is not None]
        return replace(
            plan,
            rows=tuple(self.rows),
            racks=tuple(self.racks),
            devices=tuple(self.devices),
            reservations=tuple(self.reservations),
            wirings=tuple(wirings),
        )

    def _row(self, name: str, x_mm: int, y_mm: int, turn: int) -> None:
        repeat = self._repeat
        for place, (seed, shift) in enumerate(self._line(), repeat.first.get("{place}", 1)):
            rack = self._plan.racks[seed]
            moved = (rack.x_mm + x_mm + shift * repeat.pitch_x_mm, rack.y_mm + y_mm + shift * repeat.pitch_y_mm)
            rack_name = self._name(repeat.rack_names, {"row": name, "place": place})
            self.racks.append(
                replace(
                    rack,
                    name=rack_name,
                    row=len(self.rows) - 1 if rack.row is not None else None,
                    x_mm=moved[0],
                    y_mm=moved[1],
                    angle_ddeg=(rack.angle_ddeg + turn) % FULL_TURN_DDEG,
                )
            )
            self._content(seed, len(self.racks) - 1, rack_name)

    def _line(self) -> Iterator[tuple[int, int]]:
        """The racks of one row, each with its shift from the plan in pitches."""
        for seed in range(len(self._plan.racks)):
            if seed == self._repeat.rack:
                yield from ((seed, copy) for copy in range(self._racks))
            else:
                yield seed, self._racks - 1 if seed > self._repeat.rack else 0

    def _content(self, seed: int, rack: int, rack_name: str) -> None:
        places: dict[int, int] = {}
        for number in self._held.get(seed, []):
            device = self._plan.devices[number]
            places[number] = len(self.devices)
            name = self._name(device.name, {"rack": rack_name, "rack_low": rack_name.lower()})
            parent = None if device.parent is None else places[device.parent]
            self.devices.append(replace(device, name=name, rack=rack if device.rack is not None else None, parent=parent))
        self.reservations.extend(replace(reservation, rack=rack) for reservation in self._reserved.get(seed, []))

    def _name(self, pattern: str, values: Mapping[str, str | int]) -> str:
        if "{n" in pattern:
            number = self._counted[pattern] = self._counted.get(pattern, self._repeat.first.get(pattern, 1) - 1) + 1
            values = {**values, "n": number}
        return filled(pattern, values)


def filled(pattern: str, values: Mapping[str, str | int]) -> str:
    """The text that a pattern makes of some values."""
    return _FIELD.sub(lambda match: str(values[match.group(1)]).rjust(int(match.group(2) or 0), "0"), pattern)


def letters(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    name = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _racks_of_devices(devices: Sequence[PlanDevice]) -> list[int | None]:
    """The rack of each device, directly or through its container; containers come before their contents."""
    racks: list[int | None] = []
    for device in devices:
        racks.append(device.rack if device.parent is None else racks[device.parent])
    return racks


def _wide_enough(plan: Plan, made: Plan, repeat: Repeat) -> tuple[PlanHall, ...]:
    """The hall, grown by as much as the racks reach further than they do with the usual numbers."""
    if not plan.halls:
        return plan.halls
    usual = {name: int(parameter.value) for name, parameter in repeat.parameters.items()}
    reached = [_reach(made.racks)]
    reached.append(_reach(_Repeated(plan, repeat, usual.get(RACKS, 1)).made(usual.get(ROWS, 1)).racks))
    more = [max(0, now - before) for now, before in zip(*reached, strict=True)]
    hall = plan.halls[0]
    return (replace(hall, width_mm=hall.width_mm + more[0], depth_mm=hall.depth_mm + more[1]),)


def _reach(racks: Sequence[PlanRack]) -> tuple[int, int]:
    return max((rack.x_mm for rack in racks), default=0), max((rack.y_mm for rack in racks), default=0)
