"""A rack-scale system counts as a rack where a report is limited to racks: hall summary, worklist and power schedule of one NVL72."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.hardware import Face, Family
from gpudesk.core.messages.message import Message
from gpudesk.derived.floor.project_subset import snapshot_of_places
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import bound, write_lists
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Text
from gpudesk.reports.racks.cabinet_drawing import cabinet_parts, part_fill
from gpudesk.reports.racks.rack_drawing import fill_of
from gpudesk.ui.printing.report_language import wording
from tests.formats.rack_scale import gb200
from tests.reports.conftest import AT


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    return gb200()


@pytest.fixture(scope="module")
def alone(unit: Snapshot) -> Choices:
    return Choices(systems=tuple(unit["device"].where("name", "nvl72-003").tolist()))


def shapes_of(name: str, subject: Subject, choices: Choices) -> list[Text]:
    pages = bound([name], subject, choices, wording("en")).sheets()
    return [shape for page in pages for shape in page.shapes if isinstance(shape, Text)]


def said(name: str, unit: Snapshot, choices: Choices) -> list[str]:
    return [shape.text.replace("\xa0", " ") for shape in shapes_of(name, Subject(unit, "A unit", AT), choices)]


def test_the_part_of_a_project_in_a_system(unit: Snapshot, alone: Choices) -> None:
    """The system in its hall and row, its eight shelves, their feeds and what is above them, and no rack."""
    part = snapshot_of_places(unit, (), (), alone.systems)
    assert part["device"]["name"].tolist() == ["nvl72-003"]
    assert (part["hall"]["name"].tolist(), part["rack_row"]["name"].tolist(), part["rack"].rows) == (["Hall 1"], ["A"], 0)
    assert part["power_cord"].rows == 8
    assert sorted(name for name in part["power_node"]["name"].tolist() if name.startswith("nvl72")) == [
        f"nvl72-003-SHELF{number}" for number in range(1, 9)
    ]
    racks = tuple(unit["rack"].ids[:1].tolist())
    both = snapshot_of_places(unit, (), racks, alone.systems)
    assert (both["rack"].rows, "nvl72-003" in both["device"]["name"].tolist()) == (1, True)
    assert both["device"].rows == snapshot_of_places(unit, (), racks)["device"].rows + 1


def test_a_hall_summary_of_one_system(unit: Snapshot, alone: Choices) -> None:
    texts = said("hall-summary", unit, alone)
    assert {"Hall 1", "72", "135 kW", "1.36 t"} <= set(texts)


def test_a_worklist_of_one_system(unit: Snapshot, alone: Choices, tmp_path: Path) -> None:
    """The racks of the unit, its CDUs and its other systems are not on it."""
    path = tmp_path / "work.csv"
    write_lists("worklist", Subject(unit, "A unit", AT), alone, wording("en"), path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["Device"], row["Type"], row["Weight in kg"]) for row in rows] == [("nvl72-003", "NVIDIA GB200 NVL72", "1360")]


def test_a_power_schedule_of_one_system(unit: Snapshot, alone: Choices) -> None:
    """Its eight shelves, each at a feed of its own; of no other system."""
    texts = Counter(said("power-schedule", unit, alone))
    assert texts["nvl72-003"] >= 8
    assert {f"SHELF{number}": texts[f"SHELF{number}"] for number in range(1, 9)} == {f"SHELF{number}": 1 for number in range(1, 9)}
    assert not [text for text in texts if text.startswith("nvl72-004")]


@pytest.mark.parametrize("everything", [False, True], ids=["one system", "all systems"])
def test_a_system_of_a_later_phase_is_left_out(everything: bool, tmp_path: Path) -> None:
    """Not a place of another device: no hall, row, worklist or schedule of the last one, also where no device is left."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        devices = document.snapshot["device"]
        late = devices.ids.tolist() if everything else devices.where("name", "nvl72-002").tolist()

        def step(edit: Edit) -> None:
            for device in late:
                edit.update("device", device, phase=2)
            edit.title = Message("tests", "Two phases", {})

        run(document, step)
        subject = Subject(document.snapshot, "A unit", AT).up_to_phase(1)
    choices = Choices(phase=1, systems=tuple(devices.where("name", "nvl72-002").tolist()))
    assert subject.snapshot["device"].rows == devices.rows - len(late)
    part = snapshot_of_places(subject.snapshot, (), (), choices.systems)
    assert [part[name].rows for name in ("hall", "rack_row", "rack", "device", "power_cord", "power_node")] == [0] * 6
    texts = [shape.text for name in ("hall-summary", "worklist", "power-schedule") for shape in shapes_of(name, subject, choices)]
    assert "The selection contains no power source or load." in texts
    assert not {"Hall 1", "nvl72-002", str(devices["name"][-1])} & set(texts)
    path = tmp_path / "work.csv"
    write_lists("worklist", subject, choices, wording("en"), path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.DictReader(file)) == []


def test_nvlink_switch_trays_have_the_color_of_switches() -> None:
    kind = open_catalog().get("nvidia.gb200-nvl72")
    trays = kind.trays_on(Face.FRONT)
    fills = Counter(part_fill(element, area, trays) for element, areas in cabinet_parts(kind, Face.FRONT) for area in areas)
    assert (fills[fill_of(Family.SWITCH)], fills[fill_of(Family.SYSTEM)], fills[fill_of(Family.POWER_SHELF)]) == (9, 18, 8)
