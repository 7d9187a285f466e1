"""What is in ways for cables, carried from edit to edit, equals what is counted whole; and golden figures of fill."""

import json
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.check_engine import advance, carry, check_all, findings_of, release_left
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.cabling.pathway_fill import cable_body, cables_that_fit, way_area_mm2
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.hardware.hardware import Confidence, Fact
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.pathways.pathway_loads import all_cable_routes, drawn_lengths, way_loads
from gpudesk.project.document import Applied
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site

EDITS = (
    *("lay", "pull", "type", "length", "assembly", "shift", "rack", "way"),
    *("width", "bend", "lower", "drop", "sheet", "hall", "new type", "fact", "lift"),
    *("new rack", "new box"),
)


def _start() -> Site:
    """Three racks with a box each under a tray, one on the floor, and one more hall."""
    site = Site()
    row = site.insert("rack_row", hall_id=site.hall, name="A")
    boxes = [site.device(site.rack(x_mm=3000 * number, y_mm=1200, row_id=row), 20, "box") for number in range(3)]
    site.cables(boxes[0], boxes[1], 2)
    site.cables(boxes[1], boxes[2], 2, "wire")
    site.cables(boxes[2], site.device(None, key="box", hall_id=site.hall, x_mm=8000, y_mm=1500), 1)
    site.way("-500 1200 9000 1200")
    site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    return site


def _edit(draw: Any, site: Site) -> None:
    snapshot = site.snapshot
    boxes, cables, ways = (snapshot[table].ids.tolist() for table in ("device", "cable", "pathway"))
    what = draw(st.sampled_from(EDITS))
    if what == "lay":
        one, other = draw(st.sampled_from(boxes)), draw(st.sampled_from(boxes))
        port = 8 + draw(st.integers(0, 7))
        taken = snapshot["cable"]
        used = {(one, port), (other, port)} & {
            (int(taken[f"{side}_device_id"][row]), int(taken[f"{side}_port"][row])) for side in "ab" for row in range(taken.rows)
        }
        if one != other and not used:
            kind = draw(st.sampled_from([None, site.use("hose"), site.use("wire")]))
            length = draw(st.sampled_from([None, 900, 9000]))
            ends = {"a_device_id": one, "a_port": port, "b_device_id": other, "b_port": port}
            site.insert("cable", **ends, lanes=4, type_id=kind, length_mm=length)
    elif what == "pull" and cables:
        site.delete("cable", draw(st.sampled_from(cables)))
    elif what == "type" and cables:
        site.update("cable", draw(st.sampled_from(cables)), type_id=draw(st.sampled_from([None, site.use("hose"), site.use("wire")])))
    elif what == "length" and cables:
        site.update("cable", draw(st.sampled_from(cables)), length_mm=draw(st.sampled_from([None, 900, 9000])))
    elif what == "assembly" and cables:
        site.update("cable", draw(st.sampled_from(cables)), assembly=draw(st.sampled_from([None, 1, 2])))
    elif what == "shift" and (held := snapshot["device"].ids[snapshot["device"]["rack_id"] != ABSENT].tolist()):
        site.update("device", draw(st.sampled_from(held)), position=draw(st.integers(0, 60)))
    elif what == "lift":
        site.update("device", draw(st.sampled_from(boxes)), rack_id=None, position=None)
    elif what == "new rack":
        site.device(site.rack(x_mm=draw(st.sampled_from([12_000, 15_000])), y_mm=1200, hall_id=draw(st.sampled_from([1, 2]))), 20, "box")
    elif what == "new box":
        site.device(None, key="box", hall_id=site.hall, x_mm=11_000, y_mm=draw(st.sampled_from([900, 3000])))
    elif what == "rack":
        rack = draw(st.sampled_from(snapshot["rack"].ids.tolist()))
        site.update("rack", rack, x_mm=draw(st.sampled_from([0, 4000, 15_000])), hall_id=draw(st.sampled_from([1, 1, 2])))
    elif what == "way":
        site.way(draw(st.sampled_from(["4000 0 4000 5000", "0 2000 9000 2000"])), carries=draw(st.sampled_from(["", "copper"])))
    elif what == "width" and ways:
        site.update("pathway", draw(st.sampled_from(ways)), width_mm=draw(st.sampled_from([40, 100, 300])))
    elif what == "bend" and ways:
        outline = draw(st.sampled_from(["-500 1200 9000 1200", "-500 1500 9000 1500", "0 0 3000 1200 9000 1200", "0 1200 2000 1200"]))
        site.update("pathway", draw(st.sampled_from(ways)), outline=outline)
    elif what == "lower" and ways:
        site.update("pathway", draw(st.sampled_from(ways)), height_mm=draw(st.sampled_from([2300, 2600, 3000])))
    elif what == "drop" and ways:
        site.delete("pathway", draw(st.sampled_from(ways)))
    elif what == "sheet":
        key, value = draw(st.sampled_from([("way_reach_mm", 500), ("way_reach_mm", 3000), ("cable_slack_mm", 4000), ("altitude_m", 900)]))
        site.set(key, value)
    elif what == "hall":
        changed = draw(st.sampled_from([{"name": "Renamed"}, {"raised_floor": 1}]))
        site.update("hall", draw(st.sampled_from(snapshot["hall"].ids.tolist())), **changed)
    elif what == "fact" and "hose" in site.types:
        entry = json.loads(str(snapshot["catalog_item"].row(site.types["hose"])["body"]))
        entry["facts"]["cable_kind"]["value"] = draw(st.sampled_from(["jumper", "dac"]))
        site.update("catalog_item", site.types["hose"], body=json.dumps(entry))
    elif what == "new type":
        site.use("half")


