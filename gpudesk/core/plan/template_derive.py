"""What of a plan repeats: racks that are alike side by side, and rows that are alike, become numbers that a person can choose."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanPowerNode, PlanRack, PlanWiring
from gpudesk.core.plan.plan_fabric import PlanTrays
from gpudesk.core.plan.template_parameter import MOST_OBJECTS, Parameter
from gpudesk.core.plan.template_repeat import FULL_TURN_DDEG, RACKS, ROWS, Repeat, Step, letters

_TITLES = {RACKS: ("Racks side by side", "Racks contiguos"), ROWS: ("Rows", "Filas")}
_AISLE_MM = 1200
"""Two tiles: a usual cold aisle."""
_MOST = {RACKS: 200, ROWS: 100}
_NUMBER = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"(.*?)(\d{1,6})(\D*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Derived:
    """The first row of a plan, and how it is repeated."""

    plan: Plan
    repeat: Repeat


@dataclass(frozen=True, slots=True)
class _Content:
    """Contents of each rack: a comparable form, and the devices themselves."""

    signs: list[tuple[object, ...]]
    devices: list[list[int]]


def derived(plan: Plan) -> Derived | None:
    """The regular repetition in a plan; None if there is none: several halls, racks outside rows, rows that differ."""
    lines = _lines(plan)
    names = [device.name for device in plan.devices] + [rack.name for rack in plan.racks] + [row.name for row in plan.rows]
    if lines is None or any("{" in name or "}" in name for name in names):
        return None
    content = _contents(plan)
    signs = [tuple(_sign(plan.racks[rack], content, rack) for rack in line) for line in lines]
    steps = _steps(plan, lines) if len(set(signs)) == 1 else None
    if len(lines) > 1 and steps is None:
        return None
    start, count = _longest_run(plan, lines[0], signs[0], content)
    parameters = {}
    for name, value in ((RACKS, count), (ROWS, len(lines))):
        if value > 1:
            objects = max(1, len(plan.racks) + len(plan.devices)) // value
            most = max(value, min(_MOST[name], MOST_OBJECTS // max(1, objects)))
            parameters[name] = Parameter(*_TITLES[name], "number", value, 1, most)
    if not parameters:
        return None
    return _seed(plan, lines, content, start, count, steps or (), parameters)


def _lines(plan: Plan) -> list[list[int]] | None:
    """The racks of each row in row order; None if they are in several halls or outside rows."""
    if len(plan.halls) > 1 or not plan.racks:
        return None
    racks_by_row: dict[int | None, list[int]] = {}
    for number, rack in enumerate(plan.racks):
        racks_by_row.setdefault(rack.row, []).append(number)
    if None in racks_by_row and len(racks_by_row) > 1:
        return None
    lines = []
    for line in (racks_by_row[row] for row in sorted(racks_by_row, key=lambda row: -1 if row is None else row)):
        wide, deep = (max(values) - min(values) for values in zip(*((plan.racks[n].x_mm, plan.racks[n].y_mm) for n in line), strict=True))
        at = {number: plan.racks[number].x_mm if wide >= deep else plan.racks[number].y_mm for number in line}
        lines.append(sorted(line, key=at.__getitem__))
    used = [row for row in racks_by_row if row is not None]
    return lines if len(used) == len(plan.rows) else None


def _contents(plan: Plan) -> _Content:
    """Contents of each rack, containers before their contents; names are not compared."""
    devices: list[list[int]] = [[] for _ in plan.racks]
    signs: list[list[object]] = [[] for _ in plan.racks]
    rack_of: dict[int, int] = {}
    place_of: dict[int, int] = {}
    for number, device in enumerate(plan.devices):
        rack = device.rack if device.parent is None else rack_of.get(device.parent)
        if rack is None:
            continue
        rack_of[number] = rack
        place_of[number] = len(devices[rack])
        devices[rack].append(number)
        holder = None if device.parent is None else place_of[device.parent]
        signs[rack].append(replace(device, name="", rack=None, parent=holder))
    for reservation in plan.reservations:
        signs[reservation.rack].append(replace(reservation, rack=0))
    return _Content([tuple(sign) for sign in signs], devices)


def _sign(rack: PlanRack, content: _Content, number: int) -> object:
    return replace(rack, name="", row=None, hall=0, x_mm=0, y_mm=0, angle_ddeg=0), content.signs[number]


def _steps(plan: Plan, lines: Sequence[Sequence[int]]) -> tuple[Step, ...] | None:
    """From each row to the next: one step, or two by turns; None where rows are not alike."""
    steps = []
    for first, second in pairwise(lines):
        moves = {
            Step(now.x_mm - before.x_mm, now.y_mm - before.y_mm, (now.angle_ddeg - before.angle_ddeg) % FULL_TURN_DDEG)
            for before, now in ((plan.racks[a], plan.racks[b]) for a, b in zip(first, second, strict=True))
        }
        if len(moves) != 1:
            return None
        steps.append(moves.pop())
    if len(steps) == 1 and steps[0].turn_ddeg:
        # Two rows that face each other say nothing of the aisle behind the second one.
        return steps[0], Step(-steps[0].x_mm, _AISLE_MM, steps[0].turn_ddeg)
    for period in (1, 2):
        if steps and all(step == steps[number % period] for number, step in enumerate(steps)):
            return tuple(steps[:period])
    return None


def _longest_run(plan: Plan, line: Sequence[int], signs: Sequence[object], content: _Content) -> tuple[int, int]:
    """Start and length of the longest run of identical racks at one pitch in a row."""
    best, start = (0, 1), 0
    for place in range(1, len(line) + 1):
        again = place < len(line) and signs[place] == signs[start] and _pitch(plan, line, place) == _pitch(plan, line, start + 1)
        again = again and plan.racks[line[place]].angle_ddeg == plan.racks[line[start]].angle_ddeg
        if not again:
            if place - start > best[1]:
                best = start, place - start
            start = place
    return best


def _pitch(plan: Plan, line: Sequence[int], place: int) -> tuple[int, int]:
    now, before = plan.racks[line[place]], plan.racks[line[place - 1]]
    return now.x_mm - before.x_mm, now.y_mm - before.y_mm


def _seed(
    plan: Plan,
    lines: Sequence[Sequence[int]],
    content: _Content,
    start: int,
    count: int,
    steps: tuple[Step, ...],
    parameters: Mapping[str, Parameter],
) -> Derived:
    line = lines[0]
    pitch = _pitch(plan, line, start + 1) if count > 1 else (0, 0)
    seed_racks = [rack for place, rack in enumerate(line) if not start < place < start + count]
    back = count - 1
    racks = []
    for place, rack in enumerate(seed_racks):
        shift = back if place > start else 0
        now = plan.racks[rack]
        racks.append(replace(now, x_mm=now.x_mm - shift * pitch[0], y_mm=now.y_mm - shift * pitch[1], row=None if now.row is None else 0))
    first: dict[str, int] = {}
    row_names = _row_names([row.name for row in plan.rows], first)
    rack_names = _rack_names(plan, lines, first)
    racks_in_order = [rack for row_racks in lines for rack in row_racks]
    names = _device_names(plan, racks_in_order, content, first)
    devices: list[PlanDevice] = []
    place_of: dict[int, int] = {}
    seeds = {rack: number for number, rack in enumerate(seed_racks)}
    repeated = {number for rack in content.devices for number in rack}
    for rack in seed_racks:
        for number in content.devices[rack]:
            place_of[number] = len(devices)
            device = plan.devices[number]
            devices.append(
                replace(
                    device,
                    name=names[number],
                    rack=seeds[rack] if device.rack is not None else None,
                    parent=None if device.parent is None else place_of[device.parent],
                )
            )
    for number, device in enumerate(plan.devices):
        if number not in repeated:
            place_of[number] = len(devices)
            devices.append(replace(device, parent=None if device.parent is None else place_of[device.parent]))
    nodes, wirings = _by_rule(plan)
    seed = replace(
        plan,
        power_nodes=nodes,
        power_cords=(),
        wirings=wirings,
        pathways=(),
        trays=_trays_by_rule(plan),
        rows=plan.rows[:1],
        racks=tuple(racks),
        devices=tuple(devices),
        reservations=tuple(
            replace(reservation, rack=seeds[reservation.rack]) for reservation in plan.reservations if reservation.rack in seeds
        ),
    )
    return Derived(seed, Repeat(parameters, start, *pitch, steps, row_names, rack_names, first))


def _trays_by_rule(plan: Plan) -> tuple[PlanTrays, ...]:
    """Trays above the rows where the plan draws some: as wide and deep as the largest of them."""
    if not plan.pathways:
        return plan.trays
    width, depth = (max(getattr(way, name) for way in plan.pathways) for name in ("width_mm", "depth_mm"))
    return (PlanTrays(0, width, depth),)


def _by_rule(plan: Plan) -> tuple[tuple[PlanPowerNode, ...], tuple[PlanWiring, ...]]:
    """Nodes above the feeds, with the racks wired by rule from the nodes that feed most racks of each side."""
    feeds = {cord.node for cord in plan.power_cords if cord.node is not None}
    above: dict[str, Counter[int | None]] = {}
    for number in sorted(feeds):
        node = plan.power_nodes[number]
        above.setdefault(node.feed_side, Counter())[node.fed_by] += 1
    upper_nodes = [number for number in range(len(plan.power_nodes)) if number not in feeds]
    place_of = {number: place for place, number in enumerate(upper_nodes)}

    def moved(number: int | None) -> int | None:
        return None if number is None else place_of.get(number)

    nodes = []
    for number in upper_nodes:
        node = plan.power_nodes[number]
        first = moved(node.fed_by)
        nodes.append(replace(node, fed_by=first, alternate=None if first is None else moved(node.alternate), device=None))
    row = 0 if plan.rows else None
    wirings = tuple(PlanWiring(0, side, moved(counted.most_common(1)[0][0]), row) for side, counted in sorted(above.items()) if side)
    return tuple(nodes), wirings


def _row_names(names: Sequence[str], first: dict[str, int]) -> str:
    """The pattern of the names of rows."""
    if not names:
        return "{letter}"
    for start in range(1, 27):
        if list(names) == [letters(start + number) for number in range(len(names))]:
            first["{letter}"] = start
            return "{letter}"
    return _counted(names[0], first)


def _rack_names(plan: Plan, lines: Sequence[Sequence[int]], first: dict[str, int]) -> str:
    """The pattern of the names of racks: the row's name and the place in it where that is so, else counted through."""
    rack = plan.racks[lines[0][0]]
    row = plan.rows[rack.row].name if rack.row is not None else ""
    match = _NUMBER.search(rack.name, len(row)) if row and rack.name.startswith(row) else None
    if match is not None and match.end() == len(rack.name) and len(match.group()) <= 6:
        first["{place}"] = int(match.group())
        return "{row}" + rack.name[len(row) : match.start()] + _field("place", match.group())
    return _counted(rack.name, first)


def _device_names(plan: Plan, order: Sequence[int], content: _Content, first: dict[str, int]) -> dict[int, str]:
    """The pattern of the name of each device: its rack's name in it, or a number that counts on."""
    names = {}
    for rack in order:
        rack_name = plan.racks[rack].name
        for number in content.devices[rack]:
            name = plan.devices[number].name
            for field, text in (("{rack}", rack_name), ("{rack_low}", rack_name.lower())):
                if rack_name and text in name:
                    names[number] = name.replace(text, field, 1)
                    break
            else:
                names[number] = _counted(name, first)
    return names


def _counted(name: str, first: dict[str, int]) -> str:
    """A pattern whose last number counts on from that of the first name; a name without one gets a number."""
    match = _LAST_NUMBER.match(name)
    pattern = f"{name}-{{n}}" if match is None else f"{match.group(1)}{_field('n', match.group(2))}{match.group(3)}"
    first.setdefault(pattern, 1 if match is None else int(match.group(2)))
    return pattern


def _field(name: str, digits: str) -> str:
    return f"{{{name}:0{len(digits)}}}" if len(digits) > 1 else f"{{{name}}}"
