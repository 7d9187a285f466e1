"""The inspector of a cable: its verdict, its parts, the path of its strands, its way, and its trace."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.plan.plan import Plan
from gpudesk.derived.cabling.cable_table import CableColumn
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.ui.panels.inspector.cable_verdict import CableVerdict
from gpudesk.ui.panels.inspector.fibre_picture import FibrePicture
from gpudesk.ui.panels.inspector.inspector_cables import CableForm
from gpudesk.ui.places.fabric.dialogs.trace_cable import TraceCableDialog
from gpudesk.ui.places.fabric.models.cables_model import COLUMNS
from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.widgets.field_rows import FactRow
from gpudesk.ui.toolkit.widgets.popover import Popover
from gpudesk.ui.toolkit.widgets.tag import Tag
from tests.ui.built import Step
from tests.ui.cabled import CABLED, go_to_cables
from tests.ui.hand import CTRL, SHIFT, Hand


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    return CABLED


@pytest.fixture
def place(hand: Hand) -> FabricPlace:
    place = go_to_cables(hand)
    select(hand)
    return place


def select(hand: Hand) -> int:
    """Select the cable of the first system's last port."""
    cable_id = int(hand.snapshot["cable"].ids[0])
    hand.desk.session.select([ObjectRef("cable", cable_id)])
    hand.rest()
    return cable_id


def facts(place: FabricPlace) -> dict[str, str]:
    rows = place.inspector.findChildren(FactRow)
    return {row.label(): row.accessibleName().partition(": ")[2] for row in rows if row.isVisibleTo(place.inspector)}


def chips(place: FabricPlace) -> dict[str, str | None]:
    return {tag.text(): tag.severity() for tag in place.inspector.findChildren(Tag) if tag.isVisible()}


def set_cable(hand: Hand, **values: str | int) -> None:
    ids = hand.snapshot["cable"].ids.tolist()
    hand.desk.session.do(set_cables, ids, values)
    hand.rest()


def test_parts_way_and_verdict_of_a_cable(hand: Hand, place: FabricPlace) -> None:
    set_cable(hand, type="nvidia.mfp7e10", a_module="nvidia.mma4z00-ns-flt", b_module="nvidia.mma4z00-ns", length_mm=10_000)
    told = facts(place)
    assert told["Near end"] == "MMA4Z00-NS-FLT, flat"
    assert told["Far end"] == "MMA4Z00-NS, finned"
    assert told["This cable"].endswith("type B")
    assert told["Delay"].startswith("49")
    assert told["Length"].split()[0] != "–"
    assert chips(place) == dict.fromkeys(("polarity", "loss", "reach", "gender"), "ok")
    losses = [head.column for head in COLUMNS].index(CableColumn.LOSS)
    assert place.cables.model.index(0, losses).data() == "0.03"
    picture = place.inspector.findChild(FibrePicture)
    assert picture is not None
    assert len(picture.strands) == 8
    assert all(strand.right for strand in picture.strands)


def test_a_cable_too_long_says_so_in_the_verdict_with_its_arithmetic(hand: Hand, place: FabricPlace) -> None:
    set_cable(hand, type="nvidia.mfp7e10", a_module="nvidia.mma4z00-ns-flt", b_module="nvidia.mma4z00-ns", length_mm=60_000)
    assert chips(place)["reach"] == "error"
    form = place.inspector.form
    assert isinstance(form, CableForm)
    form.show_verdict()
    shown = hand.desk.window.findChild(CableVerdict)
    assert shown is not None
    told = shown.working.accessibleDescription()
    assert "0.18" in told
    assert "60" in told
    popover = next(each for each in hand.desk.window.findChildren(Popover) if each.isAncestorOf(shown))
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not shown.isVisible()
    hand.rest()
    assert hand.desk.window.findChildren(Popover) == []


def test_a_link_is_traced_from_end_to_end(hand: Hand, place: FabricPlace) -> None:
    QTest.keyClick(place.cables.view, Qt.Key.Key_J, CTRL | SHIFT)
    hand.rest()
    dialog = next(each for each in hand.desk.window.findChildren(TraceCableDialog) if each.isVisible())
    lines = dialog.as_text().splitlines()
    assert len(lines) == 3
    assert "dgx-001" in lines[0]
    assert "Cable 1" in lines[1]
    assert "leaf-1" in lines[2]
    dialog.reject()


def test_length_and_phase_of_several_cables_are_set_in_the_inspector(hand: Hand, place: FabricPlace) -> None:
    ids = hand.snapshot["cable"].ids.tolist()[:3]
    hand.desk.session.select([ObjectRef("cable", cable_id) for cable_id in ids])
    hand.rest()
    assert place.inspector.form is not None
    assert place.inspector.form.title() == "3 cables"
    place.inspector.form.set_cables(phase=3)  # type: ignore[attr-defined]
    hand.rest()
    assert {hand.snapshot["cable"].row(cable_id)["phase"] for cable_id in ids} == {3}
