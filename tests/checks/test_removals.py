"""Edits that only remove devices: recognized as such, and without a new finding of any rule that says so."""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.engine.removals import only_removes_devices
from gpudesk.checks.findings.finding import ScopeId
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.fabric_site import Fabric
from tests.checks.site import Site
from tests.project.sample import Clock

SPARED = frozenset(key for key, rule in ALL_RULES.items() if rule.spared_by_removal)
DELETED = 14


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
                assert [finding for finding in fresh if finding.rule in SPARED and had[finding.rule].isdisjoint(finding.scopes)] == []
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
