"""Named versions: kept, read back, compared, and refused when they are not ours."""

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.values.columns import ABSENT, Array, plain_list
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.versions import version_snapshot
from tests.project.sample import Clock, apply, filled


@pytest.fixture
def document() -> Document:
    made = Document.scratch(Clock())
    filled(made)
    return made


def keep(document: Document, name: str, note: str = "") -> int:
    return apply(document, lambda edit: edit.add_version(name, note, versions.dump(edit)))[0]


def test_a_version_holds_the_state_of_its_moment(document: Document) -> None:
    before = document.snapshot
    first = keep(document, "As sold", "for the offer")
    apply(document, lambda edit: edit.delete_many("device", edit.columns("device").ids[:5]))
    after = document.snapshot
    second = keep(document, "Cheaper")
    assert [entry[:3] for entry in document.versions()] == [(first, "As sold", "for the offer"), (second, "Cheaper", "")]
    assert [entry[4] for entry in document.versions()] == [1, 2]
    design = [name for name in before.tables if name not in ("journal", "attachment", "record")]
    for version_id, state in ((first, before), (second, after)):
        read = version_snapshot(document, version_id)
        assert read.revision == state.revision
        assert all(read[name].equals(state[name]) for name in design)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("slot", np.array(["", 'a"b', "ñ"], object)),
        ("slot", np.array(["x"] * 3, object)),
        ("rack_id", np.array([ABSENT] * 3)),
        ("rack_id", np.array([2, ABSENT, 0, 1, 2])),
        ("rack_id", np.array([10**9, ABSENT])),
        ("x_mm", np.array([ABSENT, -2, 0, 1])),
        ("x_mm", np.array([ABSENT, 0, 1, 2])),
        ("ratio", np.array([0.1, np.nan, 2.0])),
        ("ratio", np.array([np.nan, np.nan])),
        ("ratio", np.array([0.5, 0.5])),
        ("id", np.empty(0, np.int64)),
    ],
)
def test_a_column_is_written_as_json_writes_its_values(name: str, values: Array) -> None:
    numbers = versions._Numbers()
    expected = json.dumps(plain_list(name, values), ensure_ascii=False, separators=(",", ":"))
    assert versions._column_text(name, values, numbers) == expected
    # The texts of numbers are kept from column to column.
    assert versions._column_text("rack_id", np.array([5, ABSENT, 9, 9, 7]), numbers) == "[5,null,9,9,7]"
    assert versions._column_text(name, values, numbers) == expected


def test_keeping_a_version_is_no_step_of_the_history(document: Document) -> None:
    steps, revision = document.steps, document.snapshot.revision
    keep(document, "One")
    assert document.steps == steps
    assert document.snapshot.revision == revision


def test_versions_outlive_undo_and_restart(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
        kept = keep(document, "Full")
        document.undo()
    with Document.open(path, write=False) as document:
        assert version_snapshot(document, kept)["device"].rows == 12
        assert document.snapshot["device"].rows == 0


def test_a_version_is_dropped(document: Document) -> None:
    first, second = keep(document, "One"), keep(document, "Two")
    apply(document, lambda edit: edit.delete_version(first))
    assert [entry[0] for entry in document.versions()] == [second]


def test_an_unknown_version(document: Document) -> None:
    with pytest.raises(KeyError):
        version_snapshot(document, 1)
    keep(document, "One")
    with pytest.raises(KeyError):
        version_snapshot(document, 99)


def packed(body: Any) -> bytes:
    return zlib.compress(json.dumps(body).encode())


HALL: dict[str, list[Any]] = {"name": ["a"], "width_mm": [1], "depth_mm": [1], "height_mm": [None], "notes": [""], "phase": [1]}


@pytest.mark.parametrize(
    "image",
    [
        b"",
        b"garbage",
        zlib.compress(b"garbage"),
        zlib.compress(b"[" * 100_000),
        packed([1]),
        packed({"hall": [1]}),
        packed({"hall": {"name": ["x"]}}),
        packed({"hall": {**HALL, "id": [1, 2]}}),
        packed({"hall": {**HALL, "id": ["one"]}}),
        packed({"hall": {**HALL, "id": [2**80]}}),
        packed({"hall": {name: values * 2 for name, values in HALL.items()} | {"id": [2, 1]}}),
        packed({"hall": {**HALL, "id": [0]}}),
        packed({"hall": {**HALL, "id": [1], "name": [["a"]]}}),
        packed({"hall": {**HALL, "id": [1], "name": [5]}}),
        packed({"hall": {**HALL, "id": [1], "width_mm": [5.7]}}),
        packed({"hall": {**HALL, "id": [1], "width_mm": ["12"]}}),
        packed({"hall": {**HALL, "id": [1], "width_mm": 12}}),
        packed({"hall": {**HALL, "id": [1], "name": {"a": 1}}}),
        packed({"hall": {"id": [1]}})[:-9],
    ],
)
def test_an_image_that_is_not_ours_is_refused(document: Document, image: bytes) -> None:
    def body(edit: Edit) -> int:
        return edit.add_version("Invalid", "", image)

    wrong = apply(document, body)[0]
    with pytest.raises(InvalidData, match="The stored version cannot be read"):
        version_snapshot(document, wrong)


def test_an_image_that_unpacks_too_large_is_refused(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "LARGEST_DUMP", 100)
    with pytest.raises(InvalidData, match="too large"):
        version_snapshot(document, keep(document, "One"))


def test_tables_that_came_later_are_empty(document: Document) -> None:
    body = json.loads(zlib.decompress(document.version_dump(keep(document, "One"))))
    del body["reservation"]
    del body["rack"]["rail_depth_mm"]
    state = versions.load(document.schema, packed(body), 1)
    assert state["reservation"].rows == 0
    assert state["rack"].row(1)["rail_depth_mm"] is None
