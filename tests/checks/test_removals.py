"""Edits that only remove devices: recognized as such, and without a new finding of any rule that says so."""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import carry, check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.engine.removals import only_removes_devices
from gpudesk.checks.findings.finding import ScopeId
from gpudesk.checks.rules.common.removal import Removal
from gpudesk.core.messages.message import Message
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.racks.loads import all_rack_loads
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.fabric_site import Fabric
from tests.checks.site import BAYS, BLADE, CHASSIS, Site, _socket, body
from tests.project.sample import Clock

DELETED = 14


def _spared(before: Snapshot, changes: Changes) -> set[str]:
    """The rules that a removal cannot affect where they have no finding."""
    removal = Removal(before, changes)
    rules = [rule for rule in ALL_RULES.values() if rule.spared_by_removal]
    return {rule.key for rule in rules if all(removal.cached(condition) for condition in rule.spared_if)}


def _planned(template: str) -> Document:
    document = Document.scratch(Clock())
    run(document, build, load_template(template))
    run(document, cable_project)
    return document


def _with_faults(document: Document, random: Random) -> None:
    """Faults of many kinds on some devices, cords, cables and feeds, so that removals meet findings near their limits."""
    devices, cables = document.snapshot["device"], document.snapshot["cable"]
    in_racks = devices.ids[devices["rack_id"] != ABSENT].tolist()
    edits: list[tuple[str, list[int], dict[str, Any]]] = [
        ("device", random.sample(in_racks, 6), {"position": 4}),
        ("device", random.sample(in_racks, 4), {"name": "the same"}),
        ("device", random.sample(in_racks, 3), {"serial": "4711"}),
        ("cable", random.sample(cables.ids.tolist(), 8), {"length_mm": 200}),
        ("cable", random.sample(cables.ids.tolist(), 6), {"length_mm": 900_000}),
        ("power_node", random.sample(document.snapshot["power_node"].ids.tolist(), 2), {"breaker_a": 16}),
    ]
    racks = document.snapshot["rack"].ids.tolist()
    moved = [("device", [device], {"rack_id": random.choice(racks), "position": 7}) for device in random.sample(in_racks, 3)]

    def write(edit: Edit) -> tuple[None, Message]:
        for table, ids, fields in (*edits, *moved):
            for row in ids:
                edit.update(table, row, **fields)
        edit.title = Message("tests", "Faults", {})
        return None, edit.title

    document.apply(write)


@pytest.mark.parametrize(("template", "seed"), [("dgx-basepod", 3), ("hgx-pod", 5)])
def test_a_removal_causes_no_finding_of_a_rule_that_it_spares(template: str, seed: int) -> None:
    random = Random(seed)
    spared_edits = 0
    with _planned(template) as document:
        _with_faults(document, random)
        for _ in range(DELETED):
            before, had = document.snapshot, defaultdict[str, set[ScopeId]](set)
            for finding in findings_of(before):
                had[finding.rule].update(finding.scopes)
            changes = run(document, delete_objects, "device", [random.choice(before["device"].ids.tolist())]).changes
            fresh = check_all(Snapshot(document.snapshot.revision, document.snapshot.tables))
            assert findings_of(document.snapshot) == fresh
            if only_removes_devices(before, changes):
                spared_edits += 1
                spared = _spared(before, changes)
                assert [finding for finding in fresh if finding.rule in spared and had[finding.rule].isdisjoint(finding.scopes)] == []
    assert spared_edits > DELETED / 3


