"""After any edit, undo or redo, the findings carried over equal those of a whole run."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.findings import Findings
from gpudesk.project.document import Applied
from gpudesk.project.site_sheet import site_definitions
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import TYPES, Site

Draw = Callable[[st.SearchStrategy[Any]], Any]
NAMES = st.sampled_from(["", " ", "a", "A", "b", "R1", "R10"])
PHASES = st.integers(0, 3)


def _some(draw: Draw, snapshot: Snapshot, table: str) -> int | None:
    ids = snapshot[table].ids.tolist()
    return draw(st.sampled_from(ids)) if ids else None


def _add_hall(draw: Draw, site: Site) -> None:
    size = st.sampled_from([3000, 9000])
    site.insert("hall", name=draw(NAMES), width_mm=draw(size), depth_mm=draw(size), height_mm=draw(st.sampled_from([None, 1500, 4000])))


def _add_row(draw: Draw, site: Site) -> None:
    site.insert("rack_row", hall_id=_some(draw, site.snapshot, "hall"), name=draw(NAMES), phase=draw(PHASES))


def _add_rack(draw: Draw, site: Site) -> None:
    site.rack(
        draw(NAMES),
        hall_id=_some(draw, site.snapshot, "hall"),
        row_id=_some(draw, site.snapshot, "rack_row"),
        x_mm=draw(st.sampled_from([0, 500, 600, 2500])),
        y_mm=draw(st.sampled_from([0, 1200])),
        angle_ddeg=draw(st.sampled_from([0, 0, 450, 900])),
        serial=draw(st.sampled_from(["", "S1"])),
        phase=draw(PHASES),
    )


def _place(draw: Draw, site: Site, device: int | None) -> dict[str, Any]:
    """Somewhere: in a rack, on a floor, in another device or nowhere."""
    nowhere: dict[str, Any] = {"rack_id": None, "hall_id": None, "parent_id": None, "position": None}
    kind = draw(st.sampled_from(["rack", "rack", "rack", "hall", "parent", "nowhere"]))
    rack, holder = _some(draw, site.snapshot, "rack"), _some(draw, site.snapshot, "device")
    if kind == "rack" and rack is not None:
        return {**nowhere, "rack_id": rack, "position": draw(st.integers(0, 90))}
    if kind == "hall":
        return {**nowhere, "hall_id": _some(draw, site.snapshot, "hall")}
    if kind == "parent" and holder is not None and holder != device:
        return {**nowhere, "parent_id": holder, "slot": draw(st.sampled_from(["1", "1", "X", "", "none"]))}
    return nowhere


def _state(draw: Draw) -> dict[str, Any]:
    return {
        "face": draw(st.integers(0, 1)),
        "side": draw(st.sampled_from([None, 0, 1])),
        "name": draw(NAMES),
        "serial": draw(st.sampled_from(["", "S1", "S2"])),
        "asset": draw(st.sampled_from(["", "A1"])),
        "status": draw(st.integers(0, 5)),
        "phase": draw(PHASES),
    }


def _add_device(draw: Draw, site: Site) -> None:
    kind = site.use(draw(st.sampled_from(sorted(TYPES))))
    site.insert("device", type_id=kind, **{**_state(draw), **_place(draw, site, None)})


def _change_device(draw: Draw, site: Site) -> None:
    device = _some(draw, site.snapshot, "device")
    if device is None:
        return
    state = {**_state(draw), **_place(draw, site, device)}
    place = ("rack_id", "hall_id", "parent_id", "position")
    chosen = draw(st.sampled_from([place, ("face",), ("side",), ("name",), ("serial",), ("asset",), ("status",), ("phase",), ("type_id",)]))
    state["type_id"] = _some(draw, site.snapshot, "catalog_item")
    site.update("device", device, **{name: state[name] for name in chosen})


def _change_rack(draw: Draw, site: Site) -> None:
    rack = _some(draw, site.snapshot, "rack")
    if rack is None:
        return
    values = {
        "name": draw(NAMES),
        "x_mm": draw(st.integers(-100, 9000)),
        "angle_ddeg": draw(st.sampled_from([0, 900, 1234])),
        "rail_depth_mm": draw(st.sampled_from([None, 600, 800])),
        "hall_id": _some(draw, site.snapshot, "hall"),
        "row_id": _some(draw, site.snapshot, "rack_row"),
        "type_id": _some(draw, site.snapshot, "catalog_item"),
        "phase": draw(PHASES),
        "asset": draw(st.sampled_from(["", "A1"])),
    }
    name = draw(st.sampled_from(sorted(values)))
    site.update("rack", rack, **{name: values[name]})


def _change_hall(draw: Draw, site: Site) -> None:
    hall = _some(draw, site.snapshot, "hall")
    values = {
        "name": draw(NAMES),
        "width_mm": draw(st.integers(500, 9000)),
        "height_mm": draw(st.integers(1500, 3000)),
        "uniform_limit_kg_per_m2": draw(st.sampled_from([None, 100, 2000])),
        "point_limit_kg": draw(st.sampled_from([None, 50, 500])),
        "rolling_limit_kg": draw(st.sampled_from([None, 30, 500])),
        "phase": draw(PHASES),
    }
    name = draw(st.sampled_from(sorted(values)))
    site.update("hall", hall or 1, **{name: values[name]})


def _add_floor_item(draw: Draw, site: Site) -> None:
    hall = _some(draw, site.snapshot, "hall")
    shape = draw(st.sampled_from([{"width_mm": 900, "depth_mm": 700}, {"outline": "0 0 3000 0 3000 2500"}]))
    kind, clear = draw(st.integers(0, 6)), draw(st.sampled_from([None, 700, 2000]))
    place = {
        "x_mm": draw(st.integers(-500, 5000)),
        "y_mm": draw(st.integers(-500, 3000)),
        "angle_ddeg": draw(st.sampled_from([0, 450, 900])),
    }
    site.insert("floor_item", hall_id=hall, kind=kind, name=draw(NAMES), clear_width_mm=clear, phase=draw(PHASES), **place, **shape)


def _change_floor_item(draw: Draw, site: Site) -> None:
    item = _some(draw, site.snapshot, "floor_item")
    if item is None:
        return
    values = {
        "hall_id": _some(draw, site.snapshot, "hall"),
        "kind": draw(st.integers(0, 6)),
        "name": draw(NAMES),
        "x_mm": draw(st.integers(-500, 5000)),
        "angle_ddeg": draw(st.sampled_from([0, 300, 1800])),
        "clear_width_mm": draw(st.sampled_from([None, 500, 1500])),
        "clear_height_mm": draw(st.sampled_from([None, 1900, 3000])),
        "phase": draw(PHASES),
    }
    name = draw(st.sampled_from(sorted(values)))
    site.update("floor_item", item, **{name: values[name]})


def _change_type(draw: Draw, site: Site) -> None:
    type_id = _some(draw, site.snapshot, "catalog_item")
    if type_id is None:
        return
    entry = json.loads(site.snapshot["catalog_item"].row(type_id)["body"])
    facts = entry["facts"]
    fact = draw(st.sampled_from([name for name in sorted(facts) if isinstance(facts[name]["value"], int | float)]))
    needed = fact in ("height_u", "units_u", "unit_pitch_mm", "rail_width_inch") or fact.startswith("outer_")
    if not needed and draw(st.booleans()):
        del facts[fact]
    else:
        facts[fact]["value"] = facts[fact]["value"] * draw(st.sampled_from([1, 2]))
    site.update("catalog_item", type_id, body=json.dumps(entry))


def _reserve(draw: Draw, site: Site) -> None:
    rack = _some(draw, site.snapshot, "rack")
    if rack is not None:
        place = {"position": draw(st.integers(0, 84)), "height": draw(st.integers(1, 8)), "face": draw(st.integers(0, 2))}
        site.insert("reservation", rack_id=rack, reason=draw(NAMES), **place)


def _delete(draw: Draw, site: Site) -> None:
    table = draw(st.sampled_from(["device", "rack", "reservation", "floor_item", "exclusion", "severity", "site_value"]))
    row_id = _some(draw, site.snapshot, table)
    if row_id is None:
        return

    def gone(edit: Any) -> None:
        waiting = [(table, row_id)]
        while waiting:
            name, identity = waiting.pop()
            for inside, column in (("device", f"{name}_id"), ("device", "parent_id"), ("reservation", f"{name}_id")):
                if column in edit.columns(inside) and (name == "device") == (column == "parent_id"):
                    waiting.extend((inside, found) for found in edit.columns(inside).where(column, identity).tolist())
            if edit.columns(name).has(identity):
                edit.delete(name, identity)

    if table == "device":
        site.update("device", row_id, parent_id=None)
    site.step(gone)


def _say(draw: Draw, site: Site) -> None:
    key = draw(st.sampled_from([*sorted(site_definitions().values), "nonsense"]))
    site.set(key, draw(st.sampled_from([True, 1, 20, 100, 600, "average", "max", "x", None])))


def _judge(draw: Draw, site: Site) -> None:
    rule, severity = draw(st.sampled_from(sorted(ALL_RULES))), draw(st.sampled_from(["error", "warning", "info", "off"]))
    known = site.snapshot["severity"].where("rule", rule)
    if len(known):
        site.update("severity", int(known[0]), severity=severity)
    else:
        site.insert("severity", rule=rule, severity=severity)


def _exclude(draw: Draw, site: Site) -> None:
    keys = [finding.key for finding in check_all(site.snapshot)] + ["space.overlap:device=1,device=2", "nonsense"]
    key = draw(st.sampled_from(keys))
    if not len(site.snapshot["exclusion"].where("finding", key)):
        site.insert("exclusion", finding=key, reason="so it is", at_utc="2026-01-01T00:00:00Z")


EDITS = [
    _add_hall,
    _add_row,
    _add_rack,
    _add_rack,
    *[_add_device] * 6,
    *[_change_device] * 6,
    _change_rack,
    _change_rack,
    _change_hall,
    _add_floor_item,
    _change_floor_item,
    _change_type,
    _reserve,
    _delete,
    _delete,
    _say,
    _judge,
    _exclude,
]


def _start() -> Site:
    """Two racks with a little of everything."""
    site = Site()
    racks = site.rack(), site.rack("R10", x_mm=500)
    for key in TYPES:
        site.use(key)
    for unit, key in ((1, "system"), (5, "system"), (35, "system"), (40, "switch"), (40.5, "half")):
        for rack in racks:
            site.device(rack, unit, key)
    site.device(racks[0], 1, "pdu", face=1, side=0)
    holder = site.device(racks[0], 20, "panel", name="a")
    site.device(None, key="half", parent_id=holder, name="a")
    site.device(None, key="tower", hall_id=site.hall, x_mm=300)
    site.insert("reservation", rack_id=racks[1], position=76, height=6)
    return site


@given(st.data())
def test_carried_findings_equal_a_whole_run(data: st.DataObject) -> None:
    site = _start()
    findings: Findings = check_all(site.snapshot)
    before = site.snapshot

    def compare(applied: Applied | None) -> None:
        nonlocal findings, before
        if applied is None or applied.snapshot is before:
            return
        findings = advance(before, findings, site.snapshot, applied.changes)
        whole = check_all(Snapshot(site.snapshot.revision, site.snapshot.tables))
        assert findings == whole
        assert [finding.key for finding in findings] == [finding.key for finding in whole]
        assert findings.counts() == whole.counts()
        assert findings.excluded == whole.excluded
        before = site.snapshot

    step = site.document.apply

    def watched(*args: Any, **values: Any) -> Any:
        result = step(*args, **values)
        compare(result[1])
        return result

    site.document.apply = watched  # type: ignore[method-assign]
    for _ in range(data.draw(st.integers(1, 14))):
        data.draw(st.sampled_from(EDITS))(data.draw, site)
    for _ in range(data.draw(st.integers(0, 6))):
        compare(site.document.undo())
    for _ in range(data.draw(st.integers(0, 6))):
        compare(site.document.redo())
    site.document.close()
