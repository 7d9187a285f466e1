"""What a person already has is never overwritten or removed: names next to a project, links, devices."""

import os
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.project.project_files import back_up
from gpudesk.store.database import open_read
from gpudesk.store.store_errors import StoreError
from tests.project.sample import Clock, filled


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "pod.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
    return path


def test_a_new_project_and_a_copy_leave_a_file_called_new(project: Path) -> None:
    for name in ("copy.gpudesk.new", "fresh.gpudesk.new"):
        project.with_name(name).write_text("mine")
    with Document.open(project, write=False) as document:
        document.save_copy(project.with_name("copy.gpudesk"))
    Document.create(project.with_name("fresh.gpudesk"), Clock()).close()
    assert {path.name: path.read_text() for path in project.parent.glob("*.new")} == {
        "copy.gpudesk.new": "mine",
        "fresh.gpudesk.new": "mine",
    }
    assert not list(project.parent.glob(".gpudesk-*"))


def test_a_backup_takes_a_free_name(project: Path) -> None:
    with Document.open(project) as document:
        database = open_read(project)
        version = int(database.value("PRAGMA user_version"))
        first, second = (project.with_name(f"pod.format-{version}{number}.gpudesk") for number in ("", "-2"))
        first.write_text("another project")
        second.symlink_to(project.with_name("nowhere"))
        try:
            back_up(database, project)
            back_up(database, project)
        finally:
            database.close()
        assert document.snapshot["device"].rows == 12
    assert first.read_text() == "another project"
    assert second.is_symlink()
    assert not second.exists()
    for number in ("-3", "-4"):
        with Document.open(project.with_name(f"pod.format-{version}{number}.gpudesk"), write=False) as backup:
            assert backup.snapshot["device"].rows == 12


def test_a_copy_onto_a_link_replaces_what_it_leads_to(project: Path) -> None:
    link, target = project.with_name("link.gpudesk"), project.with_name("target.gpudesk")
    link.symlink_to(target)
    with Document.open(project, write=False) as document:
        document.save_copy(link)
        document.save_copy(link)
    assert link.is_symlink()
    with Document.open(target, write=False) as copy:
        assert copy.snapshot["device"].rows == 12


def test_a_device_a_pipe_and_a_folder_are_no_places_for_a_project(project: Path) -> None:
    pipe = project.with_name("pipe.gpudesk")
    os.mkfifo(pipe)
    # A terminal of its own: were this to fail for root, nothing that others use would be replaced.
    ours, theirs = os.openpty()
    terminal = Path(os.ttyname(theirs))
    with Document.open(project, write=False) as document:
        for place, sentence in ((pipe, "device or a pipe"), (terminal, "device or a pipe"), (project.parent, "is a folder")):
            with pytest.raises(StoreError, match=sentence):
                document.save_copy(place)
            with pytest.raises(StoreError, match="already exists"):
                Document.create(place, Clock())
    assert pipe.is_fifo()
    assert terminal.is_char_device()
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "loop.gpudesk", "pod.gpudesk/inside.gpudesk"])
def test_a_path_that_cannot_be_is_an_answer(project: Path, name: str) -> None:
    project.with_name("loop.gpudesk").symlink_to(project.with_name("loop.gpudesk"))
    path = project.parent / name
    with pytest.raises(StoreError):
        Document.open(path)
    with pytest.raises(StoreError):
        Document.create(path, Clock())
    with Document.open(project, write=False) as document, pytest.raises(StoreError):
        document.save_copy(path)
    assert sorted(each.name for each in project.parent.iterdir()) == ["loop.gpudesk", "pod.gpudesk"]
