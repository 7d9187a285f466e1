"""What is in ways for cables, carried from edit to edit, equals what is counted whole; and golden figures of fill."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.cabling.pathway_fill import cable_body, cables_that_fit, way_area_mm2
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.hardware.hardware import Confidence, Fact
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
