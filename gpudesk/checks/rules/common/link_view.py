"""Data read by the rules on links and fabrics, and the names in their findings."""

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from gpudesk.checks.findings.finding import Fix, Object, Place, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cabling.cable_swaps import CURABLE
from gpudesk.core.cabling.link_parts import VerdictRow
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.links.cables_near import cables_at
from gpudesk.derived.links.cabling_rules import LIMITS
from gpudesk.derived.links.link_fixes import swap_for
from gpudesk.derived.links.link_verdicts import LinkVerdicts, all_link_verdicts, link_verdicts
from gpudesk.derived.links.links import Links, joined_cables, links, links_among
from gpudesk.derived.ports.panel_strands import group_at
from gpudesk.project.accepted_rates import accepted_rates

ENDS = (*(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane")), "lanes")
LINKED: Mapping[str, tuple[str, ...]] = {
    "cable": (*ENDS, "a_module_id", "b_module_id", "type_id", "length_mm", "network_id", "assembly"),
    "network": ("rate_gbps",),
    "network_stage": ("network_id", "lower", "upper", "rate_gbps"),
    "setting": ("key", "value"),
    "device": ("name", "type_id", "role"),
    "catalog_item": ("body",),
}
"""Tables needed to check links."""
link_rule = partial(
    rule,
    spared_by_removal=True,
    scope=Scope.LINK,
    reads=LINKED,
    limits=LIMITS,
    when=cabled,
    ground=lambda snapshot: dict(snapshot.cached(accepted_rates)),
)
"""A rule that reads the verdicts on links."""


def near_links(view: View) -> Links:
    """The links that end at the devices to check, and links joined with them (call `view.cached(near_links)`); scope LINK."""
    if view.only is None:
        return view.snapshot.cached(links)
    return links_among(view.snapshot, joined_cables(view.snapshot, view.cached(chosen_cables)))


def judged(view: View) -> LinkVerdicts:
    """The verdicts on the links that end at the devices to check (call `view.cached(judged)`); scope LINK."""
    if view.only is None:
        return view.snapshot.cached(all_link_verdicts)
    return link_verdicts(view.snapshot, view.cached(near_links))


def port_name(view: View, device_id: int, port: int) -> str:
    """A port by device and name."""
    return port_names(view, np.array([device_id]), np.array([port]))[0]


def port_names(view: View, device_ids: Ids, ports: Ids) -> list[str]:
    """Ports by device and name, shape (n,)."""
    devices, types = view.snapshot["device"], view.types
    at = devices.positions(np.asarray(device_ids, np.int64))
    names, kinds = devices.at("name", at).tolist(), devices.at("type_id", at).tolist()
    known: dict[tuple[int, int], str] = {}
    port_labels = []
    for device_id, name, kind, port in zip(device_ids.tolist(), names, kinds, ports.tolist(), strict=True):
        of_port = known.get((kind, port))
        if of_port is None:
            group = group_at(types[kind], port)
            of_port = known[kind, port] = f"#{port}" if group is None else group.ports[port - group.ports[0].index].name
        port_labels.append(f"{name or f'#{device_id}'} {of_port}")
    return port_labels


def of_rule(view: View, rule: str, ok: bool | None = False) -> Iterator[Violation]:
    """The verdicts for one rule, one per link."""
    verdicts = view.cached(judged)
    ends = verdicts.links.a, verdicts.links.b
    objects = _DeviceObjects()
    for places, row in verdicts.found(rule, ok):
        chosen = places[_are_chosen(view, ends[0].device[places]) | _are_chosen(view, ends[1].device[places])]
        names = [port_names(view, end.device[chosen], end.port[chosen].astype(np.int64)) for end in ends]
        devices = [end.device[chosen].tolist() for end in ends]
        cables = _cables_of(view, verdicts.links, chosen)
        curable = row.ok is not None and rule in CURABLE
        for link, link_cables, a, b, one, other in zip(chosen.tolist(), cables, *devices, *names, strict=True):
            yield _found(
                link_cables, objects[a], objects[b], row, _fix(view, verdicts, link, rule) if curable else None, f"{one} – {other}"
            )


def _cables_of(view: View, links: Links, chosen: Ids) -> list[list[int]]:
    """The ids of the cables of some links, from end to end."""
    first = links.first[chosen]
    counts = links.first[chosen + 1] - first
    ends = np.cumsum(counts)
    starts = ends - counts
    places = links.cable[np.arange(int(counts.sum())) + np.repeat(first - starts, counts)]
    ids = view.snapshot["cable"].at("id", places).tolist()
    return [ids[low:high] for low, high in zip(starts.tolist(), ends.tolist(), strict=True)]


def _fix(view: View, verdicts: LinkVerdicts, link: int, rule: str) -> Fix | None:
    """Another cable, if one is suitable."""
    swap = swap_for(view.snapshot, verdicts, link, rule)
    if swap is None:
        return None
    place, other = swap
    cables = view.snapshot["cable"]
    values: dict[str, str | int] = {"type": other.cable.key}
    if int(cables["length_mm"][place]) != other.length_mm:
        values["length_mm"] = other.length_mm
    title = rule_text(QT_TRANSLATE_NOOP("checks", "Use {model} instead"), model=other.cable.title)
    return Fix("set_cables", {"cable_ids": [int(cables.ids[place])], "values": values}, title)


class _DeviceObjects(dict[int, Object]):
    """Devices as findings name them, each made once: 300,000 findings of links name 16,000 devices."""

    def __missing__(self, device: int) -> Object:
        named = self[device] = ("device", device)
        return named


def _found(cables: list[int], a: Object, b: Object, row: VerdictRow, fix: Fix | None, label: str) -> Violation:
    """The finding on a link, which is named by both of its ends and located at the device of one of them."""
    end = row.end
    devices = (a[1],) if a == b else (a[1], b[1])
    objects: list[Object] = [("cable", cable) for cable in cables]
    if end == "b":
        objects.append(b)
    else:
        objects.append(a)
        if end != "a" and a != b:
            objects.append(b)
    about = f" {end}" if end else ""
    place = Place("device", (b if end == "b" else a)[1], label)
    return Violation(devices, tuple(objects), place, row.message, row.actual, row.required, fix, about)


def end_columns(view: View) -> tuple[Ids, Ids, Ids, Ids, Ids]:
    """Both ends of the cables at the devices to check, all `a` first (call `view.cached(end_columns)`).

    Returns:
        Index of the cable, device, port, lane and lanes, shape (2 × cables,).
    """
    table, cables = view.snapshot["cable"], view.cached(chosen_cables)
    device, port, lane = (np.concatenate([table.at(f"{side}_{name}", cables) for side in "ab"]) for name in ("device_id", "port", "lane"))
    return np.tile(cables, 2), device, port, lane, np.tile(table.at("lanes", cables), 2)


def chosen_cables(view: View) -> Ids:
    """The indices of the cables at the devices to check (call `view.cached(chosen_cables)`)."""
    cables = view.snapshot["cable"]
    return np.arange(cables.rows) if view.only is None else cables_at(cables, view.ids)


def _are_chosen(view: View, devices: Ids) -> Mask:
    """Which of some devices are to be checked."""
    known: Mask = devices != ABSENT
    return known if view.only is None else known & np.isin(devices, view.ids)


def is_chosen(view: View, device: int) -> bool:
    """Whether a device is to be checked."""
    return device != ABSENT and (view.only is None or device in view.only)
