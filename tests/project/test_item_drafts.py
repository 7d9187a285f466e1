"""Drafts of checklist items belong to one project file, also among copies of it, and follow it when it is renamed."""

from pathlib import Path
from shutil import copy

import pytest

from gpudesk.project.item_drafts import read_item_drafts, write_item_drafts

UID = "0123"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pod.gpudesk"
    path.write_bytes(b"a project")
    return path


def test_copies_of_a_file_do_not_share_drafts(file: Path) -> None:
    write_item_drafts(UID, file, {"OPR-010": "mine"})
    other = Path(copy(file, file.with_name("copy.gpudesk")))
    assert read_item_drafts(UID, other) == {}
    write_item_drafts(UID, other, {"OPR-010": "of the copy", "": "new"})
    assert read_item_drafts(UID, file) == {"OPR-010": "mine"}
    assert read_item_drafts(UID, other) == {"OPR-010": "of the copy", "": "new"}
    write_item_drafts(UID, other, {})
    assert read_item_drafts(UID, file) == {"OPR-010": "mine"}
    assert read_item_drafts(UID, other) == {}


def test_drafts_follow_a_renamed_file(file: Path) -> None:
    write_item_drafts(UID, file, {"OPR-010": "mine"})
    renamed = file.rename(file.with_name("hall.gpudesk"))
    assert read_item_drafts(UID, renamed) == {"OPR-010": "mine"}
    assert read_item_drafts("another project", renamed) == {}
    write_item_drafts(UID, renamed, {"OPR-010": "mine, changed"})
    renamed.rename(file)
    assert read_item_drafts(UID, file) == {"OPR-010": "mine, changed"}
    write_item_drafts(UID, file, {})
    assert read_item_drafts(UID, file) == {}


def test_drafts_of_a_file_on_another_drive_stay_with_it(file: Path) -> None:
    drive = file.with_name("drive")
    drive.mkdir()
    original = Path(copy(file, drive / "pod.gpudesk"))
    write_item_drafts(UID, original, {"OPR-010": "mine"})
    unplugged = drive.rename(drive.with_name("elsewhere"))
    assert read_item_drafts(UID, file) == {}
    write_item_drafts(UID, file, {"": "new"})
    write_item_drafts(UID, file, {})
    unplugged.rename(drive)
    assert read_item_drafts(UID, original) == {"OPR-010": "mine"}


def test_drafts_follow_a_file_whose_folder_was_renamed(file: Path) -> None:
    folder = file.with_name("Hall A")
    folder.mkdir()
    original = Path(copy(file, folder / "pod.gpudesk"))
    write_item_drafts(UID, original, {"OPR-010": "mine"})
    renamed = folder.rename(folder.with_name("Hall B")) / "pod.gpudesk"
    assert read_item_drafts(UID, renamed) == {"OPR-010": "mine"}
    assert read_item_drafts(UID, file) == {}


def test_discarded_drafts_of_a_former_path_stay_on_the_disk(file: Path) -> None:
    write_item_drafts(UID, file, {"OPR-010": "mine"})
    renamed = file.rename(file.with_name("hall.gpudesk"))
    write_item_drafts(UID, renamed, {})
    assert read_item_drafts(UID, renamed) == {}
    renamed.rename(file)
    assert read_item_drafts(UID, file) == {"OPR-010": "mine"}


def test_a_link_to_a_file_is_the_file(file: Path) -> None:
    write_item_drafts(UID, file, {"": "new"})
    link = file.with_name("link.gpudesk")
    link.symlink_to(file)
    assert read_item_drafts(UID, link) == {"": "new"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"path": 3, "drafts": []}', '{"path": "/gone", "drafts": {"A": 1}}'])
def test_a_damaged_file_has_no_drafts(file: Path, text: str) -> None:
    from gpudesk import locate

    write_item_drafts(UID, file, {"": "new"})
    (stored,) = (locate.user_data_dir() / "onsite" / "drafts").rglob("*.json")
    stored.write_text(text, encoding="utf-8")
    assert read_item_drafts(UID, file) == {}
    write_item_drafts(UID, file, {"": "again"})
    assert read_item_drafts(UID, file) == {"": "again"}
