"""Problems of cables: listed below the drawing of networks, gone to, and shown there from the racks."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_stage_operations import accept_rate
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.places.fabric.canvas.fabric_scene import LEFT_PX
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.hand import CTRL, Hand

RULE = "link.rate"


@pytest.fixture
def cabled(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """Two cabled scalable units; the in-band cables of 200 Gb/s end in ports of 100 Gb/s, which is no longer accepted."""
    started = open_desk()
    started.create(tmp_path / "pod.gpudesk", load_template("dgx-h100-superpod", {"su": 2}))
    started.desk.session.do(cable_project)
    started.rest()
    for stage_id in started.snapshot.cached(accepted_rates):
        started.desk.session.do(accept_rate, stage_id, None)
    started.rest()
    QTest.keyClick(started.desk.window, Qt.Key.Key_6, CTRL)
    started.rest()
    return started


def stand_on(hand: Hand, dock: ProblemsDock, rule: str) -> None:
    """Stand on the first problem of a rule."""
    dock.fold_all(False)
    hand.rest()
    findings = hand.desk.session.findings
    assert findings is not None
    line = dock.model.line_of(next(iter(findings.of_rule(rule))).key)
    assert line is not None
    dock.view.go_to_line(line)
    hand.rest()


def network_name(hand: Hand, cable_id: int) -> str:
    network = int(hand.snapshot["cable"].row(cable_id)["network_id"])
    return str(hand.snapshot["network"].row(network)["name"])


def test_the_rail_says_the_worst_of_networks_and_of_links(cabled: Hand) -> None:
    assert cabled.desk.window.rail.button("fabric").accessibleName() == "Fabric, error"


def test_the_count_at_the_foot_lists_problems_below_the_drawing_and_enter_goes_to_the_cable(cabled: Hand) -> None:
    window = cabled.desk.window
    place = window.fabric
    assert not place.problems.isVisible()
    window.totals.problems_clicked.emit()
    cabled.rest()
    assert window.place == "fabric"
    assert place.problems.isVisible()
    assert place.problems in place.parts()
    stand_on(cabled, place.problems, RULE)
    cabled.press(Qt.Key.Key_Return)
    (cable_id,) = cabled.desk.session.selected("cable")
    assert network_name(cabled, cable_id) == "In-band"
    assert place.network_id == cabled.snapshot["cable"].row(cable_id)["network_id"]
    assert place.kinds.current() == "in_band"
    assert cabled.desk.session.selected("device") == []
    assert len(place.view.scene.lit)
    row = cabled.snapshot["cable"].row(cable_id)
    assert place.ports.device_id in {row["a_device_id"], row["b_device_id"]}


def test_the_cable_of_a_problem_is_shown_from_the_racks(cabled: Hand) -> None:
    window = cabled.desk.window
    window.go("rack")
    window.show_problems()
    cabled.rest()
    stand_on(cabled, window.rack.problems, RULE)
    cabled.do("check.show-cable")
    assert window.place == "fabric"
    assert window.fabric.kinds.current() == "in_band"
    assert len(cabled.desk.session.selected("cable")) == 1
    window.go("rack")
    findings = window.session.findings
    assert findings is not None
    stand_on(cabled, window.rack.problems, next(rule for rule in findings.rules if not rule.startswith(("link.", "fabric."))))
    assert not window.registry.action("check.show-cable").isEnabled()


def test_a_cable_chosen_elsewhere_comes_into_view(cabled: Hand) -> None:
    place = cabled.desk.window.fabric
    view, diagram = place.view, place.view.scene.diagram
    assert diagram is not None
    view.show_unit(1)
    cabled.rest()
    far = next(number for number in range(len(diagram.tier_a)) if diagram.tier_a[number] == 0 and diagram.cable[number] != ABSENT)
    cable_id = int(cabled.snapshot["cable"].ids[diagram.cable[far]])
    place.go_to(ObjectRef("cable", cable_id))
    cabled.rest()
    row = next(row for row in view.scene.rows(view.camera)[0] if row.tier == 0)
    number = int(diagram.numbers(0, row.level, np.array([diagram.a[far]]))[0])
    assert LEFT_PX <= row.x[number] <= view.width()


def test_faults_of_another_network_mark_no_device_of_the_drawing(cabled: Hand) -> None:
    place = cabled.desk.window.fabric
    assert place.kinds.current() == "compute"
    system = cabled.ids("device")["dgx-001"]
    assert place.view.scene.findings["device"].get(system) is None
    place.kinds.set_current("in_band")
    place.kinds.chosen.emit("in_band")
    cabled.rest()
    assert place.view.scene.findings["device"][system] is Severity.ERROR


def test_what_is_no_unit_is_called_by_what_it_is(cabled: Hand) -> None:
    place = cabled.desk.window.fabric
    names = [place.units.itemText(number) for number in range(place.units.count())]
    assert names[:3] == ["All", "Unit 1", "Unit 2"]
    assert "UFM" in names[3]
