"""The verdicts on the links of a project: each different kind of link is checked once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.link_parts import CablingRules, Joint, LinkEnd, Span, VerdictRow
from gpudesk.core.cabling.link_verdict import link_verdict
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import distinct
from gpudesk.derived.links.cabling_rules import cabling_rules
from gpudesk.derived.links.link_rates import groups_of, port_groups, required_gbps
from gpudesk.derived.links.links import Links, joined_cables, links, links_among
from gpudesk.derived.ports.panel_strands import group_at, strands_between
from gpudesk.project.accepted_rates import PREFIX as ACCEPTED_RATES
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

Rows = tuple[VerdictRow, ...]
Key = tuple[int, ...]


class LinkVerdicts:
    """The verdicts on some links.

    Attributes:
        links: the links.
        kind: which of `rows` is the verdict on each, shape (links,).
        rows: the verdict on each kind of link.
        keys: what makes each kind, as `parts_of` reads it.
    """

    def __init__(self, links: Links, kind: Ids, rows: Sequence[Rows], keys: Sequence[Key] = ()) -> None:
        self.links, self.kind, self.rows, self.keys = links, kind, rows, keys

    def found(self, rule: str, ok: bool | None = False) -> Iterator[tuple[Ids, VerdictRow]]:
        """The links of which a line on `rule` is wrong (or open with `ok` None), with that line; each link once for each line."""
        for kind, row in self._lines.get((rule, ok), ()):
            yield np.flatnonzero(self.kind == kind), row

    @cached_property
    def _lines(self) -> dict[tuple[str, bool | None], list[tuple[int, VerdictRow]]]:
        """The lines that are not right, each once for a kind of link."""
        lines: dict[tuple[str, bool | None], list[tuple[int, VerdictRow]]] = {}
        for kind, rows in enumerate(self.rows):
            faulty_rows = {(row.rule, row.ok, row.end, row.message.plain()): row for row in rows if not row.ok}
            for row in faulty_rows.values():
                lines.setdefault((row.rule, row.ok), []).append((kind, row))
        return lines

    def of_link(self, place: int) -> Rows:
        """The verdict on one link."""
        return self.rows[int(self.kind[place])]

    def wrong(self) -> Ids:
        """Of how many lines each link is wrong, shape (links,)."""
        counts = np.array([sum(1 for row in rows if row.ok is False) for rows in self.rows], np.int64)
        wrong_lines: Ids = counts[self.kind] if len(self.kind) else np.zeros(0, np.int64)
        return wrong_lines


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Components of links: the index of each in `kinds`, shape (links,), and their keys without the required rate."""

    kind: Ids
    kinds: Sequence[Key]


