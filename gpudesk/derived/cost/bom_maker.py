"""Makes the lines of a bill of materials out of counts by type and phase, and of rules."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from gpudesk.catalog.bom_rule_files import cords_of_devices
from gpudesk.catalog.bom_rules import BomRules, LabourTask, PartRule, Subject
from gpudesk.core.expressions.expression import Expression, ExpressionError
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.order_numbers import order_number
from gpudesk.core.hardware.stock import ordered_beyond
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_figures import counts_by_phase, is_trunk, laid_cables, used_cages
from gpudesk.derived.cost.bom_line import NOT_BOUGHT, BomLine, Circuit, LabourLine
from gpudesk.derived.cost.bom_measures import Things, cooling_units, standing, subject_of
from gpudesk.derived.cost.project_stock import stock
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CHANGING_OVER = frozenset({PowerNodeKind.PANEL, PowerNodeKind.BUSWAY, PowerNodeKind.FEED})
"""Nodes with a separate transfer switch for their alternate; a UPS has its bypass instead, and a transfer switch is one."""
PartOf = Callable[[str], HardwareType | None]
"""The type with a catalog key, None if there is none."""


class Maker:
    """Makes the lines of the chosen phases."""

    def __init__(self, snapshot: Snapshot, found: Things, rules: BomRules, part_of: PartOf, chosen: Mask) -> None:
        self._snapshot = snapshot
        self._things = found
        self._rules = rules
        self._part_of = part_of
        self._chosen = chosen
        self._sheet = snapshot.cached(site_sheet)
        self._stock = snapshot.cached(stock)
        self.power_name = self._sheet.text("power_for_limits")

    def types(self) -> list[BomLine]:
        """Racks and devices, by family and title."""
        inventory = self._things
        roles = self._roles()
        lines = []
        for row in range(len(inventory.type_ids)):
            kind = inventory.kind(row)
            section = "rack" if kind.family is Family.RACK else "device"
            lines.append(
                self._line(
                    section,
                    kind,
                    inventory.counts[row],
                    inventory.subjects[row],
                    inside=int(inventory.inside[row][self._chosen].sum()),
                    ordered=int(inventory.ordered[row][self._chosen].sum()),
                    roles=dict(sorted(roles.get(int(inventory.type_ids[row]), Counter()).items())),
                )
            )
        nodes = self._snapshot["cooling_node"]
        bare = cooling_units(self._snapshot)
        bare = bare[nodes["type_id"][bare] == ABSENT]
        if len(bare):
            counts = np.bincount(np.searchsorted(inventory.phases, nodes["phase"][bare]), minlength=len(inventory.phases)).astype(np.int64)
            lines.append(self._line("device", None, counts, None))
        return sorted(lines, key=_by_family)

    def cords(self) -> list[BomLine]:
        """Power cords by type and length; those included with a device separately."""
        snapshot = self._snapshot
        cords, devices = snapshot["power_cord"], snapshot["device"]
        if not cords.rows:
            return []
        own = cords_of_devices()
        types = snapshot.types
        known = {type_id: own.get(types[type_id].key) for type_id in types}
        brings = {type_id: types.id_of(key) for type_id, key in known.items() if key is not None}
        device_type = devices["type_id"][devices.positions(cords["device_id"])]
        brought = np.array(
            [ABSENT if (brought_type := brings.get(fed_type)) is None else brought_type for fed_type in device_type.tolist()], np.int64
        )
        # What leads from a feed to a device without a type is the device's own lead, or wired by hand.
        wired = (cords["type_id"] == ABSENT) & (cords["from_node_id"] != ABSENT)
        included = ((brought != ABSENT) & (brought == cords["type_id"])) | wired
        keys = np.stack([included.astype(np.int64), cords["type_id"], cords["length_mm"]], axis=1)
        groups, of_group = np.unique(keys, axis=0, return_inverse=True)
        counts = np.zeros((len(groups), len(self._things.phases)), np.int64)
        np.add.at(counts, (of_group.reshape(-1), np.searchsorted(self._things.phases, cords["phase"])), 1)
        lines = []
        for (inside, type_id, length), row in zip(groups.tolist(), counts, strict=True):
            kind = None if type_id == ABSENT else types[type_id]
            section = "cord_included" if inside else "cord"
            subject = Subject(section, "" if kind is None else kind.key, str(Family.CABLE), "part")
            lines.append(self._line(section, kind, row, subject, length_mm=None if length == ABSENT else length))
        return sorted(lines, key=lambda line: (line.section, *_by_title(line)))

    def cables(self) -> list[BomLine]:
        """Modules by type, then cords and trunks of the networks by type and stock length."""
        snapshot, phases = self._snapshot, self._things.phases
        cages, laid = snapshot.cached(used_cages), snapshot.cached(laid_cables)
        held = cages.module_id != ABSENT
        modules, none = cages.module_id[held], np.full(int(held.sum()), ABSENT)
        lines = []
        for type_id, length, counts in (
            *counts_by_phase(modules, none, cages.phase[held], phases),
            *counts_by_phase(laid.type_id, np.where(laid.type_id == ABSENT, ABSENT, laid.length_mm), laid.phase, phases),
        ):
            kind = None if type_id == ABSENT else snapshot.types[type_id]
            section = "cable" if kind is None else "module" if kind.family is Family.TRANSCEIVER else "trunk" if is_trunk(kind) else "cable"
            subject = Subject(section, "" if kind is None else kind.key, str(Family.CABLE if kind is None else kind.family), "part")
            lines.append(self._line(section, kind, counts, subject, length_mm=None if length == ABSENT else length))
        inside = self._management_cables()
        if inside.any():
            lines.append(self._line("cable_included", None, inside, Subject("cable_included", "", str(Family.CABLE), "part")))
        order = ("module", "cable", "cable_included", "trunk")
        return sorted(lines, key=lambda line: (order.index(line.section), *_by_title(line)))

    def _management_cables(self) -> Ids:
        """The cables that lead from the management ports of rack-scale systems to switches in them, by phase: one for each port."""
        inventory = self._things
        ports_each = np.array(
            [sum(len(tray.management) for tray in inventory.kind(row).trays) for row in range(len(inventory.type_ids))], np.int64
        )
        total: Ids = (inventory.counts * ports_each[:, None]).sum(axis=0)
        return total

    def circuits(self) -> list[BomLine]:
        """Sources, panels and circuits that are not devices, equal ones together; an alternate requires a transfer switch."""
        nodes = self._snapshot["power_node"]
        counts_by_circuit: dict[Circuit, Ids] = {}
        for place in np.flatnonzero(nodes["device_id"] == ABSENT).tolist():
            breaker = int(nodes["breaker_a"][place])
            circuit = Circuit(
                PowerNodeKind(int(nodes["kind"][place])),
                Wiring(int(nodes["wiring"][place])),
                int(nodes["voltage_v"][place]),
                None if breaker == ABSENT else breaker,
                str(nodes["receptacle"][place]),
            )
            needed_circuits = [circuit]
            if nodes["alternate_id"][place] != ABSENT and circuit.kind in _CHANGING_OVER:
                needed_circuits.append(replace(circuit, kind=PowerNodeKind.TRANSFER_SWITCH, receptacle=""))
            for needed_circuit in needed_circuits:
                counts = counts_by_circuit.setdefault(needed_circuit, np.zeros(len(self._things.phases), np.int64))
                counts[np.searchsorted(self._things.phases, int(nodes["phase"][place]))] += 1
        order = sorted(
            counts_by_circuit,
            key=lambda known_circuit: (known_circuit.kind, known_circuit.voltage_v, known_circuit.breaker_a or 0, known_circuit.receptacle),
        )
        return [self._line("circuit", None, counts_by_circuit[known_circuit], None, circuit=known_circuit) for known_circuit in order]

    def parts(self, rules: Sequence[PartRule], section: str) -> list[BomLine]:
        """Accessories or tools; requirements of several rules for one part are added."""
        rules_by_part: dict[str, list[PartRule]] = {}
        for rule in rules:
            rules_by_part.setdefault(rule.part, []).append(rule)
        lines = []
        for key, reasons in rules_by_part.items():
            kind = self._part_of(key)
            if kind is None:
                continue
            need = sum((self._need(rule.count, rule) for rule in reasons), np.zeros(len(self._things.phases), np.int64))
            subject = subject_of(kind, self._sheet.limit("two_person_lift_kg"), section)
            # What a phase leaves over serves the next one.
            need = np.maximum.accumulate(need) if len(need) else need
            fresh = np.diff(need, prepend=0)
            fitting = tuple(rule for rule in reasons if self._need(rule.count, rule).any())
            lines.append(self._line(section, kind, fresh, subject, reasons=fitting))
        return lines

    def labour(self) -> list[LabourLine]:
        """The work of the chosen phases."""
        lines = []
        for task in self._rules.labour.tasks:
            need = np.maximum.accumulate(self._need(task.count, task))
            times = int(np.diff(need, prepend=0)[self._chosen].sum())
            if times:
                lines.append(LabourLine(task, times))
        return lines

    def _need(self, count: Expression, rule: PartRule | LabourTask) -> Ids:
        """Value of an expression at the end of each phase, in whole items, shape (phases,)."""
        built = self._things.built(rule.of)
        measures = self._things.measures
        needs = []
        for place in range(len(self._things.phases)):
            values = {"n": int(built[place]), **{name: int(values[place]) for name, values in measures.items()}}
            value = _evaluated(count, values)
            needs.append(max(-int(-(value - 1e-9) // 1), 0))
        return np.array(needs, np.int64)

    def _line(
        self,
        section: str,
        kind: HardwareType | None,
        counts: Ids,
        subject: Subject | None,
        *,
        inside: int = 0,
        ordered: int = 0,
        roles: Mapping[str, int] | None = None,
        length_mm: int | None = None,
        circuit: Circuit | None = None,
        reasons: tuple[PartRule, ...] = (),
    ) -> BomLine:
        rule = None if subject is None else self._rules.spare_rule(subject)
        built = np.cumsum(counts)
        spares = np.array([0 if rule is None else rule.spares(int(built_count)) for built_count in built], np.int64)
        pack = int((kind.number("pack_of") or 1) if kind is not None and section in {"accessory", "tool"} else 1)
        packs = np.maximum.accumulate(-(-(built + spares) // pack)) if len(built) else built
        fresh_spares = np.diff(np.maximum.accumulate(spares), prepend=0) if len(spares) else spares
        fresh_packs = np.diff(packs, prepend=0) if len(packs) else packs
        held = None if kind is None or section in NOT_BOUGHT else self._stock.get((kind.key, length_mm))
        ordered_packs = ordered_beyond(fresh_packs, 0 if held is None else held.count or 0)
        return BomLine(
            section=section,
            kind=kind,
            count=int(counts[self._chosen].sum()),
            by_phase={int(phase): int(count) for phase, count in zip(self._things.phases, counts, strict=True) if count},
            inside=inside,
            ordered=ordered,
            roles=roles or {},
            spares=int(fresh_spares[self._chosen].sum()),
            spare_rule=rule,
            pack=pack,
            packs=int(fresh_packs[self._chosen].sum()),
            held=None if held is None else held.count,
            order=int(ordered_packs[self._chosen].sum()),
            unit_mass_kg=_mass_kg(kind, length_mm),
            unit_power_w=None if kind is None or section in {"accessory", "tool"} else kind.number(f"power_{self.power_name}_w"),
            price=None if kind is None else kind.facts.get("price_usd"),
            lead_time=None if kind is None else kind.facts.get("lead_time_weeks"),
            part_number="" if kind is None else order_number(kind, length_mm),
            length_mm=length_mm,
            circuit=circuit,
            reasons=reasons,
        )

    def _roles(self) -> dict[int, Counter[str]]:
        """Type → role → devices of the chosen phases that are bought."""
        devices = self._snapshot["device"]
        chosen = standing(self._snapshot, "device") & self._snapshot.cached(counted)
        chosen &= self._chosen[np.searchsorted(self._things.phases, devices["phase"])]
        roles_by_type: dict[int, Counter[str]] = {}
        for type_id, role in zip(devices["type_id"][chosen].tolist(), devices["role"][chosen].tolist(), strict=True):
            if role:
                roles_by_type.setdefault(type_id, Counter())[str(role)] += 1
        return roles_by_type


def _evaluated(count: Expression, values: Mapping[str, int]) -> float:
    """Value of an expression.

    Raises:
        InvalidData: it cannot be evaluated, or its value is not a number.
    """
    try:
        value = count.evaluate(values)
    except ExpressionError as error:
        text = QT_TRANSLATE_NOOP("bom", "The rule “{text}” cannot be evaluated: {what}")
        raise InvalidData(Message("bom", text, {"text": count.text, "what": error.message})) from error
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidData(
            Message("bom", QT_TRANSLATE_NOOP("bom", "The result of the rule “{text}” is not a number."), {"text": count.text})
        )
    return value


def _by_family(line: BomLine) -> tuple[int, str, str]:
    """Racks first: they contain everything else."""
    kind = line.kind
    if kind is None:
        return (len(Family) + 1, "", "")
    if kind.family is Family.RACK:
        return (0, kind.title.casefold(), kind.key)
    return (1 + list(Family).index(kind.family), kind.title.casefold(), kind.key)


def _by_title(line: BomLine) -> tuple[str, int]:
    return "" if line.kind is None else line.kind.title.casefold(), line.length_mm or 0


def _mass_kg(kind: HardwareType | None, length_mm: int | None) -> float | None:
    """Mass of one item or pack; for a cord by its length."""
    if kind is None:
        return None
    if kind.family is Family.CABLE:
        metre = kind.number("mass_kg_per_m")
        return None if metre is None or length_mm is None else metre * length_mm / 1000
    return kind.number("weight_kg")
