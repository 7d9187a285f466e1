"""What is handed over about cables: cut sheets, pull schedules, work orders and labels."""

import csv
import io
import itertools
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.order_numbers import numbered_by_length, order_number, ordered_model
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.running.progress import Progress
from gpudesk.derived.cabling.cable_figures import cable_figures, laid_cables
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable, lay_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.label_rules import LabelStock, label_rules
from gpudesk.reports.catalogue import bound, write_lists
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, LabelChoices, Subject
from gpudesk.reports.layout.shapes import Box, Text
from gpudesk.ui.printing.page_files import write_pages
from gpudesk.ui.printing.report_language import wording
from tests.project.bare import without_networks
from tests.reports.conftest import AT
from tests.reports.sheets import faults, printed_pages

RACK = "generic.rack-48u-600x1200"


@cache
def cabled() -> Subject:
    """The compute network of a BasePOD, cabled; the version before has four cables less and none of its kind."""
    document = Document.scratch()
    try:
        run_operation(document, build, without_networks("dgx-h100-superpod", {"su": 1}))
        for network in document.snapshot["network"].ids.tolist():
            run_operation(document, delete_objects, "network", [network])
        network = run_operation(document, add_network, 0, "Compute", 400).result
        run_operation(document, cable_project, [network])
        whole = document.snapshot
        run_operation(document, delete_objects, "cable", whole["cable"].ids[:4].tolist())
        return Subject(whole, "cabled", AT, uid=document.uid, before=document.snapshot, before_name="first")
    finally:
        document.close()


def rows_of(name: str, subject: Subject, tmp_path: Path, choices: Choices | None = None, language: str = "en") -> list[dict[str, str]]:
    out = tmp_path / "out.csv"
    write_lists(name, subject, choices or Choices(), wording(language), out)
    return list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))


@cache
def whole(name: str) -> Subject:
    """A template as it is cabled."""
    document = Document.scratch()
    try:
        run_operation(document, build, load_template(name))
        run_operation(document, cable_project)
        return Subject(document.snapshot, name, AT, uid=document.uid)
    finally:
        document.close()


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


def test_labels_carry_the_number_of_the_cable(tmp_path: Path) -> None:
    rows = rows_of("cable-labels", cabled(), tmp_path)
    assert all(row["Line 3"] == f"C{row['Cable']}" for row in rows)


def test_cut_sheets_and_pull_schedule_tell_of_the_same_cables(tmp_path: Path) -> None:
    """A bundle of the schedule holds the cables that the sheets give to it, by their numbers; the far module is that of the other end."""
    cut, pull = rows_of("cut-sheets", cabled(), tmp_path), rows_of("pull-schedule", cabled(), tmp_path)
    numbers: dict[str, set[int]] = {}
    for row in pull:
        for run in row["Cable numbers"].split(", "):
            first, _, last = run.partition("–")
            numbers.setdefault(row["Bundle"], set()).update(range(int(first), int(last or first) + 1))
    through = {row["Bundle"]: row["Through"] for row in pull}
    assert {int(row["Cable"]) for row in cut} == set().union(*numbers.values())
    assert all(int(row["Cable"]) in numbers[row["Bundle"]] and row["Through"] == through[row["Bundle"]] for row in cut)
    modules = {(row["Device"], row["Port"]): row["Module"] for row in cut}
    assert all(row["To module"] == modules[row["To device"], row["To port"]] for row in cut)
    assert {row["To module"] for row in cut} == {"MMA4Z00-NS", "MMA4Z00-NS-FLT"}


def test_a_work_order_says_what_was_added(tmp_path: Path) -> None:
    rows = rows_of("work-order", cabled(), tmp_path)
    assert [row["Work to do"] for row in rows] == ["Run and plug in"] * 4
    lengths = cabled().snapshot["cable"]["length_mm"][:4] / 1000
    assert sorted(float(row["Length in m"]) for row in rows) == sorted(lengths.tolist())
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


@pytest.mark.parametrize("stock", [stock for stock in label_rules().stocks.values() if not stock.paper])
def test_labels_of_a_roll_have_pages_of_their_size(tmp_path: Path, stock: LabelStock) -> None:
    subject, out = cabled(), tmp_path / "roll.pdf"
    choices = Choices(racks=(int(subject.snapshot["rack"].ids[0]),), labels=LabelChoices(stock=stock.key))
    write_pages(bound(["cable-labels"], subject, choices, wording("en")).sheets(), out, "")
    pages = printed_pages(out)
    assert len(pages) == 2 * 32
    assert all(page.width == pytest.approx(stock.width_mm, abs=0.3) for page in pages)
    assert all(page.height == pytest.approx(stock.height_mm, abs=0.3) for page in pages)


