import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from gpudesk.checks.engine.check_engine import judgement
from gpudesk.checks.findings.finding import Severity
from gpudesk.operations.project.site_sheet_operations import set_baseline_value, set_site_value
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import ValueKind, baseline, site_definitions, site_sheet
from gpudesk.ui.app.dialogs.baseline import BaselineDialog, roles_in_use
from gpudesk.ui.app.dialogs.phases_dialog import PhasesDialog
from gpudesk.ui.app.dialogs.site_sheet_dialog import SiteSheetDialog
from gpudesk.ui.panels.problems.rules_dialog import RulesDialog
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.parts.sheet_rows import read_number
from gpudesk.ui.toolkit.quantities import converted
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import opened, unnamed
from tests.ui.hand import painted_once


def type_into(table: EditTable, model: PlainTableModel, key: object, column: int, text: str) -> None:
    """Edit a cell by keys: Enter opens it, Enter takes it."""
    row = model.row_of(key)
    assert row is not None
    table.setFocus()
    table.setCurrentIndex(model.index(row, column))
    QTest.keyClick(table, Qt.Key.Key_Return)
    editor = next(found for found in table.findChildren(QLineEdit) if found.isVisible())
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


@pytest.fixture
def site(desk: Desk) -> SiteSheetDialog:
    desk.create(pod())
    return opened(desk, SiteSheetDialog(desk.session))


def cell(model: PlainTableModel, key: object, column: int) -> str:
    row = model.row_of(key)
    assert row is not None
    return str(model.index(row, column).data())


def test_every_value_stands_with_default_limits_source_and_confidence(site: SiteSheetDialog) -> None:
    assert not unnamed(site)
    definitions = site_definitions()
    assert {line.key for row in range(site.model.rowCount()) if not (line := site.model.line(row)).group} == set(definitions.values)
    assert len(site.model.group_rows()) == len(definitions.groups)
    row = site.model.row_of("line_voltage_v")
    assert row is not None
    cells = [site.model.index(row, column) for column in range(6)]
    assert [cells[1].data(), cells[2].data()] == ["400", "400"]
    assert cells[1].data(TableRole.UNIT) == "V"
    assert cells[3].data().startswith("100–690")
    assert cells[4].data(TableRole.CONFIDENCE) == "memory"
    assert "IEC 60038" in cells[5].data()


def test_a_value_is_typed_in_its_cell_as_a_step_and_undone(site: SiteSheetDialog, desk: Desk) -> None:
    steps = len(desk.session.history)
    type_into(site.table, site.model, "altitude_m", 1, "1,640.5")
    desk.settle()
    assert site_sheet(desk.session.snapshot).number("altitude_m") == 1640.5
    assert len(desk.session.history) == steps + 1
    assert cell(site.model, "altitude_m", 5) == "set in this project"
    desk.session.undo()
    desk.settle()
    assert cell(site.model, "altitude_m", 1) == "0"


@pytest.mark.parametrize(("text", "told"), [("99999", "must be between"), ("high", "is not a number")])
def test_what_cannot_be_is_refused_in_the_dialog(site: SiteSheetDialog, desk: Desk, text: str, told: str) -> None:
    steps = len(desk.session.history)
    type_into(site.table, site.model, "altitude_m", 1, text)
    desk.settle()
    assert told in site.complaint.text
    assert len(desk.session.history) == steps


def test_a_value_goes_back_to_its_default_by_key_and_by_button(site: SiteSheetDialog, desk: Desk) -> None:
    for reset in ("key", "button", "empty"):
        desk.do(set_site_value, "altitude_m", 640)
        row = site.model.row_of("altitude_m")
        assert row is not None
        if reset == "key":
            site.table.setCurrentIndex(site.model.index(row, 0))
            QTest.keyClick(site.table, Qt.Key.Key_Delete)
        elif reset == "button":
            site.table.cell_pressed.emit(site.model.index(row, 6))
        else:
            type_into(site.table, site.model, "altitude_m", 1, " ")
        desk.settle()
        assert "altitude_m" not in site_sheet(desk.session.snapshot).said, reset
        assert not site.model.index(row, 6).data(TableRole.BUTTON)


