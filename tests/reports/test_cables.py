"""What is handed over about cables: cut sheets, pull schedules, work orders and labels."""

import csv
import io
import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from gpudesk import operations
from gpudesk.core.message import Message
from gpudesk.core.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.label_rules import label_rules
from gpudesk.reports import Choices, Subject
from gpudesk.reports.catalogue import bound, write_lists
from gpudesk.reports.report import LabelChoices
from gpudesk.reports.shapes import Box, Text
from gpudesk.ui.printing.files import write_pages
from gpudesk.ui.printing.wording import wording
from tests.project.bare import without_networks
from tests.reports.conftest import AT
from tests.reports.sheets import faults, printed_pages

RACK = "generic.rack-48u-600x1200"


@cache
def cabled() -> Subject:
    """The compute network of a BasePOD, cabled; the version before has four cables less and none of its kind."""
    document = Document.scratch()
    try:
        operations.run(document, operations.build, without_networks("dgx-h100-superpod", {"su": 1}))
        for network in document.snapshot["network"].ids.tolist():
            operations.run(document, operations.delete_objects, "network", [network])
        network = operations.run(document, operations.add_network, 0, "Compute", 400).result
        operations.run(document, operations.cable_project, [network])
        whole = document.snapshot
        operations.run(document, operations.delete_objects, "cable", whole["cable"].ids[:4].tolist())
        return Subject(whole, "cabled", AT, uid=document.uid, before=document.snapshot, before_name="first")
    finally:
        document.close()


def rows_of(name: str, subject: Subject, tmp_path: Path, choices: Choices | None = None, language: str = "en") -> list[dict[str, str]]:
    out = tmp_path / "out.csv"
    write_lists(name, subject, choices or Choices(), wording(language), out)
    return list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["cut-sheets", "pull-schedule", "work-order"])
def test_sheets_are_whole(tmp_path: Path, name: str, language: str) -> None:
    out = tmp_path / "out.pdf"
    subject = cabled()
    write_pages(
        bound([name], subject, Choices(racks=tuple(subject.snapshot["rack"].ids[:2].tolist())), wording(language)).sheets(), out, ""
    )
    assert faults(out) == []


def test_every_cable_is_on_the_cut_sheets_of_both_its_ends(tmp_path: Path) -> None:
    subject = cabled()
    rows = rows_of("cut-sheets", subject, tmp_path)
    cables = subject.snapshot["cable"].rows
    assert len(rows) == 2 * cables
    ends = {(row["Rack"], row["Device"], row["Port"], row["To rack"], row["To device"], row["To port"]) for row in rows}
    assert len(ends) == 2 * cables
    assert all((*end[3:], *end[:3]) in ends for end in ends)


def test_a_device_lists_cables_to_the_same_rack_together(tmp_path: Path) -> None:
    rows = rows_of("cut-sheets", cabled(), tmp_path)
    for device in {row["Device"] for row in rows}:
        far = [row["To rack"] for row in rows if row["Device"] == device]
        changes = sum(one != other for one, other in itertools.pairwise(far))
        assert changes == len(set(far)) - 1


def test_bundles_hold_every_cable_once(tmp_path: Path) -> None:
    subject = cabled()
    rows = rows_of("pull-schedule", subject, tmp_path)
    assert sum(int(row["Cables"]) for row in rows) == subject.snapshot["cable"].rows
    pairs = {row["Bundle"]: frozenset((row["From"], row["To"])) for row in rows}
    assert len(pairs) == len(set(pairs.values()))


def test_a_work_order_says_what_was_added(tmp_path: Path) -> None:
    rows = rows_of("work-order", cabled(), tmp_path)
    assert [row["What is done"] for row in rows] == ["Lay and plug"] * 4
    assert rows_of("work-order", replace(cabled(), before=None), tmp_path) == []


@pytest.mark.parametrize("stock", [stock.key for stock in label_rules().stocks.values() if stock.paper])
@pytest.mark.parametrize("style", list(label_rules().styles))
def test_labels_lie_within_their_cells(stock: str, style: str) -> None:
    subject, cells = cabled(), label_rules().stocks[stock]
    report = bound(["cable-labels"], subject, Choices(labels=LabelChoices(style, stock=stock, skip=3)), wording("en"))
    page = next(iter(report.sheets()))
    seen = set()
    for shape in page.shapes:
        assert isinstance(shape, Text | Box)
        x, y = shape.x_mm - cells.left_mm, shape.y_mm - cells.top_mm
        column, row = int(x // cells.step_x_mm), int((y - 1e-6) // cells.step_y_mm)
        right = x - column * cells.step_x_mm + shape.width_mm
        assert 0 <= column < cells.columns
        assert 0 <= row < cells.rows
        assert right <= cells.width_mm
        seen.add(row * cells.columns + column)
    assert min(seen) == 3
    assert len(seen) == cells.on_a_sheet - 3


def test_sheets_of_labels_are_bare_and_as_many_as_needed(tmp_path: Path) -> None:
    subject, out = cabled(), tmp_path / "labels.pdf"
    rack = (int(subject.snapshot["rack"].ids[0]),)
    count = len(rows_of("cable-labels", subject, tmp_path, Choices(racks=rack)))
    assert count == 2 * 32
    write_pages(bound(["cable-labels"], subject, Choices(racks=rack, labels=LabelChoices(skip=2)), wording("en")).sheets(), out, "")
    pages = printed_pages(out)
    assert len(pages) == -(-(count + 2) // 65)
    assert "Sheet" not in pages[0].text


def test_labels_for_a_printer(tmp_path: Path) -> None:
    out = tmp_path / "labels.zpl"
    write_lists("cable-labels", cabled(), Choices(labels=LabelChoices(stock="roll-50x25", dpi=300)), wording("en"), out)
    text = out.read_text()
    assert text.count("^XA") == 2 * cabled().snapshot["cable"].rows
    assert "^PW600^LL300" in text


def test_bundles_name_the_ways_from_their_first_rack_on(tmp_path: Path) -> None:
    document = Document.scratch()
    try:
        plan = Plan(
            "Small",
            halls=(PlanHall("Hall 1"),),
            racks=(PlanRack(RACK, 0, "A01"), PlanRack(RACK, 0, "A02", x_mm=6000)),
            devices=tuple(PlanDevice("nvidia.qm9700", f"switch-{number}", rack=number, position=4) for number in (0, 1)),
        )
        operations.run(document, operations.build, plan)
        for a, b in ((1, 2), (2, 1)):
            operations.run(document, operations.lay_cable, operations.NewCable(a, a, b, b + 4))
        assert [row["Through"] for row in rows_of("pull-schedule", Subject(document.snapshot, "small", AT), tmp_path)] == [""]
        operations.run(document, _trays)
        rows = rows_of("pull-schedule", Subject(document.snapshot, "small", AT), tmp_path)
        assert [(row["From"], row["To"], row["Through"], row["Cables"]) for row in rows] == [("A01", "A02", "west → east", "2")]
    finally:
        document.close()


def _trays(edit: Edit) -> None:
    for name, left, right in (("west", 0, 3000), ("east", 3000, 7000)):
        size = {"height_mm": 2500, "width_mm": 300, "depth_mm": 100}
        edit.insert("pathway", hall_id=1, name=name, outline=f"{left} 600 {right} 600", **size)
    edit.title = Message("test", "Hang trays")