def test_what_does_not_fit_on_a_label_is_known() -> None:
    def cut(lines: tuple[str, ...]) -> list[str]:
        choices = Choices(labels=LabelChoices(lines=lines, stock="roll-25x38-wrap"))
        return next(iter(bound(["cable-labels"], cabled(), choices, wording("en")).sheets())).cut

    assert cut(("{near.rack}",)) == []
    assert cut(("{near.rack}", "{near.device} {near.hall} {near.port}"))[0].startswith("dgx-")


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
    seen: list[tuple[int, int]] = []
    choices = Choices(labels=LabelChoices(stock="roll-50x25", dpi=300))
    write_lists("cable-labels", cabled(), choices, wording("en"), out, Progress(lambda done, total: seen.append((done, total))))
    assert seen == [(number, 2 * cabled().snapshot["cable"].rows) for number in range(2 * cabled().snapshot["cable"].rows)]
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
        run_operation(document, build, plan)
        for a, b in ((1, 2), (2, 1)):
            run_operation(document, lay_cable, NewCable(a, a, b, b + 4))
        assert [row["Through"] for row in rows_of("pull-schedule", Subject(document.snapshot, "small", AT), tmp_path)] == [""]
        run_operation(document, _trays)
        rows = rows_of("pull-schedule", Subject(document.snapshot, "small", AT), tmp_path)
        assert [(row["From"], row["To"], row["Through"], row["Cables"]) for row in rows] == [("A01", "A02", "west → east", "2")]
    finally:
        document.close()


@pytest.mark.parametrize("name", ["small-pod", "gb200-nvl72-superpod"])
def test_lists_count_what_is_bought(tmp_path: Path, name: str) -> None:
    """Cables with two-port plugs are two legs: they are routed, plugged and labeled once."""
    subject = whole(name)
    figures, bought = cable_figures(subject.snapshot), laid_cables(subject.snapshot)
    assert figures.legs > figures.cables
    cut, pull = rows_of("cut-sheets", subject, tmp_path), rows_of("pull-schedule", subject, tmp_path)
    assert len(cut) == len(rows_of("cable-labels", subject, tmp_path)) == 2 * figures.cables
    pulled: Counter[tuple[str, float]] = Counter()
    for row in pull:
        pulled[row["Cable type"], float(row["Length in m"])] += int(row["Cables"])
    types = [subject.snapshot.types[int(type_id)] for type_id in bought.type_id]
    ordered: Counter[tuple[str, float]] = Counter()
    for kind, length in zip(types, bought.length_mm.tolist(), strict=True):
        unknown = numbered_by_length(kind) and not order_number(kind, length)
        ordered[f"{kind.model}, order number not known" if unknown else ordered_model(kind, length), length / 1000] += 1
    assert pulled == ordered


def test_modules_are_brought_to_the_racks_once(tmp_path: Path) -> None:
    subject, out = whole("small-pod"), tmp_path / "out.pdf"
    write_pages(bound(["cut-sheets"], subject, Choices(), wording("en")).sheets(), out, "")
    said = " ".join(" ".join(page.text.split()) for page in printed_pages(out))
    listed = re.findall(r"Modules here: (.+?)\.", said)
    assert sum(int(count) for each in listed for count in re.findall(r"(\d+) ×", each)) == cable_figures(subject.snapshot).modules


@pytest.mark.parametrize("name", ["small-pod", "dgx-b200-superpod"])
def test_no_two_plugs_have_the_same_label(tmp_path: Path, name: str) -> None:
    """Neither vertical PDUs, which stand at no unit, nor cables that share a port of several lanes."""
    ends = [row["Line 1"] for row in rows_of("cable-labels", whole(name), tmp_path)]
    assert len(set(ends)) == len(ends)


