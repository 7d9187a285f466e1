"""Power schedule, bill of materials, hall summary and project summary: what is in them, and that their sums are those of the plan."""

import re
from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.derived.power.power_schedule import power_schedule
from gpudesk.derived.totals.capacity_headroom import reserves
from gpudesk.derived.totals.hall_sums import hall_sums
from gpudesk.derived.totals.totals import project_totals
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import REPORTS, bound
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.ui.printing.page_files import write_pages
from gpudesk.ui.printing.report_language import wording
from tests.reports.conftest import AT, template_subject
from tests.reports.sheets import PrintedPage, faults, printed_pages


def wired(template: str = "small-pod") -> Subject:
    """A template all of whose racks are wired; what its plan brings along is pulled out first."""
    document = Document.scratch()
    try:
        run(document, build, load_template(template))
        run(document, wire_power, document.snapshot["rack"].ids.tolist(), rewire=True)
        return Subject(document.snapshot, template, AT)
    finally:
        document.close()


def printed(name: str, subject: Subject, tmp_path: Path, choices: Choices | None = None, language: str = "en") -> list[PrintedPage]:
    out = tmp_path / f"{name}.pdf"
    write_pages(bound([name], subject, choices or Choices(), wording(language)).sheets(), out, "")
    assert faults(out) == []
    return printed_pages(out)


def lines_of(page: PrintedPage) -> list[list[str]]:
    """The words of a page by line, from the top; words of one line share their base."""
    rows: list[list[tuple[float, str]]] = []
    low = -1.0
    for word in sorted(page.words, key=lambda each: (round(each.bottom, 0), each.left)):
        if word.bottom > low + 0.8:
            rows.append([])
            low = word.bottom
        rows[-1].append((word.left, word.text))
    return [[text for _, text in sorted(row)] for row in rows]


def test_every_cord_of_a_rack_is_on_its_sheets(tmp_path: Path) -> None:
    subject = wired()
    snapshot = subject.snapshot
    rack = int(snapshot["rack"].where("name", "A01")[0])
    pages = printed("power-schedule", subject, tmp_path, Choices(racks=(rack,)))
    schedule = power_schedule(snapshot)
    outlets = [each for giver in schedule.givers_of_rack[rack] for node in schedule.banks(giver) for each in schedule.outlets(node)]
    assert outlets
    words = [word.text for page in pages for word in page.words]
    for device in {each.device for each in outlets}:
        assert words.count(device) == sum(each.device == device for each in outlets)
    assert sum(page.text.count("1.2 m") for page in pages) == sum(each.length_mm == 1200 for each in outlets)


def test_the_sums_of_a_pdu_are_those_of_its_outlets() -> None:
    schedule = power_schedule(wired().snapshot)
    for givers in schedule.givers_of_rack.values():
        for giver in givers:
            outlets = [each for node in schedule.banks(giver) for each in schedule.outlets(node)]
            load = schedule.load(schedule.place_of_giver(giver))
            assert load.va == pytest.approx(np.nansum([each.va for each in outlets]), rel=1e-6)
            assert load.spare_a == pytest.approx(load.limit_a - max(load.current_a))


def test_the_superpod_feeds_stand_with_breaker_and_what_is_spare(tmp_path: Path) -> None:
    pages = printed("power-schedule", template_subject("dgx-h100-superpod", su=1), tmp_path)
    assert "Sources, panels and feeds" in pages[0].text
    rows = [row for page in pages[:3] for row in lines_of(page) if row[:1] == ["A01-A"]]
    assert len(rows) == 1
    assert "60" in rows[0]
    assert rows[0][-2:] == ["%", "40.1"] or rows[0][-1] == "40.1"


def test_a_plan_without_cords_says_what_to_do(tmp_path: Path) -> None:
    (page,) = printed("power-schedule", template_subject("empty-hall"), tmp_path)
    assert "wire its racks first" in page.text


def test_the_bill_says_what_has_no_price(tmp_path: Path) -> None:
    pages = printed("bom", template_subject("dgx-h100-superpod"), tmp_path)
    row = next(row for page in pages for row in lines_of(page) if row[:3] == ["NVIDIA", "DGX", "H100"])
    assert row[3:5] == ["compute", "127"]
    assert row[-4:-1] == ["price", "not", "known"]
    text = " ".join(page.text for page in pages)
    assert "Prices are in US dollars, without taxes, duties and discounts, as of the given date; they are not quotes." in text
    assert "Reseller price lists" in text


