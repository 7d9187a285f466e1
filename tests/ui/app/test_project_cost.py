"""The dialog that says what the project costs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.app.dialogs.project_cost_dialog import ProjectCostDialog
from gpudesk.ui.toolkit.widgets.why import WhyView
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


@pytest.fixture
def dialog(open_desk: Callable[[], Hand], tmp_path: Path) -> tuple[Hand, ProjectCostDialog]:
    path = tmp_path / "pod.gpudesk"
    with Document.create(path) as document:
        run(document, build, load_template("hgx-pod"))
    hand = open_desk()
    hand.open(path)
    hand.desk.window.registry.action("project.cost").trigger()
    found = hand.desk.window.findChildren(ProjectCostDialog)[0]
    hand.qtbot.waitUntil(lambda: found.capital.rowCount() > 0 and hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    return hand, found


def told(dialog: ProjectCostDialog) -> str:
    return "\n".join(view.accessibleDescription() for view in dialog.year.findChildren(WhyView))


def test_a_year_by_its_terms_and_the_lines_of_capital(dialog: tuple[Hand, ProjectCostDialog]) -> None:
    _, shown = dialog
    text = told(shown)
    for words in ("Capital", "Colocation rent", "Energy", "Per GPU hour", "Owning pays off above"):
        assert words in text
    assert "263 units" in shown.sums.text()
    assert "EUR per year" in shown.sums.text()
    first = [shown.capital.index(0, column).data() for column in range(6)]
    assert "H200" in first[0]
    assert first[5] == "from its GPUs"
    assert shown.tuning.rowCount() == 4


def test_caps_by_the_hours_of_the_tariff(dialog: tuple[Hand, ProjectCostDialog]) -> None:
    hand, shown = dialog
    hand.desk.session.do(set_site_value, "cost_contract", "own-site")
    hand.desk.session.do(set_site_value, "cost_tariff", "three-periods")
    hand.qtbot.waitUntil(lambda: shown.cap.hours.isEnabled() and shown.cap.hours.count() > 1, timeout=PATIENCE_MS)

    def kwh(row: int) -> float:
        return float(shown.tuning.index(row, 1).data().replace(" ", "").replace("\u2009", "").replace(",", ""))

    keys = [shown.tuning.index(row, 0).data() for row in range(shown.tuning.rowCount())]
    cap = keys.index("Power cap, training and prefill")
    dear = kwh(cap)
    assert dear > 0
    assert "arXiv" in shown.tuning.index(cap, 7).data()
    shown.cap.hours.setCurrentIndex(shown.cap.hours.count() - 1)
    assert shown.cap.price() is None
    whole = kwh(cap)
    assert whole > dear
    shown.cap.cap.setValue(80)
    assert 0 < kwh(cap) < whole
    shown.cap.cap.setValue(10)
    assert shown.cap.cap.value() == 60


def test_it_follows_the_site_sheet_and_undo(dialog: tuple[Hand, ProjectCostDialog]) -> None:
    hand, shown = dialog
    before = told(shown)
    session = hand.desk.session
    session.do(set_site_value, "cost_contract", "own-site")
    hand.qtbot.waitUntil(lambda: "Building maintenance" in told(shown), timeout=PATIENCE_MS)
    hand.desk.window.registry.action("edit.undo").trigger()
    hand.qtbot.waitUntil(lambda: told(shown) == before, timeout=PATIENCE_MS)


def test_weights_of_the_reader_change_the_marks(dialog: tuple[Hand, ProjectCostDialog]) -> None:
    _, shown = dialog
    assert "7.8" in shown.verdict.text()
    assert "neither is clearly better" in shown.verdict.text()
    for key, box in shown.weights.items():
        box.setValue(5 if key == "operation" else 0)
    assert "Bare metal 5.0, virtual machines 7.0" in shown.verdict.text()
    shown.weights["operation"].setValue(0)
    assert "weight" in shown.verdict.text()
