"""The catalog's files: types given and taken, libraries imported and removed, what is shown copied; by mouse and keys."""

import csv
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.catalog import open_catalog, user_catalog_dir
from gpudesk.catalog.imports import keep_library, libraries
from gpudesk.catalog.type_exchange import proposed
from gpudesk.catalog.user_entries import copied_body, save_user_entry
from gpudesk.core.hardware.hardware import Family
from gpudesk.formats.netbox.netbox import read_library
from gpudesk.ui.places.catalog.dialogs.library_report import LibraryReportDialog
from gpudesk.ui.places.catalog.dialogs.netbox_types import NetboxTypesDialog
from gpudesk.ui.places.catalog.dialogs.type_import import TypeImportDialog
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit.parts.question import Question
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.tag import Tag
from tests.patience import PATIENCE_MS
from tests.ui.catalog_hand import click_type, dialog, exchange, go_to_catalog, press_main
from tests.ui.hand import CTRL, SYSTEM, Hand

GOOD = """\
manufacturer: Acme
model: Switch 48
slug: acme-switch-48
part_number: A-48
u_height: 1
is_full_depth: false
airflow: front-to-rear
weight: 4.5
weight_unit: kg
interfaces:
  - {name: eth1, type: 10gbase-x-sfpp}
"""


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    return go_to_catalog(hand)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """An archive with a good file and one that is none."""
    path = tmp_path / "acme.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("device-types/Acme/A-48.yaml", GOOD)
        archive.writestr("device-types/Acme/broken.yaml", "manufacturer: [")
    return path


def test_types_are_given_and_taken(hand: Hand, place: CatalogPlace, tmp_path: Path) -> None:
    click_type(hand, place, SYSTEM)
    click_type(hand, place, "nvidia.dgx-b200", CTRL)
    path = tmp_path / "given.yaml"
    exchange(hand).export_types(path)
    hand.rest()
    assert str(path) in hand.message
    content = path.read_bytes()
    assert len(proposed(open_catalog(), path.name, content).entries) == 2
    path.write_bytes(content.replace(b"key: nvidia.dgx-h100", b"key: me.dgx"))
    exchange(hand).read_types(path)
    shown = dialog(hand, TypeImportDialog)
    assert shown.model.text().count("identical, no changes") == 1
    assert not user_catalog_dir().exists()
    press_main(hand, shown)
    assert "me.dgx" in open_catalog()
    hand.qtbot.waitUntil(lambda: place.table.key() == "me.dgx", timeout=PATIENCE_MS)


def test_a_file_with_faults_takes_nothing(hand: Hand, place: CatalogPlace, tmp_path: Path) -> None:
    path = tmp_path / "given.csv"
    path.write_text("key,weight_kg (kg)\nnvidia.qm9700,heavy\nnvidia.dgx-h100,-4\n")
    exchange(hand).read_types(path)
    shown = dialog(hand, TypeImportDialog)
    assert shown.main is not None
    assert not shown.main.isEnabled()
    assert "given.csv!B2" in shown.faults.model.text()
    assert "given.csv!B3" in shown.faults.model.text()
    shown.reject()
    assert not user_catalog_dir().exists()
    assert place.isVisible()


@pytest.mark.parametrize("name", ["table.csv", "table.xlsx"])
def test_a_table_is_written_and_read(hand: Hand, place: CatalogPlace, tmp_path: Path, name: str) -> None:
    click_type(hand, place, "nvidia.qm9700")
    path = tmp_path / name
    exchange(hand).export_table(path)
    hand.rest()
    exchange(hand).read_types(path)
    shown = dialog(hand, TypeImportDialog)
    assert shown.proposal.misfits == ()
    assert shown.proposal.bodies == []
    shown.reject()


