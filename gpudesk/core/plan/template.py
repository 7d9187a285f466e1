"""A plan from a template: parameters, values computed from them, and blocks of racks with their contents, arranged in rows.

A template is data. It states how many racks of each kind there are and what each contains, in expressions of its parameters
(`core.expressions.expression`); this module arranges them in rows, front to front and rear to rear, and names everything. It does
not use the catalog: units and pitches come from the template.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.cooling.cooling_kinds import Redundancy
from gpudesk.core.cooling.cooling_unit_kinds import Way
from gpudesk.core.expressions.expression import Steps, parse
from gpudesk.core.hardware.hardware import Face, Side
from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import MOST_PHASE, Plan, PlanCooling, PlanDevice, PlanHall, PlanPowerNode, PlanRack, PlanRow, PlanWiring
from gpudesk.core.plan.plan_domains import REDUNDANT_DEVICES
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage, PlanTrays
from gpudesk.core.plan.template_parameter import MOST_OBJECTS, Scalar, chosen_parameters
from gpudesk.core.plan.template_parts import Block, Held, Network, Power, Template
from gpudesk.core.plan.template_repeat import letters
from gpudesk.core.power.power_kinds import PowerNodeKind

Whole = Callable[[str], int]
"""The whole number that an expression of the template gives."""
_MOST_LINKS = NETWORK_SETTINGS["leaf_up"]


def made_networks(template: Template, whole: Whole) -> tuple[tuple[PlanNetwork, ...], tuple[PlanStage, ...]]:
    """The networks with their stages.

    Raises:
        Refused: an expression gives no number, or one that does not fit.
    """
    networks: list[PlanNetwork] = []
    stages: list[PlanStage] = []
    for network in template.networks:
        if not whole(network.when):
            continue
        for stage in network.stages:
            if whole(stage.when):
                links = _number(stage.links, _MOST_LINKS, whole)
                rate = _number(stage.rate_gbps, NETWORK_SETTINGS["rate_gbps"], whole)
                accepted = _number(stage.accepted_gbps, NETWORK_SETTINGS["rate_gbps"], whole)
                spread = int(Spread[stage.spread.upper()])
                first_port = _number(stage.first_port, _MOST_LINKS, whole)
                stage_values = (links, spread, rate, 1, stage.switches, first_port, accepted, stage.reason)
                stages.append(PlanStage(len(networks), stage.upper, stage.lower, *stage_values))
        networks.append(_network(network, whole))
    return tuple(networks), tuple(stages)


def _network(network: Network, whole: Whole) -> PlanNetwork:
    settings = {name: _number(getattr(network, name), bounds, whole) for name, bounds in NETWORK_SETTINGS.items()}
    given_settings: dict[str, Any] = {name: value for name, value in settings.items() if value is not None}
    return PlanNetwork(int(NetworkKind[network.kind.upper()]), network.name, notes=network.notes, **given_settings)


def _number(text: str, bounds: tuple[int, int], whole: Whole) -> int | None:
    if not text:
        return None
    number = whole(text)
    low, high = bounds
    if not low <= number <= high:
        refusal = QT_TRANSLATE_NOOP("template", "{expression} returns {value}; it must be between {least} and {most}.")
        raise Refused(Message("template", refusal, {"expression": text, "value": number, "least": low, "most": high}))
    return number


MOST_SIDES = 8


@dataclass(slots=True)
class PowerMade:
    """The nodes so far, and the wiring by rule."""

    nodes: list[PlanPowerNode] = field(default_factory=list)
    wirings: list[PlanWiring] = field(default_factory=list)

    def hall(self, power: Power, voltage_v: int, sides: int, hall: int, hall_name: str, rows: Sequence[tuple[int, str]]) -> None:
        """Add the chain of a hall.

        Args:
            hall_name: prefix of the node names, "" where there is one hall.
            rows: number in the plan and name of each row.
        """
        if not self.nodes:
            self._node(PowerNodeKind.SOURCE, "Source", voltage_v)
        before = f"{hall_name} " if hall_name else ""
        for number in range(sides):
            side, above = letters(number + 1), 0
            if power.ups:
                above = self._node(PowerNodeKind.UPS, f"{before}UPS {side}", voltage_v, hall, 0, side)
            if power.panels == "hall":
                panel = self._node(PowerNodeKind.PANEL, f"{before}Panel {side}", voltage_v, hall, above, side)
                self.wirings.append(PlanWiring(hall, side, panel))
                continue
            for row, name in rows:
                panel = self._node(PowerNodeKind.PANEL, f"{before}Panel {name}-{side}", voltage_v, hall, above, side)
                self.wirings.append(PlanWiring(hall, side, panel, row))

    def _node(
        self, kind: PowerNodeKind, name: str, voltage_v: int, hall: int | None = None, fed_by: int | None = None, side: str = ""
    ) -> int:
        self.nodes.append(PlanPowerNode(int(kind), name, voltage_v, hall=hall, fed_by=fed_by, feed_side=side))
        return len(self.nodes) - 1


HALF_TURN_DDEG = 1800
_MOST_HALLS = 1000
_MOST_ROWS = 10_000
_FARTHEST = 10**7
_MOST_STEPS = 5_000_000
"""Of all expressions of a plan together, and its places for blocks; the largest template of the program takes some fifteen thousand."""


def chosen_values(template: Template, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with the user's choices, and the values computed from them.

    Raises:
        Refused: there is no such parameter, or the value is not allowed.
    """
    return _chosen_values(template, chosen, Steps())


