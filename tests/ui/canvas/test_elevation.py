from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.message import Message
from gpudesk.core.values.natural_order import natural_key
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.ui.canvas.refs import ObjectRef, Scope, ScopeKind
from gpudesk.ui.places.layout.racks.canvas import hit
from gpudesk.ui.places.layout.racks.canvas.arrangement import lines_of
from gpudesk.ui.places.layout.racks.canvas.elevation import EMPTY, Elevations
from gpudesk.ui.places.layout.racks.canvas.elevation_layout import lay_out
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from tests.ui.canvas.sample import Ids, big_project, small_project

PITCH = 44.45


@pytest.fixture
def project() -> Iterator[tuple[Document, Ids]]:
    document, ids = small_project()
    with document:
        yield document, ids


def laid(document: Document, faces: Face = Face.BOTH, scope: Scope | None = None) -> Elevations:
    return lay_out(document.snapshot, lines_of(document.snapshot, scope or Scope()), faces)


def rect(document: Document, layout: Elevations, device_id: int, face: Face) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    place = document.snapshot["device"].position(device_id)
    for entry in layout.entries.of_device(place):
        if layout.face[layout.entries.face[entry]] == face:
            found: np.ndarray[tuple[int], np.dtype[np.float64]] = layout.entries.rects[entry]
            return found
    return None


def elevation(layout: Elevations, rack_id: int, face: Face) -> int:
    place = layout.place_of_rack[rack_id]
    return next(int(e) for e in layout.faces_of_rack[place] if e >= 0 and layout.face[e] == face)


def test_names_are_sorted_as_people_count() -> None:
    names = ["A10", "A2", "a1", "B1"]
    assert sorted(names, key=natural_key) == ["a1", "A2", "A10", "B1"]


def test_racks_come_in_lines_along_their_rows(project: tuple[Document, Ids]) -> None:
    document, ids = project
    lines = lines_of(document.snapshot, Scope())
    assert [line.title for line in lines] == ["A", "B"]
    assert lines[0].rack_ids.tolist() == [ids["A01"], ids["A02"], ids["A03"], ids["A04"]]


def test_a_scope_chooses_racks(project: tuple[Document, Ids]) -> None:
    document, ids = project
    row = int(document.snapshot["rack"].row(ids["B01"])["row_id"])
    assert [line.rack_ids.tolist() for line in lines_of(document.snapshot, Scope(ScopeKind.ROW, (row,)))] == [[ids["B01"]]]
    chosen = Scope(ScopeKind.RACKS, (ids["A03"], ids["A01"], 999, ids["A03"]))
    assert lines_of(document.snapshot, chosen)[0].rack_ids.tolist() == [ids["A03"], ids["A01"]]
    assert lines_of(document.snapshot, Scope(ScopeKind.HALL, (ids["hall"],)))[0].title == "A"
    assert lines_of(document.snapshot, Scope(ScopeKind.HALL, (999,))) == ()


def test_true_proportions_and_units_from_the_bottom(project: tuple[Document, Ids]) -> None:
    document, ids = project
    layout = laid(document)
    found = rect(document, layout, ids["node-1"], Face.FRONT)
    assert found is not None
    here = elevation(layout, ids["A01"], Face.FRONT)
    assert found[2] == pytest.approx(482.6)
    assert found[3] == pytest.approx(8 * PITCH)
    # Unit 3 begins two units above the floor of unit 1.
    assert found[1] + found[3] == pytest.approx(layout.bottom[here] - 2 * PITCH)
    assert layout.unit_y(here, 96) == pytest.approx(layout.top[here])


def test_an_open_rack_has_its_own_pitch_and_width(project: tuple[Document, Ids]) -> None:
    document, ids = project
    layout = laid(document)
    found = rect(document, layout, ids["tray-1"], Face.FRONT)
    assert found is not None
    assert found[2:].tolist() == pytest.approx([537.0, 48.0])


def test_deep_devices_show_their_back_and_shallow_ones_do_not(project: tuple[Document, Ids]) -> None:
    document, ids = project
    layout = laid(document)
    assert rect(document, layout, ids["leaf-0"], Face.REAR) is not None
    assert rect(document, layout, ids["panel-1"], Face.FRONT) is not None
    assert rect(document, layout, ids["panel-1"], Face.REAR) is None
    assert rect(document, layout, ids["oob-1"], Face.REAR) is None
    assert rect(document, layout, ids["oob-rear"], Face.REAR) is not None
    place = document.snapshot["device"].position(ids["leaf-0"])
    entries = layout.entries.of_device(place)
    shown = {int(layout.face[layout.entries.face[entry]]): int(layout.entries.shows[entry]) for entry in entries}
    assert shown == {Face.FRONT: Face.FRONT, Face.REAR: Face.REAR}
    rear_mounted = layout.entries.of_device(document.snapshot["device"].position(ids["oob-rear"]))
    assert [int(layout.entries.shows[entry]) for entry in rear_mounted] == [Face.FRONT]


def test_halves_stand_side_by_side_and_change_sides_seen_from_behind(project: tuple[Document, Ids]) -> None:
    document, ids = project
    layout = laid(document)
    front, rear = elevation(layout, ids["A03"], Face.FRONT), elevation(layout, ids["A03"], Face.REAR)
    left, right = rect(document, layout, ids["half-left"], Face.FRONT), rect(document, layout, ids["half-right"], Face.FRONT)
    assert left is not None
    assert right is not None
    assert left[0] == pytest.approx(layout.left[front])
    assert left[0] + left[2] == pytest.approx(right[0])
    behind = rect(document, layout, ids["half-left"], Face.REAR)
    assert behind is not None
    assert behind[0] == pytest.approx(layout.left[rear] + 482.6 / 2)


