"""What is not damaged is saved as a new project; what names lost rows follows the rules of deleting."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.operations.project.recover_project import recover
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.store_errors import Damaged, Held, NotAProject, StoreError
from tests.project.damage import both, leaf, on_leaf, patched, sql
from tests.project.flips import change, damaged, settled_project, unverified
from tests.project.sample import apply


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return settled_project(tmp_path / "damaged.gpudesk")


def state(path: Path) -> Snapshot:
    with Document.open(path, write=False) as document:
        return document.snapshot


def rows_without(snapshot: Snapshot, table: str, *ids: int) -> list[dict[str, object]]:
    return [snapshot[table].row(row_id) for row_id in snapshot[table].ids.tolist() if row_id not in ids]


def test_of_a_whole_project_everything_but_the_history_is_saved(path: Path, tmp_path: Path) -> None:
    before, content = state(path), path.read_bytes()
    out = tmp_path / "out.gpudesk"
    found = recover(path, out)
    assert (found.lost, found.followed, found.let_go, found.history) == ({}, {}, {}, True)
    assert found.lines == ["the history of the steps"]
    assert path.read_bytes() == content
    with Document.open(path, write=False) as document, Document.open(out) as recovered:
        assert recovered.snapshot.equals(before)
        assert (recovered.snapshot.revision, recovered.uid) == (before.revision, document.uid)
        assert recovered.attachment(1) == document.attachment(1)
        assert recovered.versions() == document.versions()
        assert versions.version_snapshot(recovered, 1).equals(versions.version_snapshot(document, 1))
        assert recovered.steps == []
        assert (damaged(recovered), unverified(recovered)) == ((), ())
        recovered.quick_check()
        findings_of(recovered.snapshot)
        assert apply(recovered, lambda edit: edit.insert("phase", number=8, name="x"))[0] == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["damaged.gpudesk", "out.gpudesk"]


def test_only_damaged_rows_are_lost(path: Path, tmp_path: Path) -> None:
    before = state(path)
    name = before["device"].row(17)["name"]
    change(path, "UPDATE device SET serial = 'x' WHERE id = 17", "DELETE FROM device WHERE id = 18")
    found = recover(path, tmp_path / "out.gpudesk")
    assert found.lost == {"device": ((17, name), (18, ""))}
    assert found.lines == [f"device: 2 damaged ({name}, 18)", "the history of the steps"]
    after = state(tmp_path / "out.gpudesk")
    assert rows_without(after, "device") == rows_without(before, "device", 17, 18)
    for table in before.tables:
        assert table == "device" or after[table].equals(before[table]), table


def test_what_is_in_a_lost_rack_goes_as_if_it_had_been_deleted(path: Path, tmp_path: Path) -> None:
    before = state(path)
    inside = before["device"].ids[before["device"]["rack_id"] == 3].tolist()
    change(path, "UPDATE rack SET x_mm = x_mm + 1 WHERE id = 3")
    found = recover(path, tmp_path / "out.gpudesk")
    assert found.lost == {"rack": ((3, before["rack"].row(3)["name"]),)}
    assert found.followed == {"device": len(inside)}
    assert len(inside) == 30
    after = state(tmp_path / "out.gpudesk")
    assert rows_without(after, "rack") == rows_without(before, "rack", 3)
    assert rows_without(after, "device") == rows_without(before, "device", *inside)


def test_what_hung_on_a_lost_row_stays_without_it(path: Path, tmp_path: Path) -> None:
    def feed(edit: Edit) -> None:
        first = edit.insert("power_node", hall_id=1, kind=0, name="Source", voltage_v=415)
        edit.insert("power_node", hall_id=1, fed_by_id=first, kind=1, name="Panel", voltage_v=415)

    with Document.open(path) as document:
        apply(document, feed)
    change(path, "UPDATE power_node SET name = 'x' WHERE id = 1")
    found = recover(path, tmp_path / "out.gpudesk")
    assert (found.followed, found.let_go) == ({}, {"power_node": 1})
    assert [(row["name"], row["fed_by_id"]) for row in rows_without(state(tmp_path / "out.gpudesk"), "power_node")] == [("Panel", None)]


def test_a_lost_remark_a_lost_file_and_a_lost_version(path: Path, tmp_path: Path) -> None:
    with Document.open(path) as document:
        apply(
            document,
            lambda edit: edit.insert(
                "journal", at_utc=edit.now_utc, author="a", object_table="rack", object_id=1, text="rather", corrects=2
            ),
        )
    change(
        path,
        "UPDATE journal SET text = 'another' WHERE id = 2",
        "UPDATE attachment SET content = CAST(x'01' || substr(content, 2) AS BLOB)",
        "UPDATE version SET dump = substr(dump, 2)",
    )
    found = recover(path, tmp_path / "out.gpudesk")
    assert found.lost == {"journal": ((2, ""),), "attachment": ((1, "plan.png"),), "version": ((1, "As sold"),)}
    assert found.followed == {"underlay": 1}
    after = state(tmp_path / "out.gpudesk")
    assert [(row["id"], row["corrects"]) for row in rows_without(after, "journal")] == [
        (1, None),
        (3, None),
        (4, None),
        (5, None),
        (6, None),
    ]
    with Document.open(tmp_path / "out.gpudesk") as document:
        assert document.versions() == []
        # Numbers of lost rows are not used again.
        assert apply(document, lambda edit: edit.add_version("next", "", versions.dump(edit)))[0] == 2


def test_rows_on_a_page_that_cannot_be_read_are_lost_alone(path: Path, tmp_path: Path) -> None:
    before = state(path)
    on_leaf("device", 0, bytes(4096))(path)
    with pytest.raises(Damaged):
        Document.open(path)
    found = recover(path, tmp_path / "out.gpudesk")
    lost = [row_id for row_id, _ in found.lost["device"]]
    assert 10 < len(lost) < 100
    assert lost == list(range(1, len(lost) + 1))
    assert rows_without(state(tmp_path / "out.gpudesk"), "device") == rows_without(before, "device", *lost)


@pytest.mark.parametrize(
    "spoil",
    [
        sql("DROP INDEX device_rack"),
        sql("UPDATE meta SET value = 'seven' WHERE key = 'revision'"),
        sql("DELETE FROM undo_state"),
        on_leaf("undo_hall", 0, bytes(4096)),
        on_leaf("device_rack", 0, bytes(4096)),
        on_leaf("sqlite_sequence", 0, bytes(4096)),
        patched(92, b"abcd"),
        both(sql("DROP TABLE severity"), sql("CREATE TABLE extra (a)")),
    ],
)
def test_a_project_that_does_not_open_any_more_is_recovered(spoil: Callable[[Path], None], path: Path, tmp_path: Path) -> None:
    before = state(path)
    spoil(path)
    recover(path, tmp_path / "out.gpudesk")
    assert state(tmp_path / "out.gpudesk").equals(before)


def test_an_open_project_is_recovered_with_its_last_edits(path: Path, tmp_path: Path) -> None:
    change(path, "UPDATE device SET serial = 'x' WHERE id = 17")
    with Document.open(path) as document:
        damaged(document)
        apply(document, lambda edit: edit.update("rack", 2, notes="edited"))
        recover(path, tmp_path / "out.gpudesk")
        assert document.settle()
    after = state(tmp_path / "out.gpudesk")
    assert after["rack"].row(2)["notes"] == "edited"
    assert not after["device"].has(17)


def test_an_edit_in_a_damaged_block_costs_only_what_it_touched(path: Path, tmp_path: Path) -> None:
    change(path, "UPDATE device SET serial = 'x' WHERE id = 17")
    with Document.open(path) as document:
        apply(document, lambda edit: edit.update("device", 19, notes="edited"))
    found = recover(path, tmp_path / "out.gpudesk")
    assert [row_id for row_id, _ in found.lost["device"]] == [17, 19]


def test_what_cannot_be_recovered_says_why_and_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be saved over the original"):
        recover(path, path)
    with pytest.raises(NotAProject):
        recover(tmp_path, tmp_path / "out.gpudesk")
    with Document.open(path), pytest.raises(Held):
        recover(settled_project(tmp_path / "another.gpudesk"), path)
    page = leaf(path, "meta")
    patched(100, b"\xff" * 60)(path)
    assert page > 1
    with pytest.raises(Damaged):
        recover(path, tmp_path / "out.gpudesk")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["another.gpudesk", "damaged.gpudesk"]
