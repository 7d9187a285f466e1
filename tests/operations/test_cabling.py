"""A project is cabled: what comes, goes and stays."""

from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Cancelled, Refused
from gpudesk.core.running.progress import Progress
from gpudesk.operations.cabling.cabling_operations import Cabled, cable_project, preview_cabling
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.cabling.structure_cabling import structure_cabling
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import take_out
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import redo, run, run_long, undo
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.project.bare import without_networks

LINKS = 31 * 8 + 8 * 32


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cabling") / "pod.gpudesk"
    with Document.create(path) as document:
        run(document, build, without_networks("dgx-h100-superpod", {"su": "1"}))
        for network_id in document.snapshot["network"].ids.tolist():
            run(document, delete_objects, "network", [network_id])
        run(document, add_network, NetworkKind.COMPUTE, "Compute", 400)
    return path


@pytest.fixture
def pod(built: Path, tmp_path: Path) -> Path:
    path = tmp_path / "pod.gpudesk"
    path.write_bytes(built.read_bytes())
    return path


def _change(edit: Edit, cable_id: int, /, **values: int | None) -> None:
    """What only an import or another program would do."""
    edit.update("cable", cable_id, **values)
    rename(edit, "network", 1, "Changed")


def _counts(done: Cabled) -> tuple[int, int, int, int]:
    return done.added, done.removed, done.kept, done.yielded


def test_one_step_and_the_preview_says_the_same(pod: Path) -> None:
    with Document.open(pod) as document:
        steps = len(document.steps)
        preview = preview_cabling(document.snapshot)
        done = run(document, cable_project)
        assert done.result == preview.cabled
        assert _counts(done.result) == (LINKS, 0, 0, 0)
        assert len(document.steps) == steps + 1
        again = run(document, cable_project)
        assert _counts(again.result) == (0, 0, LINKS, 0)
        assert not again.changes.tables
        undo(document)
        assert document.snapshot["cable"].rows == 0
        redo(document)
        assert document.snapshot["cable"].rows == LINKS


def test_a_cable_laid_by_hand_stays_and_its_ports_are_left_to_it(pod: Path) -> None:
    with Document.open(pod) as document:
        run(document, cable_project)
        cables = document.snapshot["cable"]
        mine, other = cables.row(1), cables.row(2)
        run(document, delete_objects, "cable", [2])
        run(document, _change, 1, b_device_id=other["b_device_id"], b_port=other["b_port"], b_lane=other["b_lane"], by_hand=1)
        done = run(document, cable_project).result
        # Both ports of it were to have another link; the free ends of those stay free.
        assert _counts(done) == (0, 0, LINKS - 2, 2)
        assert document.snapshot["cable"].row(1)["b_device_id"] == other["b_device_id"] != mine["b_device_id"]
        run(document, _change, 1, by_hand=0)
        done = run(document, cable_project).result
        assert _counts(done) == (2, 1, LINKS - 2, 0)


def test_cables_of_no_network_are_taken_in_whichever_way_round(pod: Path) -> None:
    with Document.open(pod) as document:
        run(document, cable_project)
        first = document.snapshot["cable"].row(1)
        turned = {f"{to}_{name}": first[f"{side}_{name}"] for side, to in ("ab", "ba") for name in ("device_id", "port", "lane")}
        run(document, _change, 1, network_id=None, **turned)
        done = run(document, cable_project).result
        assert _counts(done) == (0, 0, LINKS, 0)
        assert document.snapshot["cable"].row(1)["network_id"] == first["network_id"]


def test_a_port_that_something_else_has_is_named(pod: Path) -> None:
    with Document.open(pod) as document:
        run(document, cable_project)
        other = run(document, add_network, NetworkKind.OTHER, "Other", 400).result
        name = document.snapshot["device"].row(document.snapshot["cable"].row(1)["a_device_id"])["name"]
        run(document, _change, 1, network_id=other, lanes=1)
        with pytest.raises(Refused, match=f"2 ports are in use by other cables, the first on {name}"):
            run(document, cable_project, [1])
        assert document.snapshot["cable"].rows == LINKS


