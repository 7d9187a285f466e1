"""A file dialog is destroyed once it was answered: one that only closes keeps a thread and file watches until the program ends."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

import gpudesk.ui
from gpudesk.ui.toolkit.parts import file_dialog as made_here
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

UI = Path(gpudesk.ui.__file__).parent


def _file_dialogs() -> list[QFileDialog]:
    return [each for each in QApplication.allWidgets() if isinstance(each, QFileDialog)]


@pytest.mark.parametrize("answer", ["reject", "close", "accept"])
def test_an_answered_dialog_is_destroyed(qtbot: QtBot, tmp_path: Path, answer: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = file_dialog(parent, "Choose", str(tmp_path))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    chosen: list[str] = []
    dialog.filesSelected.connect(chosen.extend)
    dialog.open()
    assert dialog in _file_dialogs()
    getattr(dialog, answer)()
    qtbot.waitUntil(lambda: not isValid(dialog), timeout=PATIENCE_MS)
    assert chosen == ([str(tmp_path)] if answer == "accept" else [])


def test_opening_a_project_leaves_no_dialog(qtbot: QtBot, hand: Hand) -> None:
    before = len(_file_dialogs())
    for _ in range(3):
        hand.desk.window.registry.action("file.open").trigger()
        (dialog,) = [each for each in _file_dialogs() if each.isVisible()]
        dialog.reject()
    qtbot.waitUntil(lambda: len(_file_dialogs()) == before, timeout=PATIENCE_MS)


def test_every_file_dialog_is_made_in_one_place() -> None:
    makers = {path for path in UI.rglob("*.py") if re.search(r"QFileDialog(\(|\.get\w+\()", path.read_text(encoding="utf-8"))}
    assert makers == {Path(str(made_here.__file__))}
