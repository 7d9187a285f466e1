"""Whatever is chosen for a link is right by the verdict on links that gestures and checks give."""

from functools import cache

import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.link_parts import CablingRules, LinkEnd, Span
from gpudesk.core.cabling.link_verdict import is_right, link_verdict
from gpudesk.core.cabling.media_choice import LinkColumns, choose, of_options
from gpudesk.core.cabling.media_options import options
from gpudesk.core.cabling.media_parts import Medium, Parts, Policy, Wanted
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.catalog_media import cage_of, parts_of
from gpudesk.derived.cabling.project_media import media
from gpudesk.derived.links.cabling_rules import cabling_rules
from gpudesk.derived.networks.network_links import network_links
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.bare import without_networks

Place = tuple[HardwareType, int]


@cache
def places() -> tuple[Place, ...]:
    """A port group of each kind in the catalog."""
    found: dict[object, Place] = {}
    for entry in open_catalog().all():
        for number, group in enumerate(entry.type.port_groups):
            if group.role == "network" and group.rate_gbps:
                protocols = entry.type.text("protocols") if entry.type.family is Family.SWITCH else ""
                key = (group.kind, group.heat_sink, group.ports_per_cage, group.lanes, group.rate_gbps, protocols)
                found.setdefault(key, (entry.type, number))
    return tuple(found.values())


@cache
def rules() -> CablingRules:
    """The limits that hold where a site says nothing."""
    with Document.scratch() as document:
        return cabling_rules(document.snapshot)


@cache
def known() -> Parts:
    return parts_of(entry.type for entry in open_catalog().of_families(Family.CABLE, Family.TRANSCEIVER))


def wrong(a: Place, b: Place, rate: float, length_m: float, policy: Policy, in_rack: bool = True) -> list[str] | None:
    """What the verdict finds wrong with what is chosen for a link, None where nothing is chosen."""
    cages = [cage_of(*place) for place in (a, b)]
    groups = [kind.port_groups[number] for kind, number in (a, b)]
    link = Wanted(0, 1, 0, 0, groups[0].lanes, groups[1].lanes, rate)
    keys: dict[str, int] = {}
    offered = options(cages, [link], known(), policy, keys)
    for option in offered:
        for key in (key for way in option.ways.values() for key in (way.a_module, way.b_module) if key):
            keys.setdefault(key, len(keys))
    columns = LinkColumns(
        np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1, np.int64), np.array([1000 * length_m]), np.array([in_rack])
    )
    choice = choose(offered, columns, policy)
    if choice.option[0] == ABSENT:
        return None
    catalog, names = open_catalog(), list(keys)
    module_a, module_b = (
        None if place[0] == ABSENT else catalog.get(names[place[0]]) for place in of_options(offered, choice, columns.kind, keys)
    )

    def end(place: Place, module: HardwareType | None) -> LinkEnd:
        kind, group = place[0], place[0].port_groups[place[1]]
        of_fabric = kind.family is Family.SWITCH and group.kind != "rj45"
        return LinkEnd(group, module, 0, 0, kind.text("protocols") if of_fabric else "")

    rows = link_verdict(
        end(a, module_a), end(b, module_b), [Span(catalog.get(names[choice.part[0]]), int(choice.length_mm[0]))], rate, rules()
    )
    return [] if is_right(rows) else [f"{row.rule}: {row.message.plain()}" for row in rows if row.ok is False]


@cache
def pairs() -> tuple[tuple[Place, Place], ...]:
    """The ports that something joins."""

    def joined(a: Place, b: Place) -> bool:
        cages, groups = [cage_of(*place) for place in (a, b)], [kind.port_groups[number] for kind, number in (a, b)]
        rate = min(group.rate_gbps or 0.0 for group in groups)
        return bool(options(cages, [Wanted(0, 1, 0, 0, groups[0].lanes, groups[1].lanes, rate)], known(), Policy(), {}))

    return tuple((a, b) for a in places() for b in places() if joined(a, b))