def test_types_go_to_netbox_in_both_styles(hand: Hand, place: CatalogPlace, tmp_path: Path) -> None:
    assert place.catalog is not None
    key = next(key for key in place.catalog if place.catalog.get(key).passages)
    click_type(hand, place, key)
    found = {}
    for style in ("both", "ports", "list"):
        path = tmp_path / f"{style}.yaml"
        hand.do("catalog.export-netbox")
        shown = dialog(hand, NetboxTypesDialog)
        QTest.mouseClick(shown.release.button(style), Qt.MouseButton.LeftButton)
        type_path(shown, path)
        press_main(hand, shown)
        text = path.read_text()
        found[style] = ("port-mappings:" in text, len(text))
    assert [found[style][0] for style in ("both", "ports", "list")] == [True, False, True]
    assert found["both"][1] > found["list"][1]
    assert "list.yaml" in hand.message


def type_path(shown: NetboxTypesDialog, path: Path) -> None:
    """Type where it goes."""
    shown.path_field.selectAll()
    QTest.keyClicks(shown.path_field, str(path))


@pytest.fixture
def mixed(hand: Hand, place: CatalogPlace) -> NetboxTypesDialog:
    """The dialog for a system, a GPU and a cable."""
    click_type(hand, place, SYSTEM)
    click_type(hand, place, "nvidia.h100-sxm5-80gb", CTRL)
    assert place.catalog is not None
    cable = next(key for key in place.catalog if place.catalog.get(key).family is Family.CABLE)
    click_type(hand, place, cable, CTRL)
    hand.do("catalog.export-netbox")
    return dialog(hand, NetboxTypesDialog)


def test_kinds_go_to_netbox_apart(hand: Hand, mixed: NetboxTypesDialog, tmp_path: Path) -> None:
    assert "NetBox has no type for 1 of them, which is left out: " in mixed.accessibleDescription()
    type_path(mixed, tmp_path / "all.yaml")
    assert mixed.note.text() == "all-device-types.yaml, all-module-types.yaml"
    press_main(hand, mixed)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all-device-types.yaml", "all-module-types.yaml"]
    assert "DGX H100" in (tmp_path / "all-device-types.yaml").read_text()
    assert "slug:" not in (tmp_path / "all-module-types.yaml").read_text()
    assert hand.message.startswith("2 files")


@pytest.mark.parametrize(("shape", "written"), [("zip", "all.zip"), ("folder", "all")])
def test_a_library_goes_to_netbox(hand: Hand, mixed: NetboxTypesDialog, tmp_path: Path, shape: str, written: str) -> None:
    type_path(mixed, tmp_path / "all.yaml")
    QTest.mouseClick(mixed.shape.button(shape), Qt.MouseButton.LeftButton)
    assert mixed.path == tmp_path / written
    press_main(hand, mixed)
    assert {found.body["model"] for found in read_library(tmp_path / written).types} == {"DGX H100", "H100 SXM5 80 GB"}


def test_a_name_that_does_not_fit_is_told(mixed: NetboxTypesDialog, tmp_path: Path) -> None:
    type_path(mixed, tmp_path / "all.txt")
    assert "must end in .yaml" in mixed.note.text()
    assert mixed.main is not None
    assert not mixed.main.isEnabled()
    mixed.reject()


def test_a_library_is_imported_looked_through_and_removed(hand: Hand, place: CatalogPlace, library: Path) -> None:
    place.tabs.set_current("libraries")
    hand.rest()
    assert place.libraries.note.isVisible()
    exchange(hand).read_library(library)
    report = dialog(hand, LibraryReportDialog)
    assert libraries() == ()
    assert report.model.rowCount() == 2
    QTest.mouseClick(report.shown.button("refused"), Qt.MouseButton.LeftButton)
    assert report.model.rowCount() == 1
    assert "broken.yaml" in report.model.text()
    QTest.mouseClick(report.shown.button("all"), Qt.MouseButton.LeftButton)
    QTest.keyClicks(report.search, "a-48")
    assert report.model.rowCount() == 1
    press_main(hand, report)
    assert [(kept.name, kept.types) for kept in libraries()] == [("acme", 1)]
    hand.qtbot.waitUntil(lambda: place.libraries.library() == "acme", timeout=PATIENCE_MS)
    hand.rest()
    place.show_imported()
    hand.rest()
    assert [place.model.key_at(row) for row in range(place.model.rowCount())] == [kept_key := place.model.key_at(0)]
    assert open_catalog().get(kept_key).vendor == "Acme"
    tags = {tag.text() for tag in place.sheet.findChildren(Tag) if tag.isVisible()}
    assert "imported" in tags
    assert any(tag.startswith("quality") for tag in tags)
    place.tabs.set_current("libraries")
    hand.rest()
    QTest.mouseClick(place.libraries.remove, Qt.MouseButton.LeftButton)
    dialog(hand, Question).reject()
    assert len(libraries()) == 1
    hand.do("catalog.remove-library")
    press_main(hand, dialog(hand, Question))
    assert libraries() == ()
    hand.qtbot.waitUntil(place.libraries.note.isVisible, timeout=PATIENCE_MS)
    assert not place.libraries.remove.isVisible()


