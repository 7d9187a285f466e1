"""Lists in and out of the window, by mouse and keys."""

import csv
import io
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any
from zipfile import ZipFile

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from gpudesk.core.running.progress import Progress
from gpudesk.formats.netbox.netbox_project import netbox_set
from gpudesk.formats.tables.device_list_columns import COLUMNS
from gpudesk.formats.tables.device_list_write import device_rows
from gpudesk.formats.tables.tables import csv_bytes, read_tables
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.ui.app.dialogs.export_file import ExportDialog
from gpudesk.ui.app.dialogs.import_file import ImportDialog
from gpudesk.ui.places.fabric.models import import_rows
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton
from tests.operations.netbox_lists import Instance
from tests.operations.test_netbox_back import PLAN
from tests.patience import PATIENCE_S
from tests.ui.desk import SWITCH, Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed
from tests.ui.pauses import pauses_over

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def listed(desk: Desk, tmp_path: Path) -> Path:
    """A project, and its device list with one serial number more, one new device and nothing wrong."""
    desk.create(pod())
    assert desk.session.document is not None
    rows = device_rows(desk.session.snapshot, desk.session.document.uid)
    column = {each.key: place for place, each in enumerate(COLUMNS)}
    leaf = next(row for row in rows if row[column["device"]] == "leaf-1")
    leaf[column["serial"]] = "MT-1"
    fresh = list(leaf)
    fresh[column["device"]], fresh[column["serial"]], fresh[column["position"]], fresh[column["id"]] = "leaf-2", "MT-2", 39, ""
    path = tmp_path / "list.csv"
    path.write_bytes(csv_bytes([*rows, fresh]))
    return path


def typed(desk: Desk, dialog: ImportDialog, path: Path) -> None:
    """Type a path and wait until the file has been read."""
    dialog.fields.path_field.selectAll()
    QTest.keyClicks(dialog.fields.path_field, str(path))
    pauses_over(dialog)
    desk.settle()


def chosen(desk: Desk, field: QComboBox, answer: str) -> None:
    """Choose an answer to a question by the keys, and wait until the file has been read again."""
    while field.currentData() != answer:
        QTest.keyClick(field, Qt.Key.Key_Down if field.currentIndex() < field.findData(answer) else Qt.Key.Key_Up)
    field.activated.emit(field.currentIndex())
    desk.settle()


def shown(dialog: ImportDialog) -> list[tuple[str, ...]]:
    return [tuple(cell.text for cell in dialog.model.line(row).cells) for row in range(dialog.model.rowCount())]


def test_a_list_is_shown_before_it_is_taken_in(desk: Desk, listed: Path) -> None:
    before = desk.session.snapshot
    dialog = opened(desk, ImportDialog(desk.session))
    assert not unnamed(dialog)
    assert not main_button(dialog).isEnabled()
    typed(desk, dialog, listed)
    assert desk.session.snapshot is before, "nothing is written before the button is pressed"
    QTest.mouseClick(dialog.filter.button("changed"), LEFT)
    assert [(row[1], row[3]) for row in shown(dialog)] == [("leaf-1 in A02", f"serial number {MISSING} → MT-1")]
    QTest.mouseClick(dialog.filter.button("new"), LEFT)
    assert [row[1] for row in shown(dialog)] == ["leaf-2 in A02"]
    QTest.mouseClick(dialog.filter.button("all"), LEFT)
    QTest.keyClicks(dialog.search, "dgx-001")
    assert [row[2] for row in shown(dialog)] == ["unchanged"]
    steps = len(desk.session.history)
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    assert len(desk.session.history) == steps + 1
    assert "leaf-2" in desk.session.snapshot["device"]["name"].tolist()
    assert "MT-1" in desk.session.snapshot["device"]["serial"].tolist()
    desk.session.undo()
    desk.settle()
    assert desk.session.snapshot.equals(before)