@given(st.data())
def test_what_is_chosen_is_right(data: st.DataObject) -> None:
    a, b = pairs()[data.draw(st.integers(0, len(pairs()) - 1))]
    rates = [kind.port_groups[number].rate_gbps or 0.0 for kind, number in (a, b)]
    length = data.draw(st.floats(0.3, 150))
    policy = Policy(
        copper_in_rack=data.draw(st.booleans()),
        copper_beyond_rack_m=data.draw(st.sampled_from((0.0, 5.0))),
        single_mode_beyond_m=data.draw(st.sampled_from((0.0, 20.0, 50.0))),
        active_optical_gbps=data.draw(st.sampled_from((0.0, 200.0, 1600.0))),
        multi_mode_type=data.draw(st.sampled_from(("OM3", "OM4", "OM5"))),
    )
    found = wrong(a, b, min(rates), length, policy, data.draw(st.booleans()))
    event("chosen" if found is not None else "nothing serves it")
    assert not found, (a[0].key, b[0].key)


@pytest.mark.parametrize("place", places(), ids=lambda place: f"{place[0].key}-{place[0].port_groups[place[1]].name}")
def test_every_port_of_the_catalog_finds_a_mate(place: Place) -> None:
    """Each network port can be joined with its like, at its rate or at half of it where it is a pair, by what can lie between racks."""
    kind, number = place
    group, cage = kind.port_groups[number], cage_of(*place)
    rate = group.rate_gbps or 0.0
    media: set[Medium] = set()
    for part, lanes in ((rate, group.lanes), (rate / 2, group.lanes // 2)):
        offered = options([cage], [Wanted(0, 0, 0, 0, lanes, lanes, part)], known(), Policy(), {})
        media |= {option.medium for option in offered if any(way.straight is not None for way in option.ways.values())}
    assert media & {Medium.TWISTED_PAIR, Medium.MULTI_MODE, Medium.SINGLE_MODE}


@pytest.mark.parametrize(
    ("template", "rate_gbps", "settings"),
    [("dgx-b300-spectrum-superpod", 400, {"planes": 2}), ("small-pod", 400, {}), ("hgx-pod", 400, {}), ("dgx-h100-superpod", 400, {})],
)
def test_whole_networks_are_right(template: str, rate_gbps: int, settings: dict[str, int]) -> None:
    """One link of each kind, with its lanes: planes share a cage, and both halves of a twin port are lit."""
    with Document.scratch() as document:
        run(document, build, without_networks(template))
        network_id = run(document, add_network, NetworkKind.COMPUTE, "Rails", rate_gbps, settings).result
        snapshot = document.snapshot
        links = network_links(snapshot, network_id)
        found = media(snapshot, links.a, links.b, NetworkKind.COMPUTE, rate_gbps, routes(snapshot, links.a, links.b).length_mm)
        columns = (found.cable, found.a_module, found.b_module, links.a.lane, links.b.lane, links.tier, found.length_mm)
        _, first = np.unique(np.stack(columns), axis=1, return_index=True)
        assert len(first) > 1
        catalog, devices = open_catalog(), snapshot["device"]

        def end(side: Ends, modules: Ids, place: int) -> LinkEnd:
            kind = snapshot.types[int(devices["type_id"][devices.position(int(side.device[place]))])]
            group = next(group for group in kind.port_groups for port in group.ports if port.index == side.port[place])
            module = None if modules[place] == ABSENT else catalog.get(found.keys[modules[place]])
            lanes = min(int(links.a.lanes[place]), int(links.b.lanes[place]))
            return LinkEnd(group, module, lanes, int(side.lane[place]), kind.text("protocols"))

        for place in first.tolist():
            ends = end(links.a, found.a_module, place), end(links.b, found.b_module, place)
            cable = catalog.get(found.keys[found.cable[place]])
            rows = link_verdict(*ends, [Span(cable, int(found.length_mm[place]))], rate_gbps)
            assert is_right(rows), [row.message.plain() for row in rows if row.ok is False]