def test_a_hall_is_summed_by_row(tmp_path: Path) -> None:
    subject = template_subject("dgx-h100-superpod")
    totals = project_totals(subject.snapshot)
    pages = printed("hall-summary", subject, tmp_path)
    row = next(row for page in pages for row in lines_of(page) if row[:2] == ["All", "rows"])
    (hall,) = hall_sums(subject.snapshot)
    assert sum(each.things for each in hall.rows) >= totals.racks
    assert row[2:4] == [str(sum(each.things for each in hall.rows)), f"{totals.gpus:,}"]
    assert float(row[4].replace(",", "")) == pytest.approx(totals.power_w["max"] / 1000, abs=0.06)
    assert float(row[-1].replace(",", "")) == totals.free_half_units / 2


@pytest.mark.parametrize("sheet", [Sheet(Paper.A4), Sheet(Paper.LETTER, landscape=True), Sheet(Paper.A3)])
@pytest.mark.parametrize("template", ["small-pod", "dgx-b200-superpod", "empty-hall"])
def test_the_project_summary_has_two_pages(tmp_path: Path, template: str, sheet: Sheet) -> None:
    subject = template_subject(template)
    pages = printed("project-summary", subject, tmp_path, Choices(sheet))
    assert len(pages) == 2
    totals = project_totals(subject.snapshot)
    assert f" {totals.gpus:,} {totals.systems:,} {totals.racks:,} " in pages[0].text
    for title in (
        "Utilization of the limits",
        "Problems",
        "Impact of single failures",
        "Items to buy, spares included",
        "Open questions",
    ):
        assert title in pages[1].text


def test_the_summary_counts_failures_and_problems_as_the_program_does(tmp_path: Path) -> None:
    subject = wired("one-rack")
    failures = power_failures(subject.snapshot)
    first, second = printed("project-summary", subject, tmp_path)
    assert f"{int((failures.outcomes.down > 0).sum())} of {len(failures)}" in first.text
    counts = findings_of(subject.snapshot).counts()
    errors, warnings, infos = (int(each) for each in re.findall(r"Errors: (\d+) · warnings: (\d+) · notes: (\d+)", second.text)[0])
    assert [errors, warnings, infos] == list(counts.values())[:3]
    assert re.search(r"Site sheet: .*Energy price", second.text)


def test_a_phase_of_the_bill_is_what_stands_then(tmp_path: Path) -> None:
    pages = printed("bom", template_subject("dgx-h100-superpod"), tmp_path, Choices(phase=1))
    row = next(row for page in pages for row in lines_of(page) if row[:3] == ["NVIDIA", "DGX", "H100"])
    assert row[4] == "32"
    assert "up to phase 1" in pages[0].text


def test_a_document_of_one_hall_or_of_some_racks_counts_what_stands_there(tmp_path: Path) -> None:
    subject = template_subject("dgx-h100-superpod")
    racks = subject.snapshot["rack"]
    chosen = tuple(racks.ids[np.isin(racks["name"].astype(str), ["A01", "A02"])].tolist())
    pages = printed("bom", subject, tmp_path, Choices(racks=chosen))
    row = next(row for page in pages for row in lines_of(page) if row[:3] == ["NVIDIA", "DGX", "H100"])
    assert row[4] == "8"
    assert "A01, A02" in pages[0].text
    first, _ = printed("project-summary", subject, tmp_path, Choices(racks=chosen))
    assert " 64 8 2 81.6 kW " in first.text.replace("\u2009", " ")
    whole, _ = printed("project-summary", subject, tmp_path, Choices(halls=tuple(subject.snapshot["hall"].ids.tolist())))
    assert " 1,016 127 38 " in whole.text


def test_cooling_units_are_bought_and_stand_in_the_hall(tmp_path: Path) -> None:
    document = Document.scratch()
    try:
        run(document, build, load_template("small-pod"))
        hall = int(document.snapshot["hall"].ids[0])
        for kind, figures in ((CoolingKind.CRAH, {"capacity_w": 60_000}), (CoolingKind.CRAH, {"capacity_w": 90_000})):
            run(document, add_cooling_node, kind, hall_id=hall, figures=figures)
        subject = Subject(document.snapshot, "cooled", AT)
    finally:
        document.close()
    text = " ".join(page.text for page in printed("bom", subject, tmp_path))
    assert "Cooling unit of unspecified type" in text
    text = " ".join(page.text for page in printed("hall-summary", subject, tmp_path))
    assert "Cooling units and CDUs: 2. They remove 150 kW; without the largest, 60 kW." in text.replace("\u00a0", " ")