def test_only_whole_cables_cords_and_loads_are_a_removal() -> None:
    """What remains keeps its cords, its cables through panels and the other legs of its splitters."""
    site = Site()
    fabric = Fabric(site)
    node, leaf, panel, far = fabric.add("node"), fabric.add("leaf"), fabric.add("fibre-panel"), fabric.add("leaf")
    rack = site.rack()
    strip = site.strip(rack, site.feed())
    cord = site.insert("power_cord", device_id=node, port=3, from_device_id=strip, from_port=1)
    direct = fabric.lay((node, 0), (leaf, 0))
    before_panel, behind_panel = fabric.lay((node, 1), (panel, 0)), fabric.lay((panel, 8), (far, 0))
    legs = [fabric.lay((node, 2), (leaf, 1), assembly=1), fabric.lay((node, 3), (leaf, 2), assembly=1)]

    def removes(*rows: tuple[str, int], also: Callable[[Edit], None] | None = None) -> bool:
        def write(edit: Edit) -> None:
            for table, row in rows:
                edit.delete(table, row)
            if also is not None:
                also(edit)

        before = site.snapshot
        site.step(write)
        assert site.applied is not None
        changes = site.applied.changes
        site.document.undo()
        return only_removes_devices(before, changes)

    cables = [("cable", row) for row in (direct, *legs)]
    joined = [("cable", before_panel), ("cable", behind_panel)]
    assert removes(("cable", direct))
    assert removes(*cables, *joined, ("power_cord", cord), ("device", node))
    assert not removes(*cables, joined[0], ("power_cord", cord), ("device", node))
    assert not removes(("cable", legs[0]))
    assert not removes(("power_cord", cord))
    assert not removes(("power_cord", cord), ("power_cord", cord - 1), ("device", strip))
    assert not removes(("cable", direct), also=lambda edit: edit.update("device", leaf, name="another"))
    assert not removes(("cable", direct), also=lambda edit: edit.update("rack", rack, name="another"))
    site.document.close()


def _overloaded(site: Site) -> list[int]:
    """Two feeds that are overloaded on one line, and carry more on another after the loss of one: the devices with one cord."""
    rack = site.rack()
    feeds = site.feed(), site.feed()
    strips = [[site.strip(rack, feed) for feed in feeds] for _ in range(2)]
    twice, once = site.use("pair", power_max_w=4200), site.use("pair", power_max_w=4750)
    single = []
    for number, (a, b) in enumerate(strips):
        site.plug(site.device(rack, 1 + 8 * number, "pair", twice), (a, 5), (b, 5))
        for strip in (a, b):
            single.append(site.device(rack, 20, "pair", once))
            site.plug(single[-1], (strip, 1))
    return single


def _removed_and_compared(site: Site, device: int, rule: str) -> None:
    """Removing a device, with its cords, reveals a finding of a rule: the carried findings have it too."""
    before = site.snapshot
    assert [finding for finding in findings_of(before) if finding.rule == rule] == []
    cords = before["power_cord"].ids[before["power_cord"]["device_id"] == device].tolist()

    def write(edit: Edit) -> None:
        for cord in cords:
            edit.delete("power_cord", cord)
        edit.delete("device", device)

    site.step(write)
    assert site.applied is not None
    carry(before, site.snapshot, site.applied.changes)
    fresh = check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
    assert findings_of(site.snapshot) == fresh
    assert [finding for finding in fresh if finding.rule == rule]
    site.document.close()


@pytest.mark.parametrize("off", [(), ("power.line", "power.bank")])
def test_an_overload_that_goes_reveals_the_failure_that_it_hid(off: tuple[str, ...]) -> None:
    """A breaker counts after a loss if it carries more than before: not the one that was overloaded on another line."""
    site = Site()
    devices = _overloaded(site)
    for rule in off:
        site.insert("severity", rule=rule, severity="off")
    _removed_and_compared(site, devices[1], "power.loss_line")


def test_a_rack_that_is_no_longer_too_heavy_for_the_floor_may_be_too_heavy_for_its_footprint() -> None:
    site = Site()
    rack = site.rack()
    systems = [site.device(rack, 1 + 8 * number) for number in range(4)]
    spread = float(site.snapshot.cached(all_rack_loads).spread_kg_per_m2[0])
    site.set("floor_uniform_limit_kg_per_m2", spread - 10)
    _removed_and_compared(site, systems[0], "weight.floor_footprint")


