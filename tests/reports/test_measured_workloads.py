"""What was measured of workloads, on paper and as a list."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.workload_peaks import record_peak, record_rate
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.paper_sheet import PAPERS, Sheet
from gpudesk.reports.layout.report import Choices, subject_of
from gpudesk.reports.layout.wording import ENGLISH
from gpudesk.reports.summary.measured_workloads import tables
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from gpudesk.ui.printing.page_files import write_pages
from gpudesk.ui.printing.report_language import wording
from tests.reports.conftest import AT
from tests.reports.sheets import faults, printed_pages

SAID = (
    "2 × NVIDIA H100 80GB HBM3, window 40 min: Too small. "
    "Memory is 97 % full at the highest: longer requests will not fit. Confidence medium."
)


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document.scratch()
    work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",)))
    ids = [run(made, add_workload, name, work.task, work.asked, work.model).result for name in ("Chat", "Answers")]
    run(made, record_peak, ids[0], 70.0, 61.3, "An earlier run.")
    wrong = run(made, record_peak, ids[0], 70.0, 5.0, "It was another job.").result
    run(made, add_remark, "workload", ids[0], "It was another job.", wrong)
    run(made, record_peak, ids[0], 71.6, 76.8, SAID)
    run(made, record_rate, ids[0], 4063.8, 2345.6, "2 × NVIDIA H100 80GB HBM3, window 40 min: Too small.")
    yield made
    made.close()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_newest_comes_first_and_nothing_overlaps(document: Document, tmp_path: Path, paper: str, language: str) -> None:
    out = tmp_path / "out.pdf"
    choices = Choices(Sheet(PAPERS[paper]))
    write_pages(bound(["measured-workloads"], subject_of(document, AT), choices, wording(language)).sheets(), out, "")
    assert faults(out) == []
    (page,) = printed_pages(out)
    assert page.text.index("Answers") < page.text.index("Chat")
    minus, point = "−42" + ("," if language == "es" else "."), "76" + ("," if language == "es" else ".")
    assert page.text.index(minus) < page.text.index(point) < page.text.index("An earlier run.")
    assert "It was another job" not in page.text, "what a remark corrects is no record"
    assert "Confidence medium." in page.text


def test_the_list_has_a_line_for_each_record_and_for_what_was_not_measured(document: Document) -> None:
    ((title, rows),) = tables(subject_of(document, AT), Choices(), ENGLISH).items()
    assert title == "Measured workloads"
    assert [row[0] for row in rows] == ["Workload", "Answers", "Chat", "Chat", "Chat"]
    assert rows[1][2:6] == ["not measured", None, None, None]
    assert rows[2][2:6] == ["Tokens per second, all GPUs", 2345.6, 4063.8, -42.3]
    assert rows[3][2:] == ["Memory of the most loaded GPU, GiB", 76.8, 71.6, 7.3, SAID]


def test_a_project_without_workloads_says_what_to_do(tmp_path: Path) -> None:
    made = Document.scratch()
    try:
        out = tmp_path / "out.pdf"
        write_pages(bound(["measured-workloads"], subject_of(made, AT), Choices(), ENGLISH).sheets(), out, "")
    finally:
        made.close()
    (page,) = printed_pages(out)
    assert "The project has no workload: create one in Size and save it." in page.text
