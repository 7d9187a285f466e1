"""The way of a cable on the floor, and its strands over panels, asked for at the table of cables."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.operations.cabling.structure_cabling import structure_cabling
from gpudesk.ui.panels.inspector.fibre_picture import FibrePicture, name_within
from gpudesk.ui.panels.inspector.port_states import shorter_names
from gpudesk.ui.places.fabric.dialogs.trace_cable import TraceCableDialog
from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.cabled import cable
from tests.ui.hand import CTRL, SHIFT, Hand


@pytest.fixture
def place(hand: Hand, tmp_path: Path) -> FabricPlace:
    return cable(hand, tmp_path / "cabled.gpudesk")


def select(hand: Hand, cable_id: int) -> None:
    hand.desk.session.select([ObjectRef("cable", cable_id)])
    hand.rest()


def lead_over_panels(hand: Hand) -> list[int]:
    """Lead all fiber between racks over panels; a leg of a trunk, and the cords at its panels."""
    hand.desk.session.do(structure_cabling)
    hand.rest()
    cables, devices = hand.snapshot["cable"], hand.snapshot["device"]
    role = devices["role"]
    ends = [role[devices.positions(cables[f"{side}_device_id"])] == "panel" for side in "ab"]
    trunk = int(cables.ids[ends[0] & ends[1]][0])
    return [trunk, *cables.ids[ends[0] != ends[1]].tolist()]


def test_strands_are_followed_over_panels(hand: Hand, place: FabricPlace) -> None:
    trunk, *_ = lead_over_panels(hand)
    select(hand, trunk)
    picture = place.inspector.findChild(FibrePicture)
    assert picture is not None
    # Three cords of type B and two panels: after each piece each strand is somewhere, and it arrives where it is heard.
    assert {len(strand.places) for strand in picture.strands} == {6}
    assert all(strand.right and None not in strand.places for strand in picture.strands)
    assert {strand.places[1] for strand in picture.strands} == {13 - strand.places[0] for strand in picture.strands if strand.places[0]}
    place.cables.view.setFocus()
    QTest.keyClick(place.cables.view, Qt.Key.Key_J, CTRL | SHIFT)
    hand.rest()
    dialog = next(each for each in hand.desk.window.findChildren(TraceCableDialog) if each.isVisible())
    lines = [line.split("\t") for line in dialog.as_text().splitlines()]
    assert len(lines) == 7
    assert lines[0][1].startswith("dgx-")
    assert lines[6][1] == "leaf-1"
    assert lines[3][1] == f"Cable {trunk}"
    assert all("→" in lines[stop][2] for stop in (2, 4)), "each panel is entered by one port and left by another"
    dialog.reject()


def test_a_cord_turned_the_wrong_way_before_a_panel_is_seen_in_its_strands(hand: Hand, place: FabricPlace) -> None:
    trunk, *_ = lead_over_panels(hand)
    hand.desk.session.do(set_cables, [trunk], {"type": "generic.trunk-24f-om4-apc-a"})
    hand.rest()
    select(hand, trunk)
    picture = place.inspector.findChild(FibrePicture)
    assert picture is not None
    assert picture.strands
    assert not any(strand.right for strand in picture.strands)


def test_the_way_of_a_cable_is_shown_on_the_floor(hand: Hand, place: FabricPlace) -> None:
    cable_id = int(hand.snapshot["cable"].ids[0])
    select(hand, cable_id)
    place.cables.view.setFocus()
    QTest.keyClick(place.cables.view, Qt.Key.Key_W)
    hand.rest()
    window = hand.desk.window
    assert window.place == "floor"
    assert hand.desk.session.selected("cable") == [cable_id]
    canvas = window.floor.canvas
    devices, racks = hand.snapshot["device"], hand.snapshot["rack"]
    row = hand.snapshot["cable"].row(cable_id)
    ends = {int(devices.row(row[f"{side}_device_id"])["rack_id"]) for side in "ab"}
    layout = canvas.scene.layout
    assert layout is not None
    rings = [line for line in canvas.scene.lit if len(line) == 5 and (line[0] == line[-1]).all()]
    wanted = layout.shapes.corners()[[place for rack_id in sorted(ends) for place in layout.places_of(ObjectRef("rack", rack_id))]]
    assert len(ends) == 2
    assert np.allclose(np.sort([ring[:4].mean(axis=0) for ring in rings], axis=0), np.sort(wanted.mean(axis=1), axis=0))
    assert len(canvas.scene.lit) > len(rings), "the way itself"
    seen = canvas.camera.seen
    points = np.concatenate(canvas.scene.lit)
    assert (points >= (seen.left, seen.top)).all()
    assert (points <= (seen.right, seen.bottom)).all()
    assert racks.rows > len(ends)


def test_a_link_over_panels_is_lit_from_end_to_end(hand: Hand, place: FabricPlace) -> None:
    trunk, cord, *_ = lead_over_panels(hand)
    lit = []
    for chosen in (trunk, cord):
        select(hand, chosen)
        assert hand.desk.window.registry.action("cables.show-way").isEnabled()
        hand.desk.window.registry.action("cables.show-way").trigger()
        hand.rest()
        lit.append(np.concatenate(hand.desk.window.floor.canvas.scene.lit))
    # The cord stays in its rack, but its link leads over the trunk.
    assert np.array_equal(np.unique(lit[0], axis=0), np.unique(lit[1], axis=0))
    hand.desk.window.registry.action("cables.trace").trigger()
    hand.rest()
    assert any(each.isVisible() for each in hand.desk.window.findChildren(TraceCableDialog)), "it is traced from the floor as well"


def test_the_names_of_panels_keep_what_tells_them_apart() -> None:
    long = "panel-1u-72-mpo-017"
    assert name_within(long, 500.0) == long
    assert name_within(long, 44.0).endswith("017")
    assert name_within(long, 1.0) == shorter_names(long)[-1]