def test_types_that_stay_hidden_are_not_counted_but_named(hand: Hand, place: CatalogPlace, tmp_path: Path) -> None:
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("device-types/Acme/A-48.yaml", GOOD)
        archive.writestr("device-types/NVIDIA/QM9700.yaml", GOOD.replace("Acme", "NVIDIA").replace("Switch 48", "QM9700"))
    exchange(hand).read_library(path)
    report = dialog(hand, LibraryReportDialog)
    assert report.found.score is not None
    press_main(hand, report)
    bar = hand.desk.window.message_bar
    hand.qtbot.waitUntil(bar.isVisible, timeout=PATIENCE_MS)
    assert bar.accessibleName().startswith("1 type of two added to the catalog.")
    assert "1 is hidden by others with the same key: nvidia.qm9700 (built-in entry)." in bar.accessibleName()
    assert libraries()[0].score == report.found.score
    window, tools = hand.desk.window, place.findChild(PlaceToolBar)
    assert tools is not None
    hand.qtbot.waitUntil(lambda: tools.mapTo(window, QPoint()).y() >= bar.mapTo(window, QPoint(0, bar.height())).y(), timeout=PATIENCE_MS)


def test_libraries_say_what_of_them_is_hidden_and_by_whom(hand: Hand, place: CatalogPlace) -> None:
    for name, keys in (("one", ("acme.m1", SYSTEM)), ("two", ("acme.m1", "acme.m2"))):
        bodies = [json.loads(open_catalog().body(SYSTEM)) | {"key": key} for key in keys]
        keep_library(name, bodies, f"{name}.zip", datetime(2026, 11, 21, tzinfo=UTC))
    place.reload()
    place.tabs.set_current("libraries")
    view = place.libraries
    hand.qtbot.waitUntil(lambda: view.model.rowCount() == 2, timeout=PATIENCE_MS)
    hand.rest()
    assert [view.model.index(row, 2).data() for row in range(2)] == ["1", "1"]
    told = {}
    for row in range(2):
        QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=view.table.visualRect(view.model.index(row, 0)).center())
        assert view.hidden_table.isVisible()
        told[view.library()] = [tuple(view.hidden_model.index(at, column).data() for column in range(2)) for at in range(1)]
        assert view.hidden_model.rowCount() == 1
    assert told == {"one": [(SYSTEM, "built-in entry")], "two": [("acme.m1", "library one")]}
    view.hidden_table.setFocus()
    view.hidden_table.setCurrentIndex(view.hidden_model.index(0, 0))
    QTest.keyClick(view.hidden_table, Qt.Key.Key_Return)
    hand.rest()
    assert place.tabs.current() == "types"
    assert place.table.key() == "acme.m1"
    shown = [place.model.key_at(row) for row in range(place.model.rowCount())]
    assert shown.count("acme.m1") == 1, "what is hidden is not there twice"


def test_a_discarded_library_leaves_nothing(hand: Hand, place: CatalogPlace, library: Path) -> None:
    exchange(hand).read_library(library)
    report = dialog(hand, LibraryReportDialog)
    QTest.keyClick(report, Qt.Key.Key_Escape)
    hand.rest()
    assert libraries() == ()
    assert place.tabs.current() == "libraries"