def test_vertical_strips_stand_beside_the_units_of_their_face(project: tuple[Document, Ids]) -> None:
    document, ids = project
    layout = laid(document)
    rear = elevation(layout, ids["A01"], Face.REAR)
    left, right = rect(document, layout, ids["pdu-0"], Face.REAR), rect(document, layout, ids["pdu-1"], Face.REAR)
    assert left is not None
    assert right is not None
    assert left[0] + left[2] <= layout.left[rear]
    assert right[0] >= layout.left[rear] + layout.width[rear]
    assert rect(document, layout, ids["pdu-0"], Face.FRONT) is None


def test_one_face_alone_keeps_its_numbers_beside_it(project: tuple[Document, Ids]) -> None:
    document, ids = project
    for face in (Face.FRONT, Face.REAR):
        layout = laid(document, face)
        assert (layout.face == face).all()
        assert (layout.numbers_x < layout.left).all()
        assert layout.bounds.width < laid(document).bounds.width
    both = laid(document)
    here, there = elevation(both, ids["A01"], Face.FRONT), elevation(both, ids["A01"], Face.REAR)
    assert both.left[here] < both.numbers_x[0] < both.left[there]


def test_reservations_cover_the_faces_that_they_name(project: tuple[Document, Ids]) -> None:
    document, _ids = project
    layout = laid(document)
    assert len(layout.reserved.place) == 2
    assert layout.reserved.rects[0][3] == pytest.approx(8 * PITCH)


def test_equal_neighbours_merge_seen_from_afar(project: tuple[Document, Ids]) -> None:
    document, _ids = project
    layout = laid(document, Face.FRONT)
    group = document.snapshot["device"]["type_id"][layout.entries.device]
    merged, groups = layout.entries.runs(group)
    assert len(merged) == len(groups) < len(group)
    assert merged[:, 3].max() == pytest.approx(36 * PITCH, abs=30 * PITCH)
    # The eight leaves on each other are one block.
    assert np.isclose(merged[:, 3], 8 * PITCH).sum() >= 1
    total = (layout.entries.rects[:, 2] * layout.entries.rects[:, 3]).sum()
    assert (merged[:, 2] * merged[:, 3]).sum() == pytest.approx(total)


def test_what_lies_under_a_point(project: tuple[Document, Ids]) -> None:
    document, ids = project
    scene = ElevationScene()
    scene.show(document.snapshot, Scope(), Face.BOTH)
    layout = scene.layout
    for name in ("node-2", "leaf-3", "half-right", "pdu-1", "oob-rear"):
        for x, y, w, h in scene.rects_of([ObjectRef("device", ids[name])]):
            assert hit.object_at(scene, x + w / 2, y + h / 2) == ObjectRef("device", ids[name])
    x, y, w, h = scene.rects_of([ObjectRef("reservation", ids["reserved"])])[0]
    assert hit.object_at(scene, x + w / 2, y + h / 2) == ObjectRef("reservation", ids["reserved"])
    cell = layout.cells[0]
    assert hit.object_at(scene, cell[0] + 5, cell[1] + 5) == ObjectRef("rack", ids["A01"])
    assert hit.object_at(scene, -500.0, -500.0) is None
    here = elevation(layout, ids["A01"], Face.FRONT)
    assert hit.half_unit_at(layout, here, layout.unit_y(here, 4) - 1.0) == 4
    assert hit.half_unit_at(layout, here, layout.unit_y(here, 0) + 500.0) == 0


def test_a_layout_is_kept_while_nothing_moves(project: tuple[Document, Ids]) -> None:
    document, ids = project
    scene = ElevationScene()
    scene.show(document.snapshot, Scope(), Face.BOTH)
    first = scene.layout

    def change(**values: object) -> None:
        def step(edit: Edit) -> tuple[None, Message]:
            edit.update("device", ids["node-1"], **values)
            return None, Message("tests", "change")

        document.apply(step)

    change(notes="checked")
    assert not scene.show(document.snapshot, Scope(), Face.BOTH)
    assert scene.layout is first
    change(position=80)
    assert scene.show(document.snapshot, Scope(), Face.BOTH)
    assert scene.layout is not first


def test_nothing_is_drawn_of_an_empty_project() -> None:
    with Document.scratch() as document:
        layout = laid(document)
        assert len(layout.rack_ids) == 0
        assert len(layout.entries.device) == 0
    scene = ElevationScene()
    assert scene.layout is EMPTY
    assert hit.object_at(scene, 0.0, 0.0) is None


def test_a_big_project_fills_a_screen_shaped_board() -> None:
    with big_project(400, 2000) as document:
        layout = laid(document)
        assert len(layout.rack_ids) == 400
        assert 0.8 < layout.bounds.width / layout.bounds.height < 4.0
        # No two racks overlap.
        cells = layout.cells
        order = np.lexsort([cells[:, 0], cells[:, 1]])
        same_line = np.isclose(cells[order][1:, 1], cells[order][:-1, 1])
        gaps = cells[order][1:, 0] - (cells[order][:-1, 0] + cells[order][:-1, 2])
        assert (gaps[same_line & (gaps < 1e5)] > 0).all()
