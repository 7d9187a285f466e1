"""Projects as earlier programs wrote them: each format opens, is brought to the present one, and can be worked on."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.run.run import all_operations, run
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet
from gpudesk.store.schema import current_version
from tests.project.flips import damaged, unverified
from tests.project.sample import Clock, apply

KEPT = sorted((Path(__file__).resolve().parents[1] / "old_projects").glob("format-*.gpudesk.gz"))


@pytest.fixture(params=KEPT, ids=[path.name.partition(".")[0] for path in KEPT])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "old.gpudesk"
    path.write_bytes(gzip.decompress(request.param.read_bytes()))
    return path


def test_there_is_one_of_each_earlier_format() -> None:
    assert [path.name for path in KEPT] == [f"format-{number}.gpudesk.gz" for number in range(1, current_version())]


def test_an_old_project_is_brought_to_the_present_format(old: Path) -> None:
    before = old.read_bytes()
    with Document.open(old, write=False) as document:
        assert not damaged(document)
        racks = document.snapshot["rack"]["name"].tolist()
    assert old.read_bytes() == before
    with Document.open(old, clock=Clock()) as document:
        assert document.read_only is None
        assert document.snapshot["rack"]["name"].tolist() == racks == ["A01", "A02", "spare"]
        assert document.snapshot["device"].rows == 3
        assert document.snapshot["journal"].rows == 1
        assert document.snapshot["floor_item"].rows == 0
        assert document.snapshot["hall"].row(1)["point_limit_kg"] is None
        assert not list(check_all(document.snapshot).of_rule("plan.failed_check"))
        document.quick_check()
        assert not damaged(document)
        assert unverified(document)
        apply(document, _add)
        document.undo()
        document.redo()
    assert min(file.name for file in old.parent.iterdir()).startswith("old.format-")
    with Document.open(old) as document:
        assert document.snapshot["floor_item"]["name"].tolist() == ["Column"]
        assert not damaged(document)
        assert not unverified(document)


def _add(edit: Edit) -> None:
    edit.insert("floor_item", hall_id=1, kind=0, name="Column", width_mm=400, depth_mm=400)


def test_a_version_of_an_old_format_is_read_with_what_came_later_missing(old: Path) -> None:
    with Document.open(old, clock=Clock()) as document:
        kept = document.versions()[0]
        state = versions.version_snapshot(document, kept[0])
        assert state["rack"]["name"].tolist() == ["A01", "A02", "A03"]
        hall = state["hall"].row(1)
        assert (hall["raised_floor"], hall["rack_names"]) == (None, "")

        def restore(edit: Edit) -> None:
            edit.delete("hall", 1)
            edit.restore("hall", state["hall"])

        apply(document, restore)
        assert document.snapshot["hall"]["name"].tolist() == ["Hall 1"]


def old_format(path: Path) -> int:
    with sqlite3.connect(path) as file:
        found: int = file.execute("PRAGMA user_version").fetchone()[0]
    file.close()
    return found


def test_stages_of_an_old_format_count_the_links_of_a_device(old: Path) -> None:
    """Not those of each tray of a rack-scale system, as newer ones: the figure keeps its meaning."""
    written = old_format(old)
    with Document.open(old, clock=Clock()) as document:
        stages = document.snapshot["network_stage"]
        assert stages.rows == (2 if written == 8 else 0)
        assert [
            [row[name] for name in ("links", "per_tray", "switches", "first_port")] for row in map(stages.row, stages.ids.tolist())
        ] == [
            [2, 0, "", None],
            [None, 0, "", None],
        ][: stages.rows]


BEFORE_IT_ASKED = KEPT[:7]
"""Of formats in which a site of North America had 100 % where nothing was stored."""
RULE = "compliance.continuous_factor"


@pytest.mark.parametrize("old", BEFORE_IT_ASKED, ids=[path.name.partition(".")[0] for path in BEFORE_IT_ASKED], indirect=True)
@pytest.mark.parametrize(("stored", "said", "found"), [(None, 1.0, 1), ("0.9", 0.9, 1), ("0.8", 0.8, 0)], ids=["none", "0.9", "0.8"])
def test_an_old_site_in_north_america_is_asked_once(old: Path, stored: str | None, said: float, found: int) -> None:
    with sqlite3.connect(old) as file:
        file.execute("INSERT INTO site_value (key, value) VALUES ('region', '\"north-america\"')")
        if stored is not None:
            file.execute("INSERT INTO site_value (key, value) VALUES ('continuous_factor', ?)", [stored])
    file.close()
    with Document.open(old, clock=Clock()) as document:
        if not document.snapshot["power_node"].rows:
            run(document, add_power_node, int(PowerNodeKind.FEED), 415, int(Wiring.WYE), breaker_a=30)
        assert document.snapshot.cached(site_sheet).said["continuous_factor"] == said
        findings = list(check_all(document.snapshot).of_rule(RULE))
        assert len(findings) == found
        for finding in findings:
            assert finding.fix is not None
            run(document, all_operations()[finding.fix.operation], **finding.fix.arguments)
        assert document.snapshot.cached(site_sheet).limit("continuous_factor") == 0.8
        assert not list(check_all(document.snapshot).of_rule(RULE))


def test_an_old_site_elsewhere_has_no_value_stored(old: Path) -> None:
    with Document.open(old, clock=Clock()) as document:
        assert "continuous_factor" not in document.snapshot.cached(site_sheet).said