def test_what_is_shown_is_copied_as_text(hand: Hand, place: CatalogPlace, tmp_path: Path) -> None:
    click_type(hand, place, SYSTEM)
    QTest.keyClick(place.table, Qt.Key.Key_C, CTRL)
    sheet = QApplication.clipboard().text()
    assert sheet.startswith("NVIDIA DGX H100\n")
    assert "DGX H100/H200 User Guide" in sheet
    click_type(hand, place, "nvidia.dgx-b200", CTRL)
    QTest.keyClick(place.table, Qt.Key.Key_C, CTRL)
    rows = QApplication.clipboard().text().split("\n")
    assert rows[0].startswith("Model\tVendor")
    assert len(rows) == 3
    QTest.keyClick(place.table, Qt.Key.Key_C)
    assert place.tabs.current() == "compare"
    hand.do("catalog.copy-text")
    assert QApplication.clipboard().text().startswith("Fact\tNVIDIA DGX")
    path = tmp_path / "comparison.csv"
    exchange(hand).export_comparison(path)
    hand.rest()
    with path.open(encoding="utf-8-sig", newline="") as opened:
        read = list(csv.reader(opened))
    catalog = place.catalog
    assert catalog is not None
    kind = catalog.get(SYSTEM)
    at = read[0].index(kind.title)
    assert read[0][at : at + 3] == [kind.title, f"{kind.title}: confidence", f"{kind.title}: source"]
    told = {row[0]: (row[1], *row[at : at + 3]) for row in read}
    fact = kind.facts["power_max_w"]
    assert told["Power, maximum"] == ("W", "10200", str(fact.confidence), fact.source), "a number without separators or unit"
    assert told["Key"][1] == kind.key
    assert told["Part numbers"][1] == ", ".join(kind.part_numbers)


def test_facts_and_documents_lead_to_each_other(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    catalog = place.catalog
    assert catalog is not None
    sheet = place.sheet
    documents = sheet.documents()
    assert {line.source for line in documents} >= {fact.source for fact in catalog.get(SYSTEM).facts.values()}
    first = sheet.model.lines().index(documents[0])
    sheet.list.setFocus()
    sheet.list.setCurrentIndex(sheet.model.index(first))
    QTest.keyClick(sheet.list, Qt.Key.Key_Return)
    facts = [fact for fact in catalog.get(SYSTEM).facts.values() if fact.source == documents[0].source]
    assert len(sheet.list.lit()) == len(facts)
    assert {line.source for line in sheet.list.lit()} == {documents[0].source}
    assert len(sheet.text().splitlines()) == len(facts), "what is lit is what is copied"
    row = sheet.model.lines().index(sheet.list.lit()[0])
    assert sheet.list.currentIndex().row() == row
    QTest.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=sheet.list.number_rect(row).center())
    assert sheet.list.lit() == [documents[0]]
    place.table.setFocus()
    assert len(sheet.text().splitlines()) > len(facts)


def test_filters_and_the_chosen_type_outlive_a_change_of_the_files(hand: Hand, place: CatalogPlace) -> None:
    place.filters.search.setText("dgx")
    hand.qtbot.waitUntil(lambda: place.model.rowCount() < 60, timeout=PATIENCE_MS)
    click_type(hand, place, SYSTEM)
    body = copied_body(open_catalog(), SYSTEM, "me.dgx")
    save_user_entry(open_catalog(), json.loads(json.dumps(body)))
    place.reload()
    hand.qtbot.waitUntil(lambda: place.model.row_of("me.dgx") is not None, timeout=PATIENCE_MS)
    assert place.table.key() == SYSTEM
    assert place.filters.text == "dgx"


def test_what_goes_to_netbox_is_counted_in_words_that_agree(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    hand.do("catalog.export-netbox")
    shown = dialog(hand, NetboxTypesDialog)
    assert "1 device type." in shown.accessibleDescription()
    shown.reject()