def test_a_chassis_may_have_been_fed_through_the_blade_that_goes() -> None:
    site = Site()
    rack = site.rack()
    sockets = {"ports": [_socket("psu", "power_in", "c20", 2)]}
    fabric = Fabric(site)
    chassis = fabric.kind(body("fed-chassis", "server", "units", CHASSIS, bays=BAYS) | sockets)
    blade = fabric.kind(body("fed-blade", "server", "child", BLADE) | sockets)
    strip = site.strip(rack, site.feed())
    held = site.child(site.device(rack, 10, type_id=chassis), "1", type_id=blade)
    site.insert("power_cord", device_id=held, port=0, from_device_id=strip, from_port=1)
    _removed_and_compared(site, held, "absent.power")


def test_of_a_heap_of_devices_other_pairs_are_compared_when_one_goes() -> None:
    """Each device is compared with the next eight of its units only."""
    site = Site()
    rack = site.rack()
    flat = site.use("switch", depth_mm=100)
    heap = [site.device(rack, 5, "switch", site.use("switch", depth_mm=900)), *(site.device(rack, 5, "switch", flat) for _ in range(8))]
    site.device(rack, 5, "switch", site.use("switch", depth_mm=200), face=1)
    _removed_and_compared(site, heap[3], "space.back_to_back")


def test_a_full_pathway_that_is_no_longer_too_small_is_still_full() -> None:
    """`link.way_fill` does not report what `link.way_full` reports."""
    assert ALL_RULES["link.way_fill"].spared_without == ("link.way_full",)


FABRIC_RULES = {
    "fabric.rail",
    "fabric.uplinks",
    "fabric.oversubscription",
    "fabric.single_switch",
    "fabric.open_ports",
    "fabric.late_switch",
}


def _without(site: Site, device: int) -> tuple[Snapshot, Changes]:
    """The state before a device is deleted with its cords and cables, and what is removed; the findings are carried along."""
    before = site.snapshot
    findings_of(before)
    changes = run(site.document, delete_objects, "device", [device]).changes
    assert findings_of(site.snapshot) == check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
    return before, changes


def _fabric() -> tuple[Site, Fabric, int]:
    site = Site()
    return site, Fabric(site), site.insert("network", name="Compute", kind=0, rate_gbps=400)


def test_a_host_that_leaves_a_switch_affects_no_rule_of_the_fabric() -> None:
    site, fabric, network = _fabric()
    node, other, leaf = fabric.add("node"), fabric.add("node"), fabric.add("leaf", role="leaf")
    for number, host in enumerate((node, other)):
        fabric.link((host, 0), (leaf, number), network_id=network)
    assert _spared(*_without(site, node)) >= FABRIC_RULES
    site.document.close()


@pytest.mark.parametrize("to", ["node", "manager port", "panel", "leaf"])
def test_other_devices_that_lose_links_are_asked_again(to: str) -> None:
    """Two hosts connected directly, the management port of a switch, a panel, and a switch that goes itself."""
    site, fabric, network = _fabric()
    kind = {"node": "node", "manager port": "managed", "panel": "fibre-panel", "leaf": "leaf"}[to]
    node, other = fabric.add("node"), fabric.add(kind, role="leaf")
    if to == "manager port":
        fabric.lay((node, 6), (other, 12), network_id=network)
    else:
        fabric.link((node, 0), (other, 0), network_id=network)
    gone = other if to == "leaf" else node
    assert _spared(*_without(site, gone)).isdisjoint(FABRIC_RULES)
    site.document.close()


def test_a_leaf_with_two_rails_is_asked_again() -> None:
    """Of three links of rail 0 and two of rail 1 one goes: three to one is more than twice as many."""
    site, fabric, network = _fabric()
    leaf = fabric.add("leaf", role="leaf")
    nodes = [fabric.add("node") for _ in range(5)]
    for number, node in enumerate(nodes):
        fabric.link((node, 0 if number < 3 else 1), (leaf, number), network_id=network)
    assert not len(findings_of(site.snapshot).of_rule("fabric.rail"))
    before, changes = _without(site, nodes[4])
    assert "fabric.rail" not in _spared(before, changes)
    assert len(findings_of(site.snapshot).of_rule("fabric.rail")) == 1
    site.document.close()


