"""A sizing plan as racks, power and fabric: the number of machines and racks, and the switches that connect them.

A pod is built like a template: blocks of racks placed in rows, cabled by rule, with networks that generate their cables.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template
from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, fat_tree
from gpudesk.core.hardware.hardware import HardwareType, Mount
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.core.plan.template import build_plan
from gpudesk.core.plan.template_parts import Block, Cooling, Floor, Held, Network, Outside, Power, Stage, Template, Trays
from gpudesk.sizing.systems.hosts import Host, hosts
from gpudesk.sizing.systems.pod_rules import ComputeSwitch, PodRules, PodTemplate, pod_rules
from gpudesk.sizing.workloads.placed import Need

_CONTEXT = "sizing"
_MOST_SYSTEMS = 10_000


@dataclass(frozen=True, slots=True)
class PodChoice:
    """How a plan is built.

    Attributes:
        host: the machines; template: a published architecture instead, whose machines are its own.
        systems: how many of them are needed.
        rack_power_w: greatest power of a rack; None is the planning value.
        name: of the plan.
    """

    host: Host | None
    systems: int
    template: PodTemplate | None = None
    rack_power_w: float | None = None
    name: str = ""
    cooling: str = "room"


@dataclass(frozen=True, slots=True)
class Pod:
    """The pod to build.

    Attributes:
        left_out: missing parts of the plan, as text for the user.
    """

    plan: Plan
    left_out: tuple[Message, ...]


def systems_needed(need: Need, gpus: int) -> int:
    """Number of machines with this number of GPUs that hold all stages of a plan.

    Raises:
        Refused: one machine does not hold the GPUs that share a layer.
    """
    needed = replace(need, gpus_each=gpus)
    systems = needed.systems
    if systems is None:
        text = QT_TRANSLATE_NOOP("sizing", "A system has {there} GPUs, but tensor parallelism is {needed}.")
        raise Refused(Message(_CONTEXT, text, {"there": gpus, "needed": needed.together}))
    return systems


def pod(choice: PodChoice) -> Pod:
    """Build the pod for a choice.

    Raises:
        Refused: there are too many machines, no template is large enough, or one machine exceeds a rack.
    """
    if not 1 <= choice.systems <= _MOST_SYSTEMS:
        text = QT_TRANSLATE_NOOP("sizing", "You can build 1 to {most} systems at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": _MOST_SYSTEMS}))
    if choice.template is not None:
        return _of_template(choice.template, choice)
    host = choice.host
    assert host is not None  # noqa: S101 - narrows the type
    if host.kind.mount is Mount.UNITS or (host.kind.port_groups and _is_rack(host.kind)):
        built_pod = _Pod(choice, host).made()
    else:
        built_pod = _standing(choice, host)
    types = {host.key: dict(host.body)} if host.body is not None else {}
    return replace(built_pod, plan=replace(built_pod.plan, types={**built_pod.plan.types, **types}))


def _is_rack(kind: HardwareType) -> bool:
    """Whether it is a whole rack as its maker delivers it."""
    return kind.mount is Mount.FLOOR and kind.family.value == "system"


def template_gpus(template: PodTemplate | None) -> int:
    """GPUs of one of the systems of a template; 0 without one."""
    if template is None:
        return 0
    plan = load_template(template.template, {**template.chosen, template.parameter: template.choices[0]})
    here = {device.type for device in plan.devices} | {rack.type for rack in plan.racks}
    return next(host.gpus for host in hosts(template.board) if host.key in here)


def _of_template(template: PodTemplate, choice: PodChoice) -> Pod:
    for count in template.choices:
        plan = load_template(template.template, {**template.chosen, template.parameter: count})
        if _systems_in(plan, template.board) >= choice.systems:
            return Pod(replace(plan, name=choice.name or plan.name), ())
    text = QT_TRANSLATE_NOOP("sizing", "{template} has at most {most} systems; {needed} are required.")
    values: dict[str, Value] = {"template": template.template, "most": _systems_in(plan, template.board), "needed": choice.systems}
    raise Refused(Message(_CONTEXT, text, values))


def _systems_in(plan: Plan, board: str) -> int:
    known = {host.key for host in hosts(board)}
    return sum(device.type in known for device in plan.devices) + sum(rack.type in known for rack in plan.racks)


def _standing(choice: PodChoice, host: Host) -> Pod:
    """Workstations in a room, in rows of eight."""
    rules = pod_rules().standing
    width = int(host.kind.number("width_mm") or rules["gap_mm"])
    depth = int(host.kind.number("depth_mm") or rules["gap_mm"])
    pitch, lane = width + int(rules["gap_mm"]), depth + int(rules["pitch_mm"])
    a_row = min(choice.systems, 8)
    rows = -(-choice.systems // a_row)
    margin = int(rules["pitch_mm"])
    hall = PlanHall("Room", max(3000, a_row * pitch + 2 * margin), max(3000, rows * lane + 2 * margin), 2600)
    digits = len(str(choice.systems))
    devices = tuple(
        PlanDevice(
            host.key,
            f"workstation-{number + 1:0{digits}d}",
            hall=0,
            x_mm=margin + number % a_row * pitch,
            y_mm=margin + number // a_row * lane,
            role="workstation",
        )
        for number in range(choice.systems)
    )
    left = [Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "No network: workstations use the existing network of the room."))]
    if choice.systems > 1:
        text = QT_TRANSLATE_NOOP("sizing", "One wall circuit is checked per machine; the upstream panel is not checked.")
        left.append(Message(_CONTEXT, text))
    return Pod(Plan(choice.name or _named(choice, host), halls=(hall,), devices=devices), tuple(left))


def _named(choice: PodChoice, host: Host) -> str:
    return f"{choice.systems} × {host.title}"


class _Pod:
    """Machines in racks, or whole racks on the floor, with their switches."""

    def __init__(self, choice: PodChoice, host: Host) -> None:
        self._choice, self._host, self._rules = choice, host, pod_rules()
        self._left: list[Message] = []
        self._shape = self._compute()

    def made(self) -> Pod:
        """The racks in rows, wired, with networks."""
        blocks = [self._machines(), *self._switches()]
        racks = sum(int(block.count) for block in blocks)
        floor, pdu = self._rules.floor, self._rules.pdu
        room = {name: str(floor[name]) for name in ("depth_mm", "cold_aisle_mm", "hot_aisle_mm", "first_aisle_mm")}
        rows = str(-(-racks // int(floor["racks_a_row"])))
        on_floor = self._host.kind.mount is Mount.FLOOR
        template = Template(
            plan_name="pod",
            floor=Floor(rows=rows, pitch_mm=str(self._rules.rack["pitch_mm"]), margin_mm=int(floor["margin_mm"]), **room),
            blocks=tuple(blocks),
            power=Power(str(pdu["voltage_v"]), str(pdu["count"]), "hall" if on_floor else "row"),
            cooling=Cooling("way", room_mm=str(floor["room_mm"])),
            networks=tuple(self._networks()),
            trays=Trays(cross_width_mm="600"),
            values={"way": f"'{self._choice.cooling}'"},
            outside=self._outside(),
        )
        name = self._choice.name or _named(self._choice, self._host)
        plan = build_plan(template, {})
        return Pod(replace(plan, name=name), (*self._left, *_not_covered()))

    def _outside(self) -> dict[str, Outside]:
        """The domains that are not planned, with the reason."""
        left = {Domain.STORAGE, Domain.IN_BAND, Domain.HEAD_NODE}
        # All switches of the rules are InfiniBand.
        left.add(Domain.COMPUTE if self._shape is None else Domain.SUBNET_MANAGER)
        if self._choice.cooling == "none":
            left.add(Domain.COOLING)
        return {str(domain): Outside(self._rules.outside[domain]) for domain in Domain if domain in left}

    # machines

    def _machines(self) -> Block:
        host, systems = self._host, self._choice.systems
        if host.kind.mount is Mount.FLOOR:
            width = int(host.kind.number("width_mm") or host.kind.number("outer_width_mm") or 600)
            pattern = f"{_stem(host.kind)}-{{n:03}}"
            return Block("compute", host.key, str(systems), stands=True, role="compute", name_pattern=pattern, pitch_mm=str(width))
        rack_machines, units = self._a_rack(host.kind)
        held = Held(host.key, "node-{n:03}", str(rack_machines), str(systems), units, role="compute")
        return Block("compute", self._rules.rack["type"], str(-(-systems // rack_machines)), (held, self._pdus(self._rules.pdu)))

    def _a_rack(self, kind: HardwareType) -> tuple[int, tuple[int, ...]]:
        """Machines in a rack and the lowest unit of each: by height, power and outlets."""
        height = math.ceil(kind.height_half_units / 2)
        first, units = int(self._rules.rack["first_u"]), int(self._rules.rack["units_u"])
        by_height = (units - first + 1) // max(1, height)
        power, limit = kind.number("power_max_w"), self._choice.rack_power_w or float(self._rules.rack["power_w"])
        by_power = by_height if not power else int(limit // power)
        rack_machines = min(by_height, by_power, self._by_outlets(kind), self._choice.systems)
        if rack_machines < 1:
            text = QT_TRANSLATE_NOOP("sizing", "One {model} exceeds the limit of a rack: {power} kW of {limit}, {height} units of {units}.")
            values = {"power": round((power or 0) / 1000, 1), "limit": limit / 1000, "height": height, "units": units}
            raise Refused(Message(_CONTEXT, text, {"model": kind.title, **values}))
        # What is left of the height goes between the machines, in whole units.
        gap = (units - first + 1 - rack_machines * height) // rack_machines
        step = height + min(gap, 2)
        return rack_machines, tuple(first + number * step for number in range(rack_machines))

    def _by_outlets(self, kind: HardwareType) -> int:
        """Machines whose supplies find outlets on the PDUs of a rack; a machine with supplies of another plug is left to the checks."""
        pdu = open_catalog().entry(self._rules.pdu["type"]).type
        supplies = kind.supplies
        if supplies is None or not supplies.total:
            return 1000
        outlet_kind = {"c20": "c19", "c14": "c13"}.get(supplies.inlet)
        outlets = sum(len(group.ports) for group in pdu.port_groups if group.role == "power_out" and group.kind == outlet_kind)
        return int(self._rules.pdu["count"]) * outlets // supplies.total if outlets else 1000

    def _pdus(self, rule: object) -> Held:
        assert isinstance(rule, dict)  # noqa: S101 - narrows the type
        sides = ("left", "right", "left")[: int(rule["count"])]
        return Held(rule["type"], "{rack}-pdu-{letter}", str(rule["count"]), beside=sides, face="rear", role="power")

    # switches

    def _compute(self) -> tuple[ComputeSwitch, FatTreeShape] | None:
        """The compute network, if several machines have ports for it that a switch of the rules suits."""
        kind, systems = self._host.kind, self._choice.systems
        if systems == 1:
            return None
        groups = [group for group in kind.port_groups if group.role == "network" and group.network == "compute" and group.rate_gbps]
        ports, rates = sum(len(group.ports) for group in groups), {group.rate_gbps for group in groups}
        rule = next((candidate for candidate in self._rules.compute if {float(candidate.rate_gbps)} == rates), None)
        if rule is None or kind.mount is Mount.FLOOR:
            text = QT_TRANSLATE_NOOP("sizing", "No compute network: {model} has no ports for one.")
            if ports:
                text = QT_TRANSLATE_NOOP("sizing", "No compute network: no rule connects the ports of {model}. A template may include one.")
            self._left.append(Message(_CONTEXT, text, {"model": kind.title}))
            return None
        radix = _ports_of(open_catalog().entry(rule.switch).type, rule.rate_gbps)
        tree = FatTree(nodes=systems, rails=ports, unit_nodes=rule.unit_nodes, radix=radix, whole_units=False)
        return rule, fat_tree(tree)

    def _switches(self) -> list[Block]:
        held: list[tuple[str, str, str, int]] = []
        if self._shape is not None:
            rule, shape = self._shape
            counts = {
                "leaf": shape.leaf.count,
                "spine": shape.spine.count if shape.spine else 0,
                "core": shape.core.count if shape.core else 0,
            }
            held += [(rule.switch, f"{role}-{{n:03}}", role, count) for role, count in counts.items() if count]
        rules = self._rules
        ports = self._choice.systems + sum(count for *_, count in held)
        ports += int(rules.pdu["count"]) * int(self._machines().count)
        oob = rules.out_of_band
        held.append((oob["switch"], "oob-{n:02}", "out-of-band", -(-ports // int(oob["ports"]))))
        return _network_racks(held, rules, self._pdus(rules.network_pdu))

    def _networks(self) -> list[Network]:
        networks = []
        if self._shape is not None:
            rule, _ = self._shape
            notes = f"{rule.source}; leaves for the systems there are, spines by the rule of the published tables"
            networks.append(
                Network("compute", "Compute", str(rule.rate_gbps), unit_nodes=str(rule.unit_nodes), whole_units="0", notes=notes)
            )
        oob = self._rules.out_of_band
        stage = Stage("out-of-band", links="1", spread="fill")
        networks.append(Network("out_of_band", "Out-of-band", str(oob["rate_gbps"]), (stage,), notes=oob["source"]))
        return networks


def _network_racks(held: Sequence[tuple[str, str, str, int]], rules: PodRules, pdus: Held) -> list[Block]:
    """Racks of switches: each kind up to the capacity of a rack, from the bottom up, in the fewest racks that hold all."""
    units = int(rules.rack["units_u"]) - int(rules.rack["first_u"]) + 1
    kinds = [open_catalog().entry(key).type for key, *_ in held]
    heights = [max(1, math.ceil(kind.height_half_units / 2)) for kind in kinds]
    power_w = sum((kind.number("power_max_w") or 0.0) * count for kind, (*_, count) in zip(kinds, held, strict=True))
    racks = max(1, -(-sum(height * count for height, (*_, count) in zip(heights, held, strict=True)) // units))
    racks = max(racks, math.ceil(power_w / float(rules.network_pdu["rack_power_w"])))
    while sum(height * -(-count // racks) for height, (*_, count) in zip(heights, held, strict=True)) > units:
        racks += 1
    at = int(rules.rack["first_u"])
    parts = []
    for height, (key, name, role, count) in zip(heights, held, strict=True):
        per_rack = -(-count // racks)
        face = "front" if height > 1 else "rear"
        parts.append(Held(key, name, str(per_rack), str(count), tuple(at + height * number for number in range(per_rack)), face, role=role))
        at += height * per_rack
    return [Block("network", rules.rack["type"], str(racks), (*parts, pdus))]


def _ports_of(switch: HardwareType, rate_gbps: int) -> int:
    groups = [group for group in switch.port_groups if group.role == "network" and not group.network and group.rate_gbps == rate_gbps]
    return max(len(group.ports) for group in groups)


def _stem(kind: HardwareType) -> str:
    return kind.key.rsplit(".", 1)[-1]


def _not_covered() -> tuple[Message, ...]:
    text = QT_TRANSLATE_NOOP("sizing", "Storage, in-band network and management servers: quantities are not known; add them to the racks.")
    return (Message(_CONTEXT, text),)
