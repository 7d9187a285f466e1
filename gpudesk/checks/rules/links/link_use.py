"""Links: ports and cages that are used twice, and missing data on cables."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Object, Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled
from gpudesk.checks.rules.common.link_view import ENDS, end_columns, is_chosen, judged, link_rule, port_name
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cabling.link_ends import PORT_BITS, end_keys
from gpudesk.core.cabling.link_parts import VerdictRow
from gpudesk.core.cabling.link_plugs import has_plugs
from gpudesk.core.cabling.link_verdict import TITLES
from gpudesk.core.hardware.plugs import CAGES
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import grouped
from gpudesk.project.types import Types

_WHOLE = 1 << 20
"""More lanes than any port has: the number for a link that occupies the whole port."""


@rule(
    "link.double_use",
    title=QT_TRANSLATE_NOOP("checks", "Each lane of a port carries one link"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables end at lanes already in use"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    spared_by_removal=True,
    reads={"cable": ENDS, "device": ("name", "type_id"), "catalog_item": ("body",)},
    when=cabled,
    source=QT_TRANSLATE_NOOP("checks", "Lanes at both ends of the cables"),
)
def double_use(view: View) -> Iterator[Violation]:
    """Cables that end in the same port are compared lane by lane. A cable without assigned lanes occupies the whole port."""
    cable, device, port, lane, lanes = view.cached(end_columns)
    order = np.argsort(end_keys(device, port, lane), kind="stable")
    cable, device, port, lane, lanes = (column[order] for column in (cable, device, port, lane, lanes))
    same = (device[1:] == device[:-1]) & (port[1:] == port[:-1])
    if not same.any():
        return
    end = lane + np.where(lanes > 0, lanes, _WHOLE)
    taken = same & (lane[1:] < end[:-1])
    for place in np.flatnonzero(taken).tolist():
        holder = int(device[place])
        if not is_chosen(view, holder):
            continue
        pair = sorted({int(cable[place]), int(cable[place + 1])})
        objects: list[Object] = [("cable", row) for row in view.snapshot["cable"].ids[pair].tolist()]
        text = QT_TRANSLATE_NOOP("checks", "Two cables end in {port}.")
        if len(pair) == 1:
            text = QT_TRANSLATE_NOOP("checks", "Both ends of a cable are in {port}.")
        name = port_name(view, holder, int(port[place]))
        where = Place("device", holder, name)
        yield Violation((holder,), (*objects, ("device", holder)), where, rule_text(text, port=name), about=f" {int(port[place])}")


@rule(
    "link.cage",
    title=QT_TRANSLATE_NOOP("checks", "A cage accepts one module or one connector"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cages are assigned several modules or connectors"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    spared_by_removal=True,
    reads={
        "cable": (*ENDS, "a_module_id", "b_module_id", "type_id", "assembly"),
        "device": ("name", "type_id"),
        "catalog_item": ("body",),
    },
    when=cabled,
    source=QT_TRANSLATE_NOOP("checks", "Both ports of a twin-port cage use the same module"),
)
def cage(view: View) -> Iterator[Violation]:
    """All cables that end in one cage use the same module, or are legs of one assembly."""
    table, devices = view.snapshot["cable"], view.snapshot["device"]
    cable, device, port, _, _ = view.cached(end_columns)
    if not len(cable):
        return
    half = len(cable) // 2
    type_id = devices.at("type_id", devices.positions(device))
    cages = view.types.cached(_Cages)
    where = cages.of(type_id, port)
    shared = np.flatnonzero(cages.shared[type_id] & (where != ABSENT))
    if not len(shared):
        return
    module = np.concatenate([table.at("a_module_id", cable[:half]), table.at("b_module_id", cable[half:])])[shared]
    plugged = view.types.cached(_plugs)[table.at("type_id", cable[shared])]
    assembly, ids = table.at("assembly", cable[shared]), table.at("id", cable[shared])
    own = np.where(assembly != ABSENT, (1 << 40) + assembly, (1 << 41) + ids)
    token = np.where(module != ABSENT, module, np.where(plugged, own, ABSENT))
    said_ = token != ABSENT
    shared, token = shared[said_], token[said_]
    keys = (device[shared] << PORT_BITS) | where[shared]
    order = np.lexsort((token, keys))
    keys, token, shared = keys[order], token[order], shared[order]
    differs = np.flatnonzero((keys[1:] == keys[:-1]) & (token[1:] != token[:-1]))
    for key in np.unique(keys[differs]).tolist():
        ends_in_cage = shared[keys == key]
        holder = int(device[ends_in_cage[0]])
        if not is_chosen(view, holder):
            continue
        places = np.unique(cable[ends_in_cage])
        objects: list[Object] = [("cable", row) for row in table.ids[places].tolist()]
        text = QT_TRANSLATE_NOOP("checks", "The cables in the cage of {port} specify different modules or connectors.")
        name = port_name(view, holder, int(port[ends_in_cage].min()))
        at = Place("device", holder, name)
        yield Violation((holder,), (*objects, ("device", holder)), at, rule_text(text, port=name), about=f" {key & 0x3FFF}")


class _Cages:
    """The cage of each port by type.

    Attributes:
        shared: whether a type has cages of several ports, by type id.
    """

    def __init__(self, types: Types) -> None:
        self.shared: Mask = np.zeros(max(types, default=0) + 2, bool)
        self._first = np.zeros(len(self.shared), np.int64)
        self._count = np.zeros(len(self.shared), np.int64)
        numbers: list[int] = []
        for type_id, kind in types.items():
            self._first[type_id] = len(numbers)
            cage_indices = [port.cage_index if group.kind in CAGES else ABSENT for group in kind.port_groups for port in group.ports]
            self._count[type_id] = len(cage_indices)
            self.shared[type_id] = any(group.kind in CAGES and group.ports_per_cage > 1 for group in kind.port_groups)
            numbers += cage_indices
        self._numbers = np.array([*numbers, ABSENT], np.int64)

    def of(self, type_id: Ids, port: Ids) -> Ids:
        """The cage of each port, ABSENT if it is in none."""
        there = port < self._count[type_id]
        cages: Ids = self._numbers[np.where(there, self._first[type_id] + port, len(self._numbers) - 1)]
        return cages


def _plugs(types: Types) -> Mask:
    """Whether a cable has attached plugs, by type id; the last entry represents no type."""
    with_plugs = np.zeros(max(types, default=0) + 2, bool)
    for type_id, kind in types.items():
        with_plugs[type_id] = has_plugs(kind)
    return with_plugs


@link_rule(
    "link.unknown",
    title=QT_TRANSLATE_NOOP("checks", "All data for link checks is known"),
    many=QT_TRANSLATE_NOOP("checks", "Link data for {count} devices is incomplete"),
    severity=Severity.INFO,
    source=QT_TRANSLATE_NOOP("checks", "Device type specifications and cable selections; unknown values are not checked"),
)
def unknown(view: View) -> Iterator[Violation]:
    """One finding per device at which links start and per missing property."""
    verdicts = view.cached(judged)
    begins = verdicts.links.a.device
    for rule_key in TITLES:
        by_text: dict[str, tuple[VerdictRow, list[Ids]]] = {}
        for places, row in verdicts.found(rule_key, None):
            by_text.setdefault(row.message.plain(), (row, []))[1].append(places)
        for text, (row, parts) in by_text.items():
            link_places = np.concatenate(parts)
            for device, places in grouped(begins, link_places).items():
                if is_chosen(view, device):
                    where, about = view.row_place("device", device), f" {rule_key} {text}"
                    yield Violation((device,), (("device", device),), where, row.message, len(places), about=about)