def test_stopped_nothing_is_left(pod: Path) -> None:
    with Document.open(pod) as document:
        before = document.snapshot
        progress = Progress(lambda _done, _total: progress.cancel())
        with pytest.raises(Cancelled):
            run_long(document, progress, cable_project)
        assert document.snapshot.equals(before)


def test_without_networks_it_is_said_what_to_do(tmp_path: Path) -> None:
    with Document.create(tmp_path / "empty.gpudesk") as document:
        with pytest.raises(Refused, match="The project has no switch") as refused:
            run(document, cable_project)
        with pytest.raises(Refused, match="The project has no switch"):
            preview_cabling(document.snapshot)
    assert "Place switches" in str(refused.value.fix)


def test_a_project_without_networks_gets_those_that_follow_from_it_first(tmp_path: Path) -> None:
    with Document.create(tmp_path / "bare.gpudesk") as document:
        run(document, build, without_networks("one-rack"))
        preview = preview_cabling(document.snapshot)
        assert document.snapshot["network"].rows == 0, "a look writes nothing"
        done = run(document, cable_project).result
        assert preview.cabled == done
        for table in ("network", "network_stage"):
            assert preview.snapshot[table].equals(document.snapshot[table])
        assert preview.snapshot["device"]["role"].tolist() == document.snapshot["device"]["role"].tolist()
        assert document.snapshot["network"]["name"].tolist() == ["Compute", "Out-of-band"]
        assert done.added == document.snapshot["cable"].rows == 32 + 8
        undo(document)
        assert (document.snapshot["network"].rows, document.snapshot["cable"].rows) == (0, 0), "as one step"
        only = preview_cabling(document.snapshot, (), (NetworkKind.OUT_OF_BAND,)).cabled
        done = run(document, cable_project, (), (NetworkKind.OUT_OF_BAND,)).result
        assert [(each.added, [its.added for its in each.networks]) for each in (only, done)] == [(8, [8])] * 2
        assert document.snapshot["network"].rows == 2, "both are planned"


def test_a_network_that_cannot_be_laid_is_left_as_it_is(pod: Path) -> None:
    with Document.open(pod) as document:
        storage = run(document, add_network, NetworkKind.OTHER, "Odd", 400).result
        done = run(document, cable_project).result
        assert _counts(done) == (LINKS, 0, 0, 0)
        assert [each.refused is None for each in done.networks] == [True, False]
        with pytest.raises(Refused, match="ports of this network"):
            run(document, cable_project, [storage])


def test_links_that_run_over_panels_are_there_already() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("small-pod"))
        network_id = int(document.snapshot["network"].where("kind", NetworkKind.COMPUTE)[0])
        before = run(document, cable_project, [network_id]).result
        led = run(document, structure_cabling, [network_id]).result
        again = run(document, cable_project, [network_id])
        assert led.links > 0
        assert _counts(again.result) == (0, 0, before.added, 0)
        assert not again.changes.tables


def test_cables_that_change_while_others_go_are_the_right_ones() -> None:
    """The switch that is taken out lets cables go, and gets longer ones: both happen in one step."""
    with Document.scratch() as document:
        run(document, build, load_template("small-pod"))
        run(document, cable_project)
        switch = int(document.snapshot["device"].where("name", "oob-1")[0])
        run(document, take_out, [switch])
        preview = preview_cabling(document.snapshot)
        links = preview.cabling
        changed = links.parts.changed
        before = document.snapshot["cable"]
        done = run(document, cable_project)
        assert done.result == preview.cabled
        assert (done.result.removed, done.result.changed, done.result.added) == (32, 2, 32)
        cables = document.snapshot["cable"]
        lengths = cables.at("length_mm", cables.positions(before.ids[links.cable[changed]]))
        assert lengths.tolist() == links.parts.length_mm[changed].tolist()
        again = run(document, cable_project)
        assert not again.changes.tables, "every cable is what a second look would choose"
