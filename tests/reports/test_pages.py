"""The page engine: what is measured is what is printed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.project.document import Document
from gpudesk.reports.layout.font_metrics import text_width_mm
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Bound, Report, Subject
from gpudesk.reports.layout.shapes import Align, Box, Text
from gpudesk.reports.layout.text_fitting import shortened, shrunk_pt, wrapped
from gpudesk.reports.layout.wording import Wording
from gpudesk.ui.printing.page_files import page_image, svg_bytes, write_pages
from gpudesk.ui.printing.report_language import wording
from tests.examples import examples
from tests.reports.conftest import AT
from tests.reports.sheets import faults, printed_pages

LONG = "Sala de máquinas del edificio norte · Rechenzentrum Süd-Ost, zweites Untergeschoß"


@pytest.fixture(scope="module")
def subject() -> Subject:
    document = Document.scratch()
    snapshot = document.snapshot
    document.close()
    return Subject(snapshot, "A very long project name that no title block was made for, revision of the revision", AT)


def _report(subject: Subject, sheet: Sheet, language: str = "en", rows: int = 120) -> Report:
    def bodies() -> Iterator[Page]:
        flow = Flow(sheet, LONG)
        flow.heading(LONG, remark="120 devices")
        flow.paragraph(f"{LONG}. " * 8)
        flow.space(3)
        flow.figures([(f"Figure {place} of the whole project", f"{place * 123_456:,} kW") for place in range(7)])
        columns = [
            Column("", 6),
            Column("U", 12, Align.RIGHT),
            Column("Name of the device", share=2),
            Column("Where it goes and why", share=3, wrap=True),
            Column("Mass of all in kg", 18, Align.RIGHT),
        ]
        lines: list[Row | tuple[str | Special, ...]] = []
        for place in range(rows):
            if place % 20 == 0:
                lines.append(Row(("", "", f"Group {place // 20}"), Weight.GROUP))
            lines.append(
                (Special.TICK_BOX, f"{place}", f"dgx-{place:04}-{'x' * (place % 40)}", f"{LONG} " * (place % 3), f"{place * 1000:,}")
            )
        lines.append(Row(("", "", "Sum", "", "7,140,000"), Weight.TOTAL))
        flow.table(Table(columns, lines))
        flow.drawing(40, lambda page, room: page.box(room.x_mm, room.y_mm, room.width_mm, room.height_mm))
        yield from flow.pages

    return Report("Sample of everything", subject, wording(language), bodies, phase="up to phase 2")


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_text_has_its_own_place(subject: Subject, tmp_path: Path, paper: Paper, landscape: bool, language: str) -> None:
    out = tmp_path / "sample.pdf"
    sheet = Sheet(paper, landscape)
    write_pages(Bound([_report(subject, sheet, language)]).sheets(), out, "Sample")
    pages = printed_pages(out)
    assert len(pages) > 1
    assert [(round(page.width), round(page.height)) for page in pages] == [(round(sheet.width_mm), round(sheet.height_mm))] * len(pages)
    assert faults(out) == []
    word = "de" if language == "es" else "of"
    assert all(f"{number} {word} {len(pages)}" in page.text for number, page in enumerate(pages, start=1))
    assert all("2026-03-04" in page.text and "Name" in page.text for page in pages[:-1])


@pytest.mark.parametrize("text", ["AVATAR To Ta. fi fl ff ffi", "iiiiiillll....", "WMWM 0123456789", "Ñandú ágil · 3,5 kW × 2 – ½"])
@pytest.mark.parametrize("strong", [False, True])
def test_a_line_is_printed_as_wide_as_it_was_measured(tmp_path: Path, subject: Subject, text: str, strong: bool) -> None:
    def bodies() -> Iterator[Page]:
        page = Page(Sheet())
        # Letters without a gap are one word to pdftotext.
        page.text(20, 50, text.replace(" ", ""), 20, strong=strong)
        yield page

    write_pages(Bound([Report("", subject, Wording(), bodies, 1)]).sheets(), tmp_path / "line.pdf", "")
    word = next(word for word in printed_pages(tmp_path / "line.pdf")[0].words if abs(word.left - 20) < 0.2)
    assert word.right - word.left == pytest.approx(text_width_mm(text.replace(" ", ""), 20, strong=strong), rel=0.005)


def test_a_right_end_is_where_it_was_asked_for(tmp_path: Path, subject: Subject) -> None:
    def bodies() -> Iterator[Page]:
        page = Page(Sheet())
        page.text(120, 50, "漢字名前", 12, align=Align.RIGHT)
        page.text(120, 70, "right", 12, align=Align.RIGHT)
        page.text(120, 90, "middle", 12, align=Align.CENTRE)
        yield page

    write_pages(Bound([Report("", subject, Wording(), bodies, 1)]).sheets(), tmp_path / "ends.pdf", "")
    words = {word.text: word for word in printed_pages(tmp_path / "ends.pdf")[0].words}
    assert words["right"].right == pytest.approx(120, abs=0.1)
    assert (words["middle"].left + words["middle"].right) / 2 == pytest.approx(120, abs=0.1)


@given(st.text(max_size=60), st.floats(0.5, 60), st.floats(5, 20), st.booleans())
@examples(200)
def test_what_is_fitted_fits(text: str, room: float, size: float, strong: bool) -> None:
    line = text.replace("\n", " ")
    assert text_width_mm(shortened(line, size, room, strong=strong), size, strong=strong) <= room + 1e-6
    assert 5 <= shrunk_pt(line, size, room, strong=strong) <= size
    for each in wrapped(text, size, room, strong=strong):
        assert len(each) <= 1 or text_width_mm(each, size, strong=strong) <= room + 1e-6


@given(st.text(alphabet=st.characters(categories=["L", "N", "P"]), min_size=1, max_size=80), st.floats(10, 60))
def test_wrapping_loses_no_letter(text: str, room: float) -> None:
    assert "".join(wrapped(text, 8, room)) == text


@pytest.mark.parametrize("name", ["sheet.svg", "sheet.png"])
def test_pictures_are_a_file_for_each_page(subject: Subject, tmp_path: Path, name: str) -> None:
    written = write_pages(Bound([_report(subject, Sheet())]).sheets(), tmp_path / name, "Sample")
    assert [path.name for path in written] == [name.replace(".", f"-{number:03}.") for number in range(1, len(written) + 1)]
    assert all(path.stat().st_size > 2000 for path in written)
    alone = write_pages(Bound([_report(subject, Sheet(Paper.A3), rows=3)]).sheets(), tmp_path / f"one-{name}", "Sample")
    assert [path.name for path in alone] == [f"one-{name}"]


def test_an_svg_has_the_size_of_its_sheet_and_real_text(subject: Subject) -> None:
    page = next(Bound([_report(subject, Sheet(Paper.A3, landscape=True))]).sheets())
    svg = svg_bytes(page, "Sample").decode()
    assert 'width="420mm"' in svg
    assert 'height="297mm"' in svg
    assert ">Sum<" in svg or ">120 devices<" in svg
    assert page_image(page, 25.4).width() == 420


def test_a_stopped_document_leaves_what_was_there(subject: Subject, tmp_path: Path) -> None:
    out = tmp_path / "sample.pdf"
    out.write_bytes(b"before")

    def stopping() -> Iterator[Page]:
        yield Page(Sheet())
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        write_pages(stopping(), out, "Sample")
    assert out.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["sample.pdf"]


def test_a_sum_takes_the_last_row_above_along() -> None:
    """However long a table is, no page begins with its sum alone."""
    sheet = Sheet(Paper.A4)
    for count in range(20, 80):
        flow = Flow(sheet)
        rows: list[Row | list[str]] = [[f"row {number}"] for number in range(count)]
        flow.table(Table([Column("Item")], [*rows, Row(["sum"], Weight.TOTAL)]))
        last = [shape.text for shape in flow.pages[-1].shapes if isinstance(shape, Text)]
        assert last[-2:] == [f"row {count - 1}", "sum"]


def test_a_table_whose_columns_have_no_titles_has_no_band_for_them() -> None:
    """Such as the facts at the front of the handover book."""
    tops = {}
    for head in ("", "Fact"):
        flow = Flow(Sheet(Paper.A4))
        flow.table(Table([Column(head, 45.0), Column("", wrap=True)], [["Plan version", "revision 5"]]))
        (page,) = flow.pages
        bands = [shape for shape in page.shapes if isinstance(shape, Box) and shape.fill is not None]
        assert len(bands) == bool(head)
        tops[head] = next(shape.y_mm for shape in page.shapes if isinstance(shape, Text) and shape.text == "revision 5")
    assert tops["Fact"] - tops[""] > 3.0
