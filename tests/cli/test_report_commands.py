"""export: what is handed over in pages."""

import subprocess
from pathlib import Path

import openpyxl
import pytest

from gpudesk.reports.catalogue import REPORTS
from tests.cli.conftest import Run


def text_of(pdf: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True).stdout.decode()


def test_elevations_in_spanish_on_letter_paper(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "alzados.pdf"
    done = run("export", str(project), "elevations", str(out), "--paper", "letter", "--portrait", "--racks-a-sheet", "1", "--lang", "es")
    assert (done.code, done.out) == (0, f"{out}\n")
    assert "Alzados de racks" in text_of(out)
    assert "TRASERA" in text_of(out)


def test_formats_list_the_reports(run: Run) -> None:
    listed = run("formats").out
    assert all(f"\n{name}  " in listed for name in REPORTS)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("elevations", "out.csv"), "the file name of elevations must end in .pdf or .svg or .png"),
        (("elevations", "out.pdf", "--rack", "no such rack"), "there is no rack 'no such rack'"),
        (
            ("devices-csv", "out.csv", "--lang", "es"),
            "devices-csv is not a report: leave out the options for paper, racks, phase, places, language and units",
        ),
        (("elevations", "out.pdf", "--racks-a-sheet", "5"), "--racks-a-sheet"),
    ],
)
def test_wrong_use_is_said(run: Run, project: Path, tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    name, out, *options = words
    done = run("export", str(project), name, str(tmp_path / out), *options)
    assert done.code == 2
    assert complaint in done.err
    assert not (tmp_path / out).exists()


def test_a_place_that_cannot_be_written_is_said(run: Run, project: Path, tmp_path: Path) -> None:
    done = run("export", str(project), "elevations", str(tmp_path / "no folder" / "out.pdf"))
    assert done.code == 3
    assert "no folder" in done.err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("power-schedule", "Tabla de alimentación"),
        ("bom", "Lista de materiales"),
        ("hall-summary", "Resumen de salas"),
        ("project-summary", "Resumen del proyecto"),
    ],
)
def test_documents_in_spanish(run: Run, project: Path, tmp_path: Path, name: str, words: str) -> None:
    out = tmp_path / f"{name}.pdf"
    assert run("export", str(project), name, str(out), "--lang", "es").code == 0
    assert words in text_of(out)


def test_the_bill_is_a_workbook_too(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "order.xlsx"
    assert run("export", str(project), "bom", str(out)).code == 0
    assert "Racks and devices" in openpyxl.load_workbook(out).sheetnames


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("cable-labels", "out.pdf", "--label-style", "mine"), "Unknown labels: mine"),
        (("cable-labels", "out.pdf", "--label-stock", "a0"), "Unknown labels: a0"),
        (("cable-labels", "out.pdf", "--label-line", "{near.colour}"), "{near.colour} is not a field"),
    ],
)
def test_labels_that_cannot_be_are_refused(run: Run, project: Path, tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    name, out, *options = words
    done = run("export", str(project), name, str(tmp_path / out), *options)
    assert done.code == 3
    assert complaint in done.err
    assert not (tmp_path / out).exists()


def test_a_work_order_needs_a_version(run: Run, project: Path, tmp_path: Path) -> None:
    done = run("export", str(project), "work-order", str(tmp_path / "out.csv"), "--since", "before")
    assert done.code == 2
    assert "there is no version 'before'; the versions are: none" in done.err


def test_labels_of_a_project_without_cables_are_an_empty_list(run: Run, project: Path, tmp_path: Path) -> None:
    out = tmp_path / "labels.csv"
    assert run("export", str(project), "cable-labels", str(out), "--label-line", "{near.rack}", "--label-line", "{far.rack}").code == 0
    assert out.read_text("utf-8-sig").splitlines() == ["Line 1,Line 2,Code,Cable,End"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("floor-plan", "--only-phase", "1"), "floor-plan is not a cable report: leave out --only-phase"),
        (("floor-plan", "--since", "v"), "floor-plan is not a cable report: leave out --since"),
        (("cut-sheets", "--phase", "1", "--only-phase", "2"), "give --phase or --only-phase, not both"),
        (("cable-labels", "--since", "v"), "there is no version 'v'"),
    ],
)
def test_what_narrows_cables_is_for_reports_on_cables(
    run: Run, project: Path, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    name, *options = words
    done = run("export", str(project), name, str(tmp_path / "out.pdf"), *options)
    assert done.code == 2
    assert complaint in done.err


def test_a_rack_scale_system_is_chosen_as_a_rack(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gb200.gpudesk"
    assert run("new", str(path), "--template", "gb200-nvl72-superpod", "--set", "su=1").code == 0
    for name in ("power-schedule", "worklist", "hall-summary", "project-summary", "elevations"):
        out = tmp_path / f"{name}.pdf"
        assert run("export", str(path), name, str(out), "--rack", "nvl72-001").code == 0
        assert "nvl72-001" in text_of(out)
        assert "nvl72-002" not in text_of(out)
    done = run("export", str(path), "worklist", str(tmp_path / "out.pdf"), "--rack", "nvl72-099")
    assert (done.code, "there is no rack 'nvl72-099'" in done.err) == (2, True)
