"""Every report of every kind of project on every paper: no text outside the sheet, none over another."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.reports.catalogue import REPORTS, bound
from gpudesk.reports.layout.paper_sheet import PAPERS, Sheet
from gpudesk.reports.layout.report import Choices
from gpudesk.ui.printing.page_files import write_pages
from gpudesk.ui.printing.report_language import wording
from tests.reports.conftest import template_subject
from tests.reports.sheets import faults, printed_pages

PAGES = [kind.name for kind in REPORTS.values() if kind.make is not None and not kind.alone]
STAGES = {"onsite-checklist": "receive"}
"""What is printed of a report whose pages are all alike and number more than a hundred."""
TEMPLATES = ("dgx-basepod", "gb200-nvl72-superpod", "small-pod", "workstation-4-gpu", "empty-hall")


def in_turn(kinds: Sequence[str]) -> list[Any]:
    """Each report with each kind of paper or project: in turns in one of the two languages, and in the soak in the other as well."""
    both = []
    for row, name in enumerate(PAGES):
        for column, kind in enumerate(kinds):
            usual, other = ("en", "es") if (row + column) % 2 else ("es", "en")
            both += [pytest.param(name, usual, kind), pytest.param(name, other, kind, marks=pytest.mark.soak)]
    return both


def each_way_in_turn() -> list[Any]:
    """Each report on each paper: in turns upright or lying, one in each language, and in the soak both in both."""
    ways = []
    for row, name in enumerate(PAGES):
        for column, paper in enumerate(PAPERS):
            usual = (("en", "es")[(row + column) % 2], bool((row // 2 + column) % 2))
            for language in ("en", "es"):
                for landscape in (False, True):
                    marks = [] if (language, landscape) == usual else [pytest.mark.soak]
                    ways.append(pytest.param(name, language, paper, landscape, marks=marks))
    return ways


@pytest.mark.parametrize(("name", "language", "paper", "landscape"), each_way_in_turn())
def test_every_paper_in_both_languages(tmp_path: Path, name: str, language: str, paper: str, landscape: bool) -> None:
    out = tmp_path / "out.pdf"
    sheet = Sheet(PAPERS[paper], landscape)
    choices = Choices(sheet, stage=STAGES.get(name, ""))
    write_pages(bound([name], template_subject("dgx-basepod"), choices, wording(language)).sheets(), out, "")
    pages = printed_pages(out)
    assert {(round(page.width), round(page.height)) for page in pages} == {(round(sheet.width_mm), round(sheet.height_mm))}
    assert faults(out, pages) == []
    of = "de" if language == "es" else "of"
    assert all(f" {number} {of} {len(pages)}" in page.text for number, page in enumerate(pages, start=1))


@pytest.mark.parametrize(("name", "language", "template"), in_turn(TEMPLATES))
def test_every_template_on_the_paper_that_suits(tmp_path: Path, name: str, language: str, template: str) -> None:
    out = tmp_path / "out.pdf"
    write_pages(bound([name], template_subject(template), Choices(stage=STAGES.get(name, "")), wording(language)).sheets(), out, "")
    pages = printed_pages(out)
    assert faults(out, pages) == []
    assert template in pages[0].text


def test_nothing_stays_english_in_a_spanish_report() -> None:
    spoken = wording("es")
    for kind in REPORTS.values():
        for text in (kind.title, kind.hint):
            assert spoken.say("reports", text) != text
    assert spoken.say("reports", QT_TRANSLATE_NOOP("reports", "Rack elevations")) == "Alzados de racks"