@given(st.data())
def test_carried_findings_of_ways_equal_a_whole_run(data: st.DataObject) -> None:
    site = _start()
    findings: Findings = check_all(site.snapshot)
    before = site.snapshot

    def compare(applied: Applied | None) -> None:
        nonlocal findings, before
        if applied is None or applied.snapshot is before:
            return
        findings = advance(before, findings, site.snapshot, applied.changes)
        fresh = Snapshot(site.snapshot.revision, site.snapshot.tables)
        assert findings == check_all(fresh)
        known, whole = site.snapshot.cached(way_loads), fresh.cached(way_loads)
        assert {kind: values.tolist() for kind, values in known.steps.items()} == {
            kind: values.tolist() for kind, values in whole.steps.items()
        }
        assert (known.guessed, known.lost) == (whole.guessed, whole.lost)
        assert np.array_equal(site.snapshot.cached(drawn_lengths), fresh.cached(drawn_lengths), equal_nan=True)
        # Racks are numbered before devices on the floor: a rack that comes moves these.
        for (_, running), (_, whole_running) in zip(*(each.cached(all_cable_routes) for each in (site.snapshot, fresh)), strict=True):
            assert np.array_equal(running.pairs.place, whole_running.pairs.place)
        before = site.snapshot

    step = site.document.apply

    def watched(*args: Any, **values: Any) -> Any:
        result = step(*args, **values)
        compare(result[1])
        return result

    site.document.apply = watched  # type: ignore[method-assign]
    for _ in range(data.draw(st.integers(1, 10))):
        _edit(data.draw, site)
    for _ in range(data.draw(st.integers(0, 4))):
        compare(site.document.undo())
    site.document.close()


@given(st.data())
def test_findings_carried_back_and_forth_equal_a_whole_run(data: st.DataObject) -> None:
    """Undo and redo among edits, where no state that was left keeps findings: both it and the state shown get those of a whole run."""
    site = _start()
    findings_of(site.snapshot)
    step = site.document.apply
    states = [site.snapshot]
    begun = len(site.document.steps)

    def compare(applied: Applied | None) -> None:
        if applied is None or applied.snapshot is applied.before:
            return
        carry(applied.before, applied.snapshot, applied.changes)
        release_left(applied.snapshot, applied.before, applied.changes, site.document.earlier_states())
        states.append(applied.snapshot)
        assert findings_of(applied.snapshot) == check_all(Snapshot(applied.snapshot.revision, applied.snapshot.tables))

    def watched(*args: Any, **values: Any) -> Any:
        result = step(*args, **values)
        compare(result[1])
        return result

    site.document.apply = watched  # type: ignore[method-assign]
    with patch.object(check_engine, "MANY", data.draw(st.sampled_from([-1, 0, 3]))):
        for _ in range(data.draw(st.integers(2, 12))):
            match data.draw(st.sampled_from(["edit", "edit", "undo", "redo"])):
                case "undo" if sum(each.done for each in site.document.steps) > begun:
                    compare(site.document.undo())
                case "redo":
                    compare(site.document.redo())
                case "edit":
                    _edit(data.draw, site)
        state = data.draw(st.sampled_from(states))
        assert findings_of(state) == check_all(Snapshot(state.revision, state.tables))
    site.document.close()


def test_cables_that_run_as_before_are_not_checked_again() -> None:
    """A pathway may change the route of any cable; the findings of those whose route stays are the very same."""
    site = _start()
    for cable in site.snapshot["cable"].ids.tolist():
        site.update("cable", cable, length_mm=900)
    before = site.snapshot
    known = check_all(before)
    assert len(known.of_rule("link.length")) > 2
    aside = {"hall_id": site.hall, "name": "Aside", "height_mm": 2300, "width_mm": 100, "depth_mm": 50, "outline": "0 9000 9000 9000"}
    _, applied = site.document.apply(lambda edit: (edit.insert("pathway", **aside), Message("test", "")))
    following = advance(before, known, applied.snapshot, applied.changes)
    assert following == check_all(Snapshot(1, applied.snapshot.tables))
    assert following.of_rule("link.length") is known.of_rule("link.length")
    site.document.close()


def test_fill_of_the_tray_of_the_reference() -> None:
    area = way_area_mm2(PathwayKind.TRAY, 300, 100)
    assert cables_that_fit(area, 25, 3.0) == 1061
    assert cables_that_fit(area, 25, 9.43) == 107


def test_where_sources_disagree_the_heavier_cable_counts() -> None:
    site = Site()
    type_id = site.use("wire")
    wire = site.snapshot.types[type_id]
    light = Fact(0.045, "one", Confidence.READ)
    both = replace(light, others=(replace(light, value=0.2),))
    assert cable_body(replace(wire, facts={**wire.facts, "mass_kg_per_m": both})).kg_per_m == 0.2
    assert cable_body(None).kg_per_m == pytest.approx(0.009)
    assert cable_body(None).bend_radius_mm == 30