def _chosen_values(template: Template, chosen: Mapping[str, Any], steps: Steps) -> dict[str, Any]:
    values = chosen_parameters(template.parameters, chosen)
    for name, text in template.values.items():
        values[name] = _single(text, values, steps)
    return values


def build_plan(template: Template, chosen: Mapping[str, Any]) -> Plan:
    """The plan of a template for some choices; the rest of its parameters as it gives them.

    Raises:
        Refused: a choice does not fit, or the plan would be larger than `MOST_OBJECTS`.
    """
    made = _Made()
    values = _chosen_values(template, chosen, made.steps)
    halls = _count(template.halls, values, made.steps, _MOST_HALLS)
    for hall in range(1, halls + 1):
        inside = {**values, "hall": hall, "halls": halls}
        for name, text in template.hall_values.items():
            inside[name] = _single(text, inside, made.steps)
        made.phases = max((device.phase for device in made.devices), default=0)
        _HallSetOut(template, inside, made).set_out()
    phases = {}
    if template.phases:
        count = max([1, *(device.phase for device in made.devices)])
        phases = {number: template.phases.format(phase=number) for number in range(1, count + 1)}
    site = {
        key: _single(value[1:], values, made.steps) if isinstance(value, str) and value.startswith("=") else value
        for key, value in template.site.items()
    }
    outside = {domain: each.reason for domain, each in template.outside.items() if _whole(each.when, values, made.steps)}
    counted = {role: _count(text, values, made.steps, REDUNDANT_DEVICES[1]) for role, text in template.redundant.items()}
    networks, stages = made_networks(template, lambda text: _whole(text, values, made.steps))
    return Plan(
        template.plan_name.format(**values),
        tuple(made.halls),
        tuple(made.rows),
        tuple(made.racks),
        tuple(made.devices),
        phases=phases,
        site=site,
        power_nodes=tuple(made.power.nodes),
        wirings=tuple(made.power.wirings),
        coolings=tuple(made.coolings),
        networks=networks,
        stages=stages,
        trays=tuple(made.trays),
        outside=outside,
        redundant={role: count for role, count in counted.items() if count >= REDUNDANT_DEVICES[0]},
    )


