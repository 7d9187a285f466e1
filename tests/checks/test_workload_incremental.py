"""With workloads: after any edit, undo or redo, the findings carried over equal those of a whole run."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.project.document import Applied
from gpudesk.sizing.workloads.saved_workload import kept
from tests.checks.site import Site
from tests.checks.workload_cases import H100, HEAVY, L40S, LIGHT, TRAINING, systems, workload

Draw = Callable[[st.SearchStrategy[Any]], Any]
ASKED = (LIGHT, HEAVY, TRAINING, replace(HEAVY, gpu=L40S), replace(HEAVY, gpus_most=8))
DAYS = ("", json.dumps([100] * 12 + [0] * 12, separators=(",", ":")), json.dumps([0] * 12 + [50] * 12, separators=(",", ":")))


def _some(draw: Draw, site: Site, table: str) -> int | None:
    ids = site.snapshot[table].ids.tolist()
    return int(draw(st.sampled_from(ids))) if ids else None


def _place(draw: Draw, site: Site) -> dict[str, Any]:
    halls = site.snapshot["hall"].ids.tolist()
    return {
        "hall_id": draw(st.sampled_from([None, *halls])),
        "on_phase": draw(st.sampled_from([None, None, 1, 2])),
        "on_type": draw(st.sampled_from(["", "", f"{H100}-8", "gone"])),
        "demand": draw(st.sampled_from(DAYS)),
    }


def _add(draw: Draw, site: Site) -> None:
    workload(site, draw(st.sampled_from(ASKED)), **_place(draw, site))


def _change(draw: Draw, site: Site) -> None:
    row_id = _some(draw, site, "workload")
    if row_id is not None:
        work = kept(draw(st.sampled_from(ASKED)))
        values = {"task": str(work.task), "asked": work.asked} if draw(st.booleans()) else _place(draw, site)
        site.update("workload", row_id, **values)


def _systems(draw: Draw, site: Site) -> None:
    systems(site, draw(st.integers(1, 3)), draw(st.sampled_from([H100, H100, L40S])), phase=draw(st.integers(1, 2)))


def _move(draw: Draw, site: Site) -> None:
    row_id = _some(draw, site, "device")
    if row_id is not None:
        values = draw(st.sampled_from([{"phase": 2}, {"phase": 1}, {"hall_id": None}, {"hall_id": site.hall}, {"name": "x"}]))
        site.update("device", row_id, **values)


def _delete(draw: Draw, site: Site) -> None:
    table = draw(st.sampled_from(["device", "workload"]))
    row_id = _some(draw, site, table)
    if row_id is not None:
        site.delete(table, row_id)


def _network(draw: Draw, site: Site) -> None:
    row_id = _some(draw, site, "network")
    if row_id is None:
        site.insert("network", kind=0, name="Compute", rate_gbps=draw(st.sampled_from([25, 400])))
    else:
        site.update("network", row_id, leaf_up=draw(st.sampled_from([None, 16])), leaf_down=draw(st.sampled_from([None, 48])))


def _hall(_draw: Draw, site: Site) -> None:
    site.insert("hall", name="Other", width_mm=9000, depth_mm=9000)


EDITS = (_add, _add, _change, _change, _systems, _systems, _move, _delete, _network, _hall)


@given(st.data())
def test_findings_carried_over_equal_a_whole_run(data: st.DataObject) -> None:
    site = Site()
    systems(site, 2)
    workload(site, HEAVY)
    findings = check_all(site.snapshot)
    for _ in range(data.draw(st.integers(1, 8))):
        before = site.snapshot
        kind = data.draw(st.sampled_from(["edit", "edit", "edit", "undo", "redo"]))
        applied: Applied | None
        if kind == "edit":
            site.applied = None
            data.draw(st.sampled_from(EDITS))(data.draw, site)
            if site.snapshot is before:
                continue
            findings = check_all(site.snapshot) if site.snapshot.revision != before.revision + 1 else _carried(site, findings)
        else:
            applied = site.document.undo() if kind == "undo" else site.document.redo()
            if applied is not None:
                findings = advance(applied.before, findings, applied.snapshot, applied.changes)
        assert list(findings) == list(check_all(site.snapshot))


def _carried(site: Site, findings: Any) -> Any:
    assert site.applied is not None
    return advance(site.applied.before, findings, site.applied.snapshot, site.applied.changes)