def test_a_column_of_units_that_may_be_two_things_is_asked_about(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    path = tmp_path / "list.csv"
    path.write_text(f"Rack;Device;Type;HE\nA02;new-1;{SWITCH};4\nA02;new-2;{SWITCH};6\n", encoding="utf-8")
    dialog = opened(desk, ImportDialog(desk.session))
    typed(desk, dialog, path)
    field = dialog.questions.field("units")
    assert field.isVisible()
    assert field.accessibleName() == "What does the column HE contain?"
    assert shown(dialog) == [], "no unit is missing while nobody knows what the column holds"
    assert "The file is ambiguous. Answer the question below to see the changes." in dialog.accessibleDescription()
    assert not main_button(dialog).isEnabled()
    chosen(desk, field, "height")
    assert [row[0] for row in shown(dialog)] == ["2", "D2", "3", "D3"], "neither is so high, and no unit is said"
    assert "The file has errors, so nothing can be imported: fix the file and choose it again." in dialog.accessibleDescription()
    chosen(desk, field, "position")
    assert {"new-1 in A02", "new-2 in A02"} <= {row[1] for row in shown(dialog)}
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    devices = desk.session.snapshot["device"]
    places = dict(zip(devices["name"].tolist(), devices["position"].tolist(), strict=True))
    assert (places["new-1"], places["new-2"]) == (6, 10)


def test_a_list_with_faults_shows_every_cell_and_cannot_be_taken_in(desk: Desk, listed: Path, tmp_path: Path) -> None:
    text = listed.read_text(encoding="utf-8-sig").replace("MT-1", "MT-1" + "x" * 300).replace(SWITCH, "no.such-switch")
    bad = tmp_path / "bad.csv"
    bad.write_text(text, encoding="utf-8")
    dialog = opened(desk, ImportDialog(desk.session))
    typed(desk, dialog, bad)
    assert dialog.filter.current() == import_rows.FAULTS
    assert not main_button(dialog).isEnabled()
    cells = [row[0] for row in shown(dialog)]
    assert cells == ["F8", "N8", "F12"], "of one line all that is wrong"
    assert all(row[2] == "invalid" for row in shown(dialog))
    typed(desk, dialog, listed)
    assert main_button(dialog).isEnabled(), "another file is looked at on its own"
    typed(desk, dialog, tmp_path / "none.csv")
    assert not main_button(dialog).isEnabled()


def test_what_the_checks_would_say_is_told_before_a_list_is_taken_in(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    before = desk.session.snapshot
    path = tmp_path / "list.csv"
    path.write_text("Rack,Device,Type,U\nA01,extra-1,nvidia.dgx-h100,4\n", encoding="utf-8")
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(path)
    dialog.look()
    desk.settle()
    assert desk.session.snapshot is before
    assert "The import causes problems: errors " in dialog.accessibleDescription()
    assert not dialog.accessibleDescription().endswith("errors 0, warnings 0, remarks 0.")
    QTest.mouseClick(dialog.filter.button(import_rows.FINDINGS), LEFT)
    assert shown(dialog)[0][0] == "B2"
    assert any("extra-1" in row[3] and "overlap" in row[3] for row in shown(dialog))
    QTest.mouseClick(dialog.filter.button("new"), LEFT)
    assert dialog.model.line(0).cells[0].severity == "error", "the line of the device is marked"
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    assert "extra-1" in desk.session.snapshot["device"]["name"].tolist()


def test_the_same_list_has_nothing_to_import(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    assert desk.session.document is not None
    path = tmp_path / "same.csv"
    path.write_bytes(csv_bytes(device_rows(desk.session.snapshot, desk.session.document.uid)))
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(path)
    dialog.look()
    desk.settle()
    assert not main_button(dialog).isEnabled()
    assert dialog.accessibleDescription() == "The project already contains all of this."


def test_files_of_a_set_that_are_not_needed_are_told(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    document = desk.session.document
    assert document is not None
    export_project(desk.session.snapshot, document.uid, "pod", "netbox", tmp_path / "set.zip", Progress())
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(tmp_path / "set.zip")
    dialog.look()
    desk.settle()
    told = dialog.accessibleDescription()
    needless = told[told.index("Not needed") :]
    assert "01-manufacturers.csv" in needless
    assert "01-manufacturers.csv" not in told[: told.index("Not needed")]


def test_what_a_file_of_netbox_leaves_open_is_asked_before_it_is_taken_in(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    racks = b"Name,Site,Location,Status,Tenant,Type,Height\nnew-1,DC1,Room1,Active,,,42U\n"
    devices = b"Name,Status,Tenant,Site,Location,Rack,Role,Manufacturer,Type,Position\n"
    devices += (
        b"srv,Active,,DC1,Room1,new-1,x,Generic,Management server 1U,1\nspare,Active,,DC1,Room1,new-1,x,Generic,Management server 1U,\n"
    )
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "racks.csv").write_bytes(racks)
    (tmp_path / "lists" / "devices.csv").write_bytes(devices)
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData("netbox"))
    dialog.choose(tmp_path / "lists")
    dialog.look()
    desk.settle()
    assert not main_button(dialog).isEnabled()
    field = dialog.questions.field("rack-units")
    assert [field.itemText(place) for place in range(field.count())] == ["At the bottom", "At the top (descending units)"]
    assert (field.isVisible(), field.currentIndex(), bool(unnamed(dialog))) == (True, -1, False)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_End)
    field.activated.emit(field.currentIndex())
    desk.settle()
    assert main_button(dialog).isEnabled()
    QTest.mouseClick(dialog.filter.button("findings"), LEFT)
    assert any("spare has no unit in the rack new-1" in row[1] for row in shown(dialog))
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    devices_now = desk.session.snapshot["device"]
    place = devices_now["name"].tolist().index("srv")
    assert devices_now["position"].tolist()[place] == 82


def test_renamed_racks_and_devices_are_asked_about_one_after_the_other(desk: Desk, tmp_path: Path) -> None:
    """Another answer about racks takes back the one about devices, which was about other names."""
    desk.create(PLAN)
    netbox = Instance().take(netbox_set(desk.session.snapshot, "DC 1").files)
    netbox.rename("racks", "R2", "R9")
    netbox.row("devices", "one")["serial"] = ""
    netbox.rename("devices", "one", "uno")
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "racks.csv").write_bytes(netbox.racks(all_data=False))
    (tmp_path / "lists" / "devices.csv").write_bytes(netbox.devices(all_data=False))
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData("netbox"))
    dialog.choose(tmp_path / "lists")
    dialog.look()
    desk.settle()
    with pytest.raises(KeyError):
        dialog.questions.field("device-renames")
    chosen(desk, dialog.questions.field("rack-renames"), "renamed")
    chosen(desk, dialog.questions.field("device-renames"), "new")
    assert any(row[1:3] == ("one in R1", "removed") for row in shown(dialog))
    chosen(desk, dialog.questions.field("rack-renames"), "new")
    assert dialog.questions.field("device-renames").currentIndex() == -1
    assert not main_button(dialog).isEnabled()
    assert not shown(dialog)