def test_the_summary_shows_what_uses_most_of_each_limit(tmp_path: Path) -> None:
    subject = template_subject("gb200-nvl72-superpod")
    found = {each.what: each for each in reserves(subject.snapshot)}
    floor = found["Floor load"]
    # 1,360 kg on 0.6 m by 1.068 m and half of both aisles: heavier than any rack of the plan.
    assert floor.name == "nvl72-001"
    assert floor.share == pytest.approx(999.4 / 1223, rel=1e-3)
    _, second = printed("project-summary", subject, tmp_path)
    assert "82 % of 1,223 kg/m²" in second.text.replace("\u2009", " ")
    (hall,) = printed("hall-summary", subject, tmp_path)
    assert any(row[-1] == "%" and row[-2] == "82" and "nvl72-001" in row for row in lines_of(hall))


def test_heat_of_liquid_cooled_systems_is_parted(tmp_path: Path) -> None:
    subject = template_subject("gb200-nvl72-superpod")
    (hall,) = hall_sums(subject.snapshot)
    assert hall.heat_w["air"] + hall.heat_w["liquid"] == pytest.approx(project_totals(subject.snapshot).power_w["max"], rel=1e-9)
    assert hall.heat_w["liquid"] == pytest.approx(0.87 * 8 * 135_000, rel=1e-6)
    (page,) = printed("hall-summary", subject, tmp_path)
    assert any(row[0] == "Liquid" and row[1] == "939.6" for row in lines_of(page))


def test_counting_the_sheets_finds_as_many_as_are_made() -> None:
    for subject in (wired(), template_subject("dgx-basepod"), template_subject("empty-hall")):
        for sheet in (None, Sheet(Paper.A4), Sheet(Paper.LETTER, landscape=True)):
            for language in ("en", "es"):
                reports = bound(
                    [name for name, kind in REPORTS.items() if not kind.alone], subject, Choices(sheet), wording(language)
                ).reports
                measured = [report for report in reports if report.measured is not None]
                assert {report.title for report in measured} >= {wording(language).say("reports", "Power schedule")}
                for report in measured:
                    assert report.measured is not None
                    assert len(list(report.measured())) == len(list(report.bodies())), report.title


def test_a_schedule_of_chosen_feeds_has_only_what_they_feed(tmp_path: Path) -> None:
    subject = template_subject("dgx-basepod")
    nodes, devices = subject.snapshot["power_node"], subject.snapshot["device"]
    names = nodes["name"].astype(str)
    feed = int(nodes.ids[np.flatnonzero(nodes["kind"] == PowerNodeKind.FEED)[0]])
    name = names[nodes.position(feed)]
    text = " ".join(page.text for page in printed("power-schedule", subject, tmp_path, Choices(power_nodes=(feed,))))
    assert "Selection" in text
    assert name in text
    others = [each for each in names if each not in name and not name.startswith(each)]
    assert others
    assert not [each for each in others if f" {each} " in text]
    pdu = int(
        next(
            row for row, family in zip(devices.ids, devices["type_id"], strict=True) if subject.snapshot.types[int(family)].family == "pdu"
        )
    )
    (page,) = printed("power-schedule", subject, tmp_path, Choices(power_devices=(pdu,)))
    assert str(devices["name"][devices.position(pdu)]) in page.text
    (page,) = printed("power-schedule", subject, tmp_path, Choices(power_nodes=(999_999,)))
    assert "The selection contains no power source or load." in page.text


def test_imperial_units_hold_for_heads_and_figures(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    subject = template_subject("dgx-h100-superpod")
    write_pages(bound(["hall-summary"], subject, Choices(), wording("en", "imperial")).sheets(), out, "")
    pages = printed_pages(out)
    assert "Mass, lb" in pages[0].text
    row = next(row for page in pages for row in lines_of(page) if row[:2] == ["All", "rows"])
    pounds = project_totals(subject.snapshot).mass_kg / 0.45359237
    assert any(float(cell.replace(",", "")) == pytest.approx(pounds, rel=1e-3) for cell in row if re.fullmatch(r"[\d,.]+", cell))