@pytest.mark.parametrize(("third", "late"), [(1, 1), (2, 0)])
def test_a_switch_that_loses_its_last_host_of_its_phase_is_late(third: int, late: int) -> None:
    site, fabric, network = _fabric()
    leaf = fabric.add("leaf", role="leaf", phase=2)
    nodes = [fabric.add("node", phase=phase) for phase in (1, 2, third)]
    for number, node in enumerate(nodes):
        fabric.link((node, 0), (leaf, number), network_id=network)
    assert not len(findings_of(site.snapshot).of_rule("fabric.late_switch"))
    before, changes = _without(site, nodes[1])
    assert ("fabric.late_switch" in _spared(before, changes)) == (not late)
    assert len(findings_of(site.snapshot).of_rule("fabric.late_switch")) == late
    site.document.close()


def test_a_second_compute_network_leaves_the_planned_ratio_of_a_leaf_open() -> None:
    site, fabric, network = _fabric()
    site.insert("network", name="Another", kind=0, rate_gbps=400)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="leaf")
    fabric.link((node, 0), (leaf, 0), network_id=network)
    spared = _spared(*_without(site, node))
    assert "fabric.oversubscription" not in spared
    assert "fabric.uplinks" in spared
    site.document.close()


@pytest.mark.parametrize("shared", [False, True])
def test_a_feed_whose_last_cord_goes_is_idle(shared: bool) -> None:
    site = Site()
    rack, feed = site.rack(), site.feed()
    devices = [site.device(rack, 1 + 8 * number) for number in range(2)]
    for device in devices[: 1 + shared]:
        site.insert("power_cord", device_id=device, port=0, from_node_id=feed)
    before = site.snapshot
    cords = before["power_cord"]
    cord = int(cords.ids[cords["device_id"] == devices[0]][0])
    findings_of(before)

    def unplug(edit: Edit) -> None:
        edit.delete("power_cord", cord)
        edit.delete("device", devices[0])

    site.step(unplug)
    assert site.applied is not None
    carry(before, site.snapshot, site.applied.changes)
    assert findings_of(site.snapshot) == check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
    assert ("power.idle_feed" in _spared(before, site.applied.changes)) == shared
    assert len(findings_of(site.snapshot).of_rule("power.idle_feed")) == (not shared)
    site.document.close()


def _gone_and_compared(site: Site, device: int | None, cables: list[int], rule: str) -> None:
    """Removing a device with its cables reveals a finding of a rule: the carried findings have it too."""
    before = site.snapshot
    assert not len(findings_of(before).of_rule(rule))

    def write(edit: Edit) -> None:
        for cable in cables:
            edit.delete("cable", cable)
        if device is not None:
            edit.delete("device", device)

    site.step(write)
    assert site.applied is not None
    carry(before, site.snapshot, site.applied.changes)
    assert findings_of(site.snapshot) == check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
    assert len(findings_of(site.snapshot).of_rule(rule)) == 1
    site.document.close()


def test_a_panel_between_two_switches_is_no_host() -> None:
    site, fabric, network = _fabric()
    leaf, panel = fabric.add("leaf", role="leaf"), fabric.add("fibre-panel")
    spines = [fabric.add("leaf", role="spine") for _ in range(2)]
    fabric.link((leaf, 0), (spines[0], 0), network_id=network)
    for number in range(2):
        fabric.link((leaf, 1 + number), (spines[1], number), network_id=network)
    cables = [fabric.lay((leaf, 3), (panel, 0), network_id=network), fabric.lay((panel, 8), (spines[0], 1), network_id=network)]
    _gone_and_compared(site, panel, cables, "fabric.uplinks")


def test_a_link_over_a_panel_has_the_network_of_its_first_cable() -> None:
    site, fabric, network = _fabric()
    leaf, panel = fabric.add("leaf", role="leaf"), fabric.add("fibre-panel")
    nodes = [fabric.add("node") for _ in range(6)]
    direct = [fabric.link((node, 0), (leaf, number), network_id=network) for number, node in enumerate(nodes[:2])]
    for number, node in enumerate(nodes[2:]):
        fabric.lay((node, 1), (panel, number), network_id=network)
        fabric.lay((panel, 8 + number), (leaf, 2 + number))
    _gone_and_compared(site, nodes[0], direct[:1], "fabric.rail")