def test_leaving_while_a_file_is_read_leaves_nothing_behind(desk: Desk, listed: Path) -> None:
    before = desk.session.snapshot
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(listed)
    dialog.look()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    desk.settle()
    assert desk.session.snapshot is before
    assert not desk.failures


def test_what_is_no_table_is_told_in_the_list(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    path = tmp_path / "picture.xlsx"
    path.write_bytes(b"PK\x03\x04 no workbook")
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(path)
    assert dialog.fields.format.name == "devices-xlsx", "the name of the file tells the format"
    dialog.look()
    desk.settle()
    assert [row[2] for row in shown(dialog)] == ["invalid"]


def test_long_lists_are_counted_where_they_are_not_shown(desk: Desk, listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rows, "MOST_LINES", 3)
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(listed)
    dialog.look()
    desk.settle()
    assert dialog.model.rowCount() == 4
    assert "more" in shown(dialog)[-1][1]


@pytest.mark.parametrize(("name", "suffix"), [("devices-csv", ".csv"), ("devices-xlsx", ".xlsx"), ("netbox", ".zip")])
def test_a_project_goes_out_by_keys(desk: Desk, tmp_path: Path, name: str, suffix: str) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    assert not unnamed(dialog)
    done: list[tuple[Path, int]] = []
    dialog.exported.connect(lambda path, exported: done.append((path, len(exported.remarks))))
    while dialog.fields.format.name != name:
        QTest.keyClick(dialog.fields.kind, Qt.Key.Key_Down)
    assert dialog.fields.path is not None
    assert dialog.fields.path.name == f"plan{suffix}"
    dialog.fields.path_field.selectAll()
    QTest.keyClicks(dialog.fields.path_field, str(tmp_path / f"out{suffix}"))
    QTest.keyClick(dialog.fields.path_field, Qt.Key.Key_Return)
    desk.settle()
    assert done == [(tmp_path / f"out{suffix}", 0)]
    if suffix == ".csv":
        with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as opened_file:
            assert "leaf-1" in {row["Device"] for row in csv.DictReader(opened_file)}
    elif suffix == ".xlsx":
        assert read_tables(tmp_path / "out.xlsx").sheets[0].name == "Devices"


def test_names_that_netbox_has_are_listed_in_the_dialog_and_left_out(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    assert not dialog.skip_field.isVisible()
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData("netbox"))
    desk.settle()
    assert dialog.skip_field.isVisible()
    dialog.fields.choose(tmp_path / "out.zip")
    dialog.skip_field.setFocus()
    QTest.keyClicks(dialog.skip_field, "nvidia")
    assert dialog.skip_note.text() == "1 existing entry is not exported."
    QTest.keyClick(dialog.skip_field, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.skip_field, "Nvidja")
    assert dialog.skip_note.text() == "Check the spelling. Not in this project: Nvidja"
    QTest.keyClick(dialog.skip_field, Qt.Key.Key_Tab)
    assert not dialog.skip_field.hasFocus()
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    with ZipFile(tmp_path / "out.zip") as archive:
        names = {row["name"] for row in csv.DictReader(io.StringIO(archive.read("01-manufacturers.csv").decode()))}
        readme = archive.read("README.txt").decode()
    assert names
    assert "nvidia" not in {name.casefold() for name in names}
    assert "- 'Nvidja' leaves nothing out" in readme


def test_other_formats_ignore_the_names_that_netbox_has(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData("netbox"))
    dialog.skip_field.setPlainText("NVIDIA")
    dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData("devices-csv"))
    assert not dialog.skip_field.isVisible()
    assert not dialog.skip_note.isVisible()
    dialog.fields.choose(tmp_path / "out.csv")
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    assert b"nvidia.qm9700" in (tmp_path / "out.csv").read_bytes()