def test_a_choice_is_made_from_a_list(site: SiteSheetDialog, desk: Desk) -> None:
    row = site.model.row_of("region")
    assert row is not None
    site.table.edit_cell(site.model.index(row, 1))
    box = next(found for found in site.table.findChildren(QComboBox) if found.isVisible())
    box.setCurrentIndex(box.findData("north-america"))
    box.activated.emit(box.currentIndex())
    box.hidePopup()
    desk.settle()
    assert site_sheet(desk.session.snapshot).text("region") == "north-america"
    assert cell(site.model, "region", 1).startswith("North America")


@pytest.fixture
def imperial() -> None:
    translate.set_unit_system("imperial")


def typed(site: SiteSheetDialog, key: str) -> str:
    """What the editor of a value begins with."""
    row = site.model.row_of(key)
    assert row is not None
    return str(site.model.index(row, 1).data(Qt.ItemDataRole.EditRole))


@pytest.mark.usefixtures("imperial")
def test_values_are_read_and_typed_in_the_units_of_the_person(desk: Desk) -> None:
    desk.create(pod())
    site = opened(desk, SiteSheetDialog(desk.session))
    row = site.model.row_of("altitude_m")
    assert row is not None
    assert site.model.index(row, 1).data(TableRole.UNIT) == "ft"
    assert cell(site.model, "altitude_m", 3) == "−1,410.7–18,044.6\u00a0ft"
    type_into(site.table, site.model, "altitude_m", 1, "5,280")
    desk.settle()
    assert site_sheet(desk.session.snapshot).number("altitude_m") == 1609.344
    assert cell(site.model, "altitude_m", 1) == "5,280"
    assert typed(site, "altitude_m") == "5280"


@pytest.mark.usefixtures("imperial")
def test_what_nobody_changed_stays_as_it_is_kept(desk: Desk) -> None:
    desk.create(pod())
    site = opened(desk, SiteSheetDialog(desk.session))
    desk.do(set_site_value, "cold_aisle_mm", 1201)
    steps = len(desk.session.history)
    with painted_once(site):
        for key, definition in site_definitions().values.items():
            if site_sheet(desk.session.snapshot).value(key) is not None and definition.kind is ValueKind.NUMBER:
                type_into(site.table, site.model, key, 1, typed(site, key))
                desk.settle()
    assert len(desk.session.history) == steps, site.complaint.text
    assert site_sheet(desk.session.snapshot).value("cold_aisle_mm") == 1201


@pytest.mark.usefixtures("imperial")
def test_the_limits_that_are_shown_can_be_typed(desk: Desk) -> None:
    desk.create(pod())
    site = opened(desk, SiteSheetDialog(desk.session))
    with painted_once(site):
        for key, definition in site_definitions().values.items():
            if definition.minimum is None or definition.maximum is None or not converted(definition.unit):
                continue
            low, high = cell(site.model, key, 3).replace("\u00a0", " ").split(" ")[0].split("–")
            for text in (low, high):
                assert site.set_value(key, text), (key, text, site.complaint.text)
                desk.settle()
                assert cell(site.model, key, 1) == text
    assert not site.set_value("altitude_m", "20000")
    assert "18,044.6" in site.complaint.text


@pytest.mark.usefixtures("imperial")
@pytest.mark.parametrize("unit", ["mm", "m", "kg", "kg/m²", "°C", "L/min"])
def test_every_unit_comes_back_exactly(unit: str) -> None:
    other = converted(unit)
    assert other is not None
    for kept in (0.1, 1.0, 75.0, 566.9904625, 1223.0, 99999.5):
        assert other.kept(other.shown(kept)) == kept
    for shown in (0.5, 3.0, 12.25, 250.0):
        assert other.shown(other.kept(shown)) == pytest.approx(shown, rel=1e-11)


def test_words_and_the_switch_choose_among_the_values(site: SiteSheetDialog, desk: Desk) -> None:
    QTest.keyClicks(site.search, "voltage")
    assert site.model.row_of("line_voltage_v") is not None
    assert site.model.row_of("altitude_m") is None
    assert " of " in site.search.count_text()
    site.search.clear()
    desk.do(set_site_value, "altitude_m", 640)
    site.only_said.click()
    assert [site.model.line(row).key for row in range(site.model.rowCount())] == ["group:site", "altitude_m"]


