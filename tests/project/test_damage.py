"""Every kind of wrong file gets its own answer, keeps its bytes, and nothing is left next to it."""

import hashlib
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import DeskError
from gpudesk.project.document import Document
from gpudesk.store.store_errors import Damaged
from tests.project.damage import KINDS, PAGE, Damage, on_root, whole_project
from tests.project.sample import apply


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return whole_project(tmp_path_factory.mktemp("whole"))


def contents(folder: Path) -> dict[str, str]:
    """What is in a folder; large files are named by their size."""
    found = {}
    for file in folder.iterdir():
        if file.is_symlink() or not file.is_file():
            found[file.name] = "no file"
        elif file.stat().st_size > 2**30:
            found[file.name] = str(file.stat().st_size)
        else:
            found[file.name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def test_the_whole_file_opens(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "whole.gpudesk"
    path.write_bytes(whole)
    for write in (True, False):
        with Document.open(path, write=write) as document:
            document.quick_check()
            assert document.snapshot["device"].rows == 2400
    assert contents(tmp_path) == {"whole.gpudesk": hashlib.sha256(whole).hexdigest()}


@pytest.mark.parametrize("write", [True, False], ids=["write", "read"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.what)
def test_a_wrong_file_has_its_own_answer_and_is_left_as_it_is(kind: Damage, write: bool, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.gpudesk"
    path.write_bytes(whole)
    kind.do(path)
    before = contents(tmp_path)
    if kind.at_once:
        with pytest.raises(DeskError) as caught:
            Document.open(path, write=write)
    else:
        with Document.open(path, write=write) as document, pytest.raises(DeskError) as caught:
            document.quick_check()
    assert type(caught.value) is kind.answer, caught.value
    assert kind.says in str(caught.value)
    assert contents(tmp_path) == before


def test_there_are_many_kinds() -> None:
    assert len(KINDS) > 30
    assert len({kind.what for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("page", range(1, 90, 2))
def test_whatever_page_is_lost_the_answer_is_damage(page: int, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.gpudesk"
    content = bytearray(whole)
    content[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    found = None
    try:
        with Document.open(path) as document:
            document.quick_check()
    except Damaged as error:
        found = error
    # SQLite does not look at a page that is free or holds the continuation of a long text.
    assert found is not None or whole[page * 4096] not in (2, 5, 10, 13)
    assert path.read_bytes() == content


def test_a_cut_file_is_never_taken_for_a_whole_one(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.gpudesk"
    for length in range(0, len(whole), len(whole) // 50 + 13):
        path.write_bytes(whole[:length])
        with pytest.raises(DeskError):
            Document.open(path)
        assert path.read_bytes() == whole[:length]
    assert [file.name for file in tmp_path.iterdir()] == ["wrong.gpudesk"]


def test_damage_that_shows_during_an_edit_takes_the_edit_back(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.gpudesk"
    path.write_bytes(whole)
    on_root("undo_hall", 0, bytes(PAGE))(path)
    with Document.open(path) as document:
        before = document.snapshot
        with pytest.raises(Damaged):
            apply(document, lambda edit: edit.update("hall", 1, name="another"))
        assert document.fresh_snapshot().equals(before)