def test_a_splitter_whose_legs_part_is_one_cable(tmp_path: Path) -> None:
    document = Document.scratch()
    try:
        plan = Plan(
            "Small",
            halls=(PlanHall("Hall 1"),),
            racks=tuple(PlanRack(RACK, 0, f"A0{number}", x_mm=600 * number) for number in range(3)),
            devices=tuple(PlanDevice("nvidia.qm9700", f"switch-{number}", rack=number, position=4) for number in range(3)),
        )
        run_operation(document, build, plan)
        leg = NewCable(1, 0, 2, 0, lanes=2, assembly=1, type="nvidia.mfp7e20", length_mm=10_000)
        run_operation(document, lay_cables, [leg, replace(leg, a_lane=2, b_device_id=3)])
        subject = Subject(document.snapshot, "small", AT, uid=document.uid)
        rows = rows_of("pull-schedule", subject, tmp_path)
        assert [(row["To"], row["Cables"], row["Legs of cables in other bundles"]) for row in rows] == [
            ("A01", "1", "0"),
            ("A02", "0", "1"),
        ]
        pages = bound(["pull-schedule"], subject, Choices(), wording("en")).sheets()
        printed = " ".join(mark.text for page in pages for mark in page.shapes if isinstance(mark, Text))
        assert (printed.count("legs of cables counted above"), printed.count("(1)")) == (1, 1)
        assert [row["Port"] for row in rows_of("cut-sheets", subject, tmp_path)][:2] == ["1/1/1", "1/1/2"]
        labels = [row["Line 1"] for row in rows_of("cable-labels", subject, tmp_path)]
        assert labels == ["A00-03:1/1", "A01-03:1/1", "A02-03:1/1"]
    finally:
        document.close()


@pytest.mark.parametrize("name", ["cut-sheets", "pull-schedule"])
def test_order_numbers_are_whole_on_narrow_paper(name: str) -> None:
    choices = Choices(Sheet(Paper.A4, landscape=False))
    cut = [text for page in bound([name], whole("gb200-nvl72-superpod"), choices, wording("es")).sheets() for text in page.cut]
    assert cut == []


def test_a_bundle_is_named_on_each_sheet() -> None:
    pages = list(bound(["pull-schedule"], whole("dgx-b200-superpod"), Choices(), wording("en")).sheets())
    for page in pages[1:6]:
        texts = [shape for shape in page.shapes if isinstance(shape, Text)]
        below = min(shape.y_mm for shape in texts if shape.text == "Bundle") + 1
        first = min((shape for shape in texts if shape.y_mm > below), key=lambda shape: shape.y_mm).y_mm
        assert next(shape.text for shape in sorted(texts, key=lambda shape: shape.x_mm) if abs(shape.y_mm - first) < 0.1).isdigit()


def test_only_what_a_phase_adds_is_listed(tmp_path: Path) -> None:
    subject = whole("small-pod")
    phases = sorted(set(subject.snapshot["cable"]["phase"].tolist()))
    everything = rows_of("cut-sheets", subject, tmp_path)
    alone = [rows_of("cut-sheets", subject, tmp_path, Choices(phase=phase, only_phase=True)) for phase in phases]
    assert sum(map(len, alone)) == len(everything)
    assert [len(rows) for rows in alone] == [
        len(rows_of("cut-sheets", subject, tmp_path, Choices(phase=phase))) - sum(map(len, alone[:place]))
        for place, phase in enumerate(phases)
    ]


@pytest.mark.parametrize("name", ["cable-labels", "cut-sheets"])
def test_only_what_was_plugged_since_a_version_is_listed(tmp_path: Path, name: str) -> None:
    rows = rows_of(name, cabled(), tmp_path, Choices(only_changed=True))
    assert len(rows) == 2 * 4
    assert {row["Cable"] for row in rows} == {str(number) for number in cabled().snapshot["cable"].ids[:4].tolist()}


def test_a_work_order_is_cut_to_racks_and_networks(tmp_path: Path) -> None:
    subject = cabled()
    racks = {str(name): int(row_id) for name, row_id in zip(subject.snapshot["rack"]["name"], subject.snapshot["rack"].ids, strict=True)}
    (first,) = {row["From"].split(" · ")[0] for row in rows_of("work-order", subject, tmp_path)}
    other = next(name for name in racks if name not in str(rows_of("work-order", subject, tmp_path)))
    assert len(rows_of("work-order", subject, tmp_path, Choices(racks=(racks[first],)))) == 4
    assert rows_of("work-order", subject, tmp_path, Choices(racks=(racks[other],))) == []


def _trays(edit: Edit) -> None:
    for name, left, right in (("west", 0, 3000), ("east", 3000, 7000)):
        size = {"height_mm": 2500, "width_mm": 300, "depth_mm": 100}
        edit.insert("pathway", hall_id=1, name=name, outline=f"{left} 600 {right} 600", **size)
    edit.title = Message("test", "Hang trays")
