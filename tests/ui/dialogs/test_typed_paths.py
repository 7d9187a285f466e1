"""Paths that cannot be, typed key by key into the dialogs: a sentence below the field, and never an error."""

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.app.dialogs.export_file import ExportDialog
from gpudesk.ui.app.dialogs.hand_over import HandOverDialog
from gpudesk.ui.app.dialogs.import_file import ImportDialog
from gpudesk.ui.places.home.home_recent import Recent
from gpudesk.ui.places.home.new_project import NewProjectDialog
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.translate import install_language
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import main_button, opened

LONG = "x" * 260


def typed(field: QLineEdit, text: str) -> None:
    """Put all but the last letters into the field at once and type these, each of which is a change."""
    field.setText(text[:-8])
    field.setCursorPosition(len(text) - 8)
    QTest.keyClicks(field, text[-8:])
    assert field.text() == text


def ink(label: QLabel) -> QColor:
    """The color of its words."""
    return label.palette().color(QPalette.ColorRole.WindowText)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (LONG, "longer than this disk allows"),
        ("file/anything", "is a file, not a folder"),
        ("loop-loop-loop", "points back to itself"),
        ("missing-file", "There is no file at"),
        ("pipe-pipe-pipe", "is a device or a pipe, not a file"),
    ],
)
def test_import_says_what_is_wrong_with_a_path(desk: Desk, tmp_path: Path, name: str, sentence: str) -> None:
    desk.create(pod())
    (tmp_path / "file").touch()
    (tmp_path / "loop-loop-loop").symlink_to(tmp_path / "loop-loop-loop")
    os.mkfifo(tmp_path / "pipe-pipe-pipe")
    dialog = opened(desk, ImportDialog(desk.session))
    typed(dialog.fields.path_field, str(tmp_path / name))
    assert sentence in dialog.fields.note.text()
    assert ink(dialog.fields.note) == icons.colour_named("severity.error")
    dialog.look()
    dialog.fields.browse_button.click()
    assert not main_button(dialog).isEnabled()


def test_export_says_what_is_wrong_with_a_path(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    os.mkfifo(tmp_path / "pipe.csv")
    for name, sentence in (
        (LONG, "longer than this disk allows"),
        ("missing/list.csv", "does not exist"),
        ("pipe.csv", "is a device or a pipe, not a file"),
    ):
        typed(dialog.fields.path_field, str(tmp_path / name))
        assert sentence in dialog.fields.note.text()
        assert not main_button(dialog).isEnabled()
    typed(dialog.fields.path_field, str(tmp_path / "list-of-it.csv"))
    assert dialog.fields.note.text() == ""
    assert ink(dialog.fields.note) == icons.colour_named("text.tertiary")
    assert main_button(dialog).isEnabled()
    for text in ("/", ".", "~nobody-of-this-name"):
        dialog.fields.path_field.setText(text)
        dialog.fields.kind.setCurrentIndex((dialog.fields.kind.currentIndex() + 1) % dialog.fields.kind.count())


def test_export_through_a_link_leaves_the_link(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    link, target = tmp_path / "link.csv", tmp_path / "target.csv"
    link.symlink_to(target)
    dialog = opened(desk, ExportDialog(desk.session))
    dialog.fields.path_field.setText(str(link))
    dialog.export()
    desk.settle()
    assert link.is_symlink()
    assert target.read_bytes().startswith("\ufeffHall".encode())


def test_a_new_project_says_what_is_wrong_with_its_name(desk: Desk, tmp_path: Path) -> None:
    dialog = opened(desk, NewProjectDialog(desk.session))
    typed(dialog.name, "\u6f22" * 85 + "x" * 8)  # few letters, but many bytes
    assert "longer than this disk allows" in dialog._path.text()
    assert not main_button(dialog).isEnabled()
    dialog.name.setText("pod")
    dialog.folder.setText("~nobody-of-this-name")
    dialog.folder.setText(str(tmp_path))
    assert main_button(dialog).isEnabled()


def test_paper_takes_any_path_that_is_typed(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, HandOverDialog(desk.session))
    for text in (str(tmp_path / f"{LONG}.pdf"), "~nobody-of-this-name/a.pdf", "/"):
        typed(dialog.path_field, text.rjust(9))
    dialog.path_field.setText(str(tmp_path / LONG / "a.pdf"))
    dialog._browse()


def test_a_recent_file_of_a_name_that_cannot_be_is_missing(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / f"{LONG}.gpudesk"
    refusals: list[DeskError] = []
    assert Recent.of(path, pinned=False).missing
    desk.session.failed.connect(refusals.append)
    desk.session.open(path)
    desk.settle()
    assert [refusal.message.text for refusal in refusals] == ["A name in {path} is longer than this disk allows."]


def test_the_sentences_are_in_spanish_too(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    install_language("es")
    try:
        dialog = opened(desk, ImportDialog(desk.session))
        typed(dialog.fields.path_field, str(tmp_path / LONG))
        assert "más largo de lo que permite este disco" in dialog.fields.note.text()
    finally:
        install_language("en")