@made_from(
    {
        "cable": (
            *(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane", "module_id")),
            "lanes",
            "network_id",
            "type_id",
            "length_mm",
        ),
        "device": ("type_id", "role"),
        "catalog_item": (),
        "network": ("rate_gbps",),
        "network_stage": (),
        "setting": (),
        "site_value": (),
    },
    settings=(ACCEPTED_RATES,),
)
def all_link_verdicts(snapshot: Snapshot) -> LinkVerdicts:
    """The verdicts on all links of a project (use `snapshot.cached(all_link_verdicts)`)."""
    return _verdicts(snapshot, snapshot.cached(links), snapshot.cached(_all_parts))


@made_from(
    {
        "cable": (
            *(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane", "module_id")),
            "lanes",
            "network_id",
            "type_id",
            "length_mm",
        ),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def _all_parts(snapshot: Snapshot) -> _Parts:
    """What all links are made of, which no network and no stage changes."""
    return _parts(snapshot, snapshot.cached(links))


def cable_verdict(snapshot: Snapshot, cable_id: int) -> tuple[Links, Rows]:
    """The first link of a cable, with its verdict: from end to end, over all panels.

    Raises:
        KeyError: there is no such cable.
    """
    place = snapshot["cable"].position(cable_id)
    joined_links = links_among(snapshot, joined_cables(snapshot, np.array([place])))
    verdicts = link_verdicts(snapshot, joined_links)
    link = int(np.searchsorted(joined_links.first, int(np.flatnonzero(joined_links.cable == place)[0]), "right")) - 1
    begin, end = int(joined_links.first[link]), int(joined_links.first[link + 1])
    one, part = np.array([link]), slice(begin, end)
    a, b = _picked(joined_links.a, one), _picked(joined_links.b, one)
    return Links(
        a, b, joined_links.network[one], np.array([0, end - begin]), joined_links.cable[part], joined_links.turned[part]
    ), verdicts.of_link(link)


def link_verdicts(snapshot: Snapshot, found: Links) -> LinkVerdicts:
    """Check some links."""
    return _verdicts(snapshot, found, _parts(snapshot, found))


def _parts(snapshot: Snapshot, found: Links) -> _Parts:
    """What some links are made of."""
    table = snapshot["cable"]
    if not len(found):
        return _Parts(np.zeros(0, np.int64), ())
    first, last = found.first[:-1], found.first[1:] - 1
    cable, turned = found.cable, found.turned
    modules = [
        np.where(turned[first], table.at("b_module_id", cable[first]), table.at("a_module_id", cable[first])),
        np.where(turned[last], table.at("a_module_id", cable[last]), table.at("b_module_id", cable[last])),
    ]
    columns: list[Ids] = []
    for ends, module in ((found.a, modules[0]), (found.b, modules[1])):
        columns += [groups_of(snapshot, ends), ends.lane.astype(np.int64), ends.lanes.astype(np.int64), module]
    columns += [column for step in _steps(snapshot, found) for column in step]
    kinds, kind = distinct(columns)
    return _Parts(kind, tuple(zip(*(column[kinds].tolist() for column in columns), strict=True)))


def _verdicts(snapshot: Snapshot, found: Links, parts: _Parts) -> LinkVerdicts:
    """Evaluate some links by their components and the required rate of each."""
    types, required_rate = snapshot.types, required_gbps(snapshot, found)
    if not len(found):
        return LinkVerdicts(found, np.zeros(0, np.int64), ())
    kinds, kind = distinct([required_rate, parts.kind])
    known = types.cached(_Known).of(snapshot.cached(cabling_rules))
    rows: list[Rows] = []
    keys: list[Key] = []
    for place in kinds.tolist():
        key = (int(required_rate[place]), *parts.kinds[int(parts.kind[place])])
        if key not in known:
            known[key] = _judged(types, snapshot.cached(cabling_rules), key)
        rows.append(known[key])
        keys.append(key)
    return LinkVerdicts(found, kind, rows, keys)


def link_end(snapshot: Snapshot, device_id: int, port: int, module: HardwareType | None = None, lane: int = 0, lanes: int = 0) -> LinkEnd:
    """One port as the end of a possible link.

    Raises:
        KeyError: there is no such device.
    """
    devices = snapshot["device"]
    kind = snapshot.types[int(devices["type_id"][devices.position(device_id)])]
    return LinkEnd(group_at(kind, port), module, lanes, lane, kind.text("protocols"))


class _Known:
    """The verdicts on kinds of links that were checked already with these types, by the rules of the site."""

    def __init__(self, types: Types) -> None:
        self._rules: CablingRules | None = None
        self._rows: dict[Key, Rows] = {}

    def of(self, rules: CablingRules) -> dict[Key, Rows]:
        if self._rules is not rules:
            self._rules, self._rows = rules, {}
        return self._rows


_END = 4
_STEP = 4


def parts_of(types: Types, key: Key) -> tuple[LinkEnd, LinkEnd, list[Span], float | None]:
    """Components of one kind of link: both ends, its cables, and the rate required by its network.

    Args:
        key: rate; group, lane, lanes and module of both ends; type and length of each cable, and the panel before it.
    """
    rate, ends, steps = key[0], key[1 : 1 + 2 * _END], key[1 + 2 * _END :]
    a, b = (_end(types, ends[place : place + _END]) for place in (0, _END))
    spans = []
    for place in range(0, len(steps), _STEP):
        type_id, length, panel, ports = steps[place : place + _STEP]
        if type_id == _NO_CABLE:
            break
        cable = None if type_id == ABSENT else types[type_id]
        spans.append(Span(cable, None if length == ABSENT else length, _joint(types, panel, ports)))
    return a, b, spans, None if rate == ABSENT else rate


def _judged(types: Types, rules: CablingRules, key: Key) -> Rows:
    """Check one kind of link."""
    return link_verdict(*parts_of(types, key), rules)


def _end(types: Types, values: Sequence[int]) -> LinkEnd:
    group, lane, lanes, module = values
    kind, port_group = (None, None) if group == ABSENT else types.cached(port_groups).at(types, group)
    return LinkEnd(port_group, None if module == ABSENT else types[module], lanes, lane, "" if kind is None else kind.text("protocols"))


def _joint(types: Types, panel: int, ports: int) -> Joint | None:
    if panel == ABSENT:
        return None
    near, far = divmod(ports, _MOST_PORTS)
    kind = types[panel]
    groups = group_at(kind, near), group_at(kind, far)
    if groups[0] is None or groups[1] is None:
        return None
    return Joint(kind, groups[0], groups[1], strands_between(types, panel, near, far))


_MOST_PORTS = 1 << 15
_NO_CABLE = -2


def _steps(snapshot: Snapshot, found: Links) -> list[tuple[Ids, Ids, Ids, Ids]]:
    """For each place of a cable in a link: its type, its length, the panel before it and the ports used there; shape (links,) each."""
    table, devices, types = snapshot["cable"], snapshot["device"], snapshot.types
    counts = found.counts
    steps = []
    for place in range(int(counts.max())):
        there = counts > place
        at = np.where(there, found.first[:-1] + place, 0)
        cable, turned = found.cable[at], found.turned[at]
        type_id = np.where(there, table.at("type_id", cable), _NO_CABLE)
        length = np.where(there & (type_id != ABSENT), table.at("length_mm", cable), ABSENT)
        if not place:
            steps.append((type_id, length, np.full(len(found), ABSENT), np.zeros(len(found), np.int64)))
            continue
        before, before_turned = found.cable[np.maximum(at - 1, 0)], found.turned[np.maximum(at - 1, 0)]
        near = np.where(before_turned, table["a_port"][before], table["b_port"][before])
        far = np.where(turned, table.at("b_port", cable), table.at("a_port", cable))
        device = np.where(turned, table.at("b_device_id", cable), table.at("a_device_id", cable))
        panel = devices["type_id"][devices.positions(device)]
        ports = types.cached(_Joints).codes(types, panel, near, far)
        steps.append((type_id, length, np.where(there, panel, ABSENT), np.where(there, ports, 0)))
    return steps


class _Joints:
    """Equivalent paths through panels are represented by the same pair of ports: the first one found."""

    def __init__(self, types: Types) -> None:
        self._known: dict[tuple[int, int], int] = {}
        self._alike: dict[tuple[object, ...], int] = {}

    def codes(self, types: Types, panel: Ids, near: Ids, far: Ids) -> Ids:
        """Near port × `_MOST_PORTS` + far port of an equivalent path, same shape as the input."""
        ports = near * _MOST_PORTS + far
        kinds, kind = distinct([panel, ports])
        kind_codes = np.array([self._code(types, int(panel[place]), int(ports[place])) for place in kinds.tolist()], np.int64)
        codes: Ids = kind_codes[kind]
        return codes

    def _code(self, types: Types, panel: int, ports: int) -> int:
        if (panel, ports) not in self._known:
            near, far = divmod(ports, _MOST_PORTS)
            kind = types[panel]
            alike: tuple[object, ...] = (panel, None)
            if kind.passages:
                strands = tuple(sorted(strands_between(types, panel, near, far).items()))
                alike = (panel, *(id(group_at(kind, port)) for port in (near, far)), strands)
            self._known[panel, ports] = self._alike.setdefault(alike, ports)
        return self._known[panel, ports]


def _picked(ends: Ends, places: Ids) -> Ends:
    return Ends(ends.device[places], ends.port[places], ends.lane[places], ends.lanes[places])