@dataclass(slots=True)
class _Made:
    """Objects created so far, the counter of each name, the last phase of previous halls, and the remaining computation limit."""

    halls: list[PlanHall] = field(default_factory=list)
    rows: list[PlanRow] = field(default_factory=list)
    racks: list[PlanRack] = field(default_factory=list)
    devices: list[PlanDevice] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)
    phases: int = 0
    steps: Steps = field(default_factory=lambda: Steps(_MOST_STEPS))
    power: PowerMade = field(default_factory=PowerMade)
    coolings: list[PlanCooling] = field(default_factory=list)
    trays: list[PlanTrays] = field(default_factory=list)

    def next(self, what: str) -> int:
        self.counted[what] = self.counted.get(what, 0) + 1
        return self.counted[what]

    def demand_room(self, more: float) -> None:
        """Refuse what would be too much before it is made."""
        if len(self.racks) + len(self.devices) + more > MOST_OBJECTS:
            text = QT_TRANSLATE_NOOP("template", "The plan would have more than {most} racks and devices.")
            raise Refused(Message("template", text, {"most": MOST_OBJECTS}))


class _HallSetOut:
    """Sets one hall out."""

    def __init__(self, template: Template, values: Mapping[str, Any], made: _Made) -> None:
        self._template = template
        self._values = values
        self._made = made
        self._left: dict[tuple[int, int], int] = {}
        self._in_hall: dict[str, int] = {}
        self._way = Way.NONE

    def _whole(self, text: str) -> int:
        return _whole(text, self._values, self._made.steps)

    def set_out(self) -> None:
        blocks = self._template.blocks
        floor, values = self._template.floor, self._values
        counts = [_count(block.count, values, self._made.steps) for block in blocks]
        self._made.demand_room(sum(count * (1 + len(block.holds)) for count, block in zip(counts, blocks, strict=True)))
        rows = max(1, _count(floor.rows, values, self._made.steps, _MOST_ROWS))
        hall = len(self._made.halls)
        for number, block in enumerate(blocks):
            for place, held in enumerate(block.holds):
                if held.count:
                    self._left[number, place] = _count(held.count, values, self._made.steps)
        self._way = self._chosen_way()
        margin = self._margin_mm()
        widest, y_mm = 0, margin + self._whole(floor.first_aisle_mm)
        depth = self._whole(floor.depth_mm)
        self._made.steps.take(rows * len(blocks))
        lines = [list(_row_of_blocks(counts, row, rows)) for row in range(rows)]
        lines = [line for line in lines if line]
        for row, line in enumerate(lines):
            name = letters(self._made.next("row") if self._template.rows_counted_through else row + 1)
            width = self._row(hall, name, line, y_mm, depth, facing_down=bool(row % 2))
            widest = max(widest, width)
            aisle = floor.hot_aisle_mm if row % 2 == 0 else floor.cold_aisle_mm
            y_mm += depth + self._whole(aisle)
        last = floor.hot_aisle_mm if len(lines) % 2 else floor.cold_aisle_mm
        deep = y_mm - (self._whole(last) if lines else 0) + self._whole(floor.first_aisle_mm) + margin
        height = self._whole(floor.height_mm) if floor.height_mm else None
        named = self._template.hall_name.format(hall=values["hall"])
        self._power(hall, named)
        self._cooling(hall)
        self._trays(hall)
        self._made.halls.append(PlanHall(named, max(widest + 2 * margin, 3000), max(deep, 3000), height))

    def _power(self, hall: int, hall_name: str) -> None:
        power = self._template.power
        if power is None:
            return
        sides = _count(power.sides, self._values, self._made.steps, MOST_SIDES)
        rows = [(number, row.name) for number, row in enumerate(self._made.rows) if row.hall == hall]
        several = self._values["halls"] > 1
        volts = max(1, self._whole(power.voltage_v))
        self._made.power.hall(power, volts, sides, hall, hall_name if several else "", rows)

    def _chosen_way(self) -> Way:
        """Cooling method of the hall.

        Raises:
            Refused: the template gives an unknown method.
        """
        cooling = self._template.cooling
        if cooling is None:
            return Way.NONE
        way_name = str(_single(cooling.way, self._values, self._made.steps))
        if way_name not in tuple(Way):
            text = QT_TRANSLATE_NOOP("template", "{expression} returns {value}, which is not a cooling option; available: {wanted}.")
            values = {"expression": cooling.way[:60], "value": way_name[:40], "wanted": ", ".join(Way)}
            raise Refused(Message("template", text, values))
        return Way(way_name)

    def _margin_mm(self) -> int:
        cooling = self._template.cooling
        room = 0 if cooling is None or self._way is Way.NONE else self._whole(cooling.room_mm)
        return self._template.floor.margin_mm + room

    def _cooling(self, hall: int) -> None:
        cooling = self._template.cooling
        if cooling is None or self._way is Way.NONE:
            return
        spare = _count(cooling.redundancy, self._values, self._made.steps, int(max(Redundancy)))
        air = cooling.row if self._way is Way.ROW else cooling.air
        self._made.coolings.append(PlanCooling(hall, str(self._way), spare, air, cooling.liquid, cooling.door))

    def _trays(self, hall: int) -> None:
        trays = self._template.trays
        if trays is None:
            return
        sizes = (trays.tray_width_mm, trays.tray_depth_mm, trays.cross_width_mm, trays.cross_every_mm)
        width, depth, across, every = (max(1, self._whole(size)) for size in sizes)
        duct = self._whole(trays.duct_mm)
        ducts = (duct, self._whole(trays.duct_width_mm), self._whole(trays.duct_depth_mm)) if duct > 0 else (None, None, None)
        self._made.trays.append(PlanTrays(hall, width, depth, across, every, *ducts))

    def _gap_mm(self, place: int) -> int:
        """Gap left behind a rack of a row for a unit."""
        cooling = self._template.cooling
        if cooling is None or self._way is not Way.ROW or place % max(1, self._whole(cooling.gap_every)):
            return 0
        return self._whole(cooling.gap_mm)

    def _row(self, hall: int, name: str, line: Sequence[int], y_mm: int, depth: int, *, facing_down: bool) -> int:
        floor = self._template.floor
        row = len(self._made.rows)
        margin = self._margin_mm()
        self._made.rows.append(PlanRow(hall, name, margin, y_mm, HALF_TURN_DDEG if facing_down else 0))
        x_mm = margin
        for place, number in enumerate(line, 1):
            block = self._template.blocks[number]
            pitch = self._whole(block.pitch_mm or floor.pitch_mm)
            rack_name = self._template.rack_name.format(row=name, place=place, hall=self._values["hall"])
            corner = (x_mm + pitch, y_mm + depth, HALF_TURN_DDEG) if facing_down else (x_mm, y_mm, 0)
            self._rack(hall, row, block, number, rack_name, corner)
            x_mm += pitch + (self._gap_mm(place) if place < len(line) else 0)
        return x_mm - margin

    def _rack(self, hall: int, row: int, block: Block, number: int, name: str, corner: tuple[int, int, int]) -> None:
        plan_parts = self._made
        index = plan_parts.next(f"block {block.name}")
        if block.stands:
            every = self._whole(block.phase_every) if block.phase_every else 0
            x_mm, y_mm, angle = corner
            phase = self._next_phase(f"block {block.name}", every) if every > 0 else 1
            named = (block.name_pattern or name).format(n=index)
            plan_parts.devices.append(
                PlanDevice(block.rack, named, hall=hall, x_mm=x_mm, y_mm=y_mm, angle_ddeg=angle, role=block.role, phase=phase)
            )
            return
        first_device = len(plan_parts.devices)
        rack = len(plan_parts.racks)
        plan_parts.racks.append(PlanRack(block.rack, hall, name, row, *corner))
        for place, held in enumerate(block.holds):
            plan_parts.devices.extend(self._held(held, (number, place), rack, name, index))
        phases = [device.phase for device in plan_parts.devices[first_device:]]
        if phases:
            plan_parts.racks[rack] = PlanRack(block.rack, hall, name, row, *corner, phase=min(phases))

    def _held(self, held: Held, key: tuple[int, int], rack: int, rack_name: str, index: int) -> Iterator[PlanDevice]:
        values = {**self._values, "index": index}
        device_count = _count(held.a_rack, values, self._made.steps)
        if key in self._left:
            device_count = min(device_count, self._left[key])
            self._left[key] -= device_count
        self._made.demand_room(device_count)
        every = _whole(held.phase_every, values, self._made.steps) if held.phase_every else 0
        for place in range(device_count):
            number = self._made.next(f"name {held.name}") if "{n" in held.name else place + 1
            letter = letters(place + 1).lower()
            name = held.name.format(n=number, rack=rack_name.lower(), letter=letter, place=place + 1)
            if every > 0:
                phase = self._next_phase(f"name {held.name}" if "{n" in held.name else f"{key} {rack}", every)
            else:
                phase = min(max(1, _phase_of(held, values, self._made.steps)), MOST_PHASE)
            position, face, side = _mounted(held, place)
            yield PlanDevice(held.type, name, rack, position=position, face=face, side=side, role=held.role, phase=phase)

    def _next_phase(self, what: str, every: int) -> int:
        """The phase of the next object counted as `what`: each hall is built after the previous ones, in separate phases.

        So the contents of one unit share a phase, even if the units of a hall are not full.
        """
        number = self._in_hall[what] = self._in_hall.get(what, 0) + 1
        return min(self._made.phases + 1 + (number - 1) // every, MOST_PHASE)


def _phase_of(held: Held, values: Mapping[str, Any], steps: Steps) -> int:
    return _whole(held.phase, values, steps) if held.phase else 1


def _mounted(held: Held, place: int) -> tuple[int, int, int | None]:
    """Position in half units, face and side of an object in a rack."""
    face = int(Face.REAR if held.face == "rear" else Face.FRONT)
    if held.beside:
        side = Side.LEFT if held.beside[place % len(held.beside)] == "left" else Side.RIGHT
        return 2 * (held.units[place] - 1 if place < len(held.units) else 0), face, int(side)
    if place >= len(held.units):
        text = QT_TRANSLATE_NOOP("template", "{name}: a rack holds more of these devices than the number of units specified.")
        raise Refused(Message("template", text, {"name": held.name}))
    return 2 * (held.units[place] - 1), face, None


def _row_of_blocks(counts: Sequence[int], row: int, rows: int) -> Iterator[int]:
    """The blocks of one row from left to right: each spread evenly over all rows, the first one half before and half behind the others."""
    shares = [(row + 1) * count // rows - row * count // rows for count in counts]
    if not shares:
        return
    before = (shares[0] + 1) // 2
    yield from [0] * before
    for block, share in enumerate(shares[1:], 1):
        yield from [block] * share
    yield from [0] * (shares[0] - before)


def _single(text: str, values: Mapping[str, Any], steps: Steps) -> Scalar:
    """The number, text or truth that an expression gives.

    Raises:
        Refused: it gives a list, or nothing.
    """
    scalar = parse(text).evaluate(values, steps)
    if not isinstance(scalar, Scalar):
        refusal = QT_TRANSLATE_NOOP("template", "{expression} does not return a number, text, true or false.")
        raise Refused(Message("template", refusal, {"expression": text[:60]}))
    return scalar


def _whole(text: str, values: Mapping[str, Any], steps: Steps) -> int:
    """The integer that an expression gives: a count or millimeters.

    Raises:
        Refused: it is not a number, or is out of range.
    """
    number = _single(text, values, steps)
    if not isinstance(number, int | float) or not -_FARTHEST <= number <= _FARTHEST:
        refusal = QT_TRANSLATE_NOOP("template", "{expression} returns {value}, which is not a count or a length in millimeters.")
        raise Refused(Message("template", refusal, {"expression": text, "value": str(number)[:40]}))
    return round(float(number))


def _count(text: str, values: Mapping[str, Any], steps: Steps, most: int = MOST_OBJECTS) -> int:
    """A count from an expression.

    Raises:
        Refused: it is negative or too large.
    """
    count = _whole(text, values, steps)
    if not 0 <= count <= most:
        refusal = QT_TRANSLATE_NOOP("template", "{expression} returns {value}; it must be between 0 and {most}.")
        raise Refused(Message("template", refusal, {"expression": text, "value": count, "most": most}))
    return count


__all__ = ["MOST_OBJECTS", "Template", "build_plan", "chosen_values"]