def test_a_place_that_cannot_be_written_is_told_in_the_dialog(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    dialog.fields.choose(tmp_path / "none" / "out.csv")
    assert "cannot be written" in dialog.fields.note.text()
    assert not main_button(dialog).isEnabled()
    (tmp_path / "none").mkdir()
    dialog.fields.path_field.setText(str(tmp_path / "none" / "list.csv"))
    (tmp_path / "none").rmdir()
    QTest.mouseClick(main_button(dialog), LEFT, pos=QPoint(8, 8))
    desk.settle()
    assert dialog.isVisible()
    assert "cannot be written" in dialog.complaint.text
    assert not desk.failures


def test_a_file_that_is_there_is_announced_as_replaced(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, ExportDialog(desk.session))
    (tmp_path / "out.csv").write_text("old")
    dialog.fields.choose(tmp_path / "out.csv")
    assert "replaced" in dialog.fields.note.text()


def test_taking_in_can_be_stopped_and_leaves_nothing(desk: Desk, listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, steps = desk.session.snapshot, len(desk.session.history)
    dialog = opened(desk, ImportDialog(desk.session))
    dialog.choose(listed)
    dialog.look()
    desk.settle()
    held = Event()
    writing = import_module("gpudesk.operations.exchange.import_devices")._Writer
    begun = writing.write

    def slow(writer: Any, things: Any) -> None:
        begun(writer, things)
        held.wait(PATIENCE_S)
        writer._edit.progress.step(1, 2)

    monkeypatch.setattr(writing, "write", slow)
    QTest.mouseClick(main_button(dialog), LEFT)
    assert dialog.progress.isVisible()
    stop = dialog.progress.findChild(VerbButton, "stop")
    assert stop is not None
    QTest.mouseClick(stop, LEFT)
    held.set()
    desk.settle()
    assert dialog.isVisible()
    assert dialog.complaint.text.startswith("Stopped; no changes were made")
    assert desk.session.snapshot is before
    assert len(desk.session.history) == steps
    assert main_button(dialog).isEnabled()