def test_the_sheet_of_a_read_only_project_has_no_editors(desk: Desk) -> None:
    desk.create(pod())
    desk.session.close()
    desk.settle()
    desk.session.adopt(Document.open(desk.path, write=False))
    desk.settle()
    dialog = opened(desk, SiteSheetDialog(desk.session))
    row = dialog.model.row_of("altitude_m")
    assert row is not None
    assert not dialog.model.flags(dialog.model.index(row, 1)) & Qt.ItemFlag.ItemIsEditable
    dialog.reject()


def test_numbers_are_read_as_the_language_writes_them() -> None:
    assert read_number("1,200.5") == 1200.5
    translate.install_language("es")
    assert read_number("1\u202f200,5") == 1200.5
    with pytest.raises(ValueError, match="could not convert"):
        read_number("doce")


def test_a_baseline_is_proposed_for_the_roles_that_run_software(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, BaselineDialog(desk.session))
    assert dialog.roles() == roles_in_use(desk.session.snapshot) == ["compute", "leaf"]
    type_into(dialog.table, dialog.model, "driver", 1, "580.65.06")
    desk.settle()
    assert baseline(desk.session.snapshot) == {"compute": {"driver": "580.65.06"}}
    assert dialog.roles() == ["compute", "leaf"], "nothing jumps"
    assert cell(dialog.model, "driver", 1) == "580.65.06"
    assert cell(dialog.model, "driver", 2) == "–"
    dialog.reject()


def test_a_cell_of_the_baseline_is_emptied_by_delete(desk: Desk) -> None:
    desk.create(pod())
    desk.do(set_baseline_value, "compute", "gpu_power_limit_w", 650)
    dialog = opened(desk, BaselineDialog(desk.session))
    row = dialog.model.row_of("gpu_power_limit_w")
    assert row is not None
    assert dialog.model.index(row, 1).data(TableRole.UNIT) == "W"
    dialog.table.setCurrentIndex(dialog.model.index(row, 1))
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    desk.settle()
    assert baseline(desk.session.snapshot) == {}
    dialog.reject()


def test_another_role_gets_a_column(desk: Desk) -> None:
    desk.create()
    dialog = opened(desk, BaselineDialog(desk.session))
    assert dialog.roles() == []
    line = dialog.role.lineEdit()
    assert line is not None
    QTest.keyClicks(line, "storage")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dialog.roles() == ["storage"]
    assert dialog.isVisible(), "Enter adds the role and does not close"
    dialog.reject()


def test_phases_are_counted_and_named_in_their_cells(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, PhasesDialog(desk.session))
    assert not unnamed(dialog)
    assert [dialog.model.line(row).key for row in range(3)] == [0, 1, 2]
    row = dialog.model.row_of(2)
    assert row is not None
    assert [dialog.model.index(row, column).data() for column in (1, 3, 5)] == ["second half", "0", "1"]
    assert dialog.model.index(1, 3).data() == "4"
    type_into(dialog.table, dialog.model, 1, 1, "first half")
    desk.settle()
    assert dialog.model.index(1, 1).data() == "first half"
    dialog.more.click()
    editor = next(found for found in dialog.table.findChildren(QLineEdit) if found.isVisible())
    QTest.keyClicks(editor, "third")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    desk.settle()
    phases = desk.session.snapshot["phase"]
    assert dict(zip(phases["number"].tolist(), phases["name"].tolist(), strict=True)) == {1: "first half", 2: "second half", 3: "third"}
    dialog.reject()


def test_a_rule_is_silenced_and_brought_back(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, RulesDialog(desk.session))
    row = dialog.model.row_of("space.overlap")
    assert row is not None
    assert dialog.model.index(row, 2).data() == "1"
    dialog.table.edit_cell(dialog.model.index(row, 1))
    box = next(found for found in dialog.table.findChildren(QComboBox) if found.isVisible())
    box.setCurrentIndex(box.findData("off"))
    box.activated.emit(box.currentIndex())
    box.hidePopup()
    desk.settle()
    assert judgement(desk.session.snapshot).severities == {"space.overlap": Severity.OFF}
    assert dialog.model.index(row, 1).data() == "off"
    dialog.table.cell_pressed.emit(dialog.model.index(row, 5))
    desk.settle()
    assert judgement(desk.session.snapshot).severities == {}
    dialog.search.setText("overlap")
    assert 0 < dialog.model.rowCount() < row + 3
    dialog.reject()
