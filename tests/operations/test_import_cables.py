"""Lists of cables: out, edited and in again; DOT and ibnetdiscover as lists of ends; every fault in its cell."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.formats.fabric.cable_list import CableList, cable_rows, read_cable_list
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.tables.tables import csv_bytes, tables_of, xlsx_bytes
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables
from gpudesk.operations.exchange.exchange import export_project, import_list, preview_list, read_import
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.formats.mixed_fabric import mixed_file

Rows = list[list[Any]]
ENDS = ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mixed_file(tmp_path_factory.mktemp("pod") / "pod.gpudesk")


@pytest.fixture
def bare() -> Any:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        yield document


@pytest.fixture(scope="module")
def rows(whole: Path) -> Rows:
    with Document.open(whole, write=False) as document:
        return cable_rows(document.snapshot)


def read(rows: Rows, *, xlsx: bool = False) -> CableList:
    content = xlsx_bytes({"Cables": rows}) if xlsx else csv_bytes(rows)
    return read_cable_list(tables_of(content, "cables.xlsx" if xlsx else "cables.csv"))


def take(document: Document, rows: Rows, *, xlsx: bool = False) -> Preview:
    return run(document, import_list, read(rows, xlsx=xlsx), "cables.csv").result


def by_ends(document: Document) -> set[tuple[int, ...]]:
    cables = document.snapshot["cable"]
    return set(zip(*(cables[name].tolist() for name in ENDS), strict=True))


@pytest.mark.parametrize("xlsx", [False, True])
def test_a_list_makes_the_same_cables_elsewhere(bare: Document, rows: Rows, *, xlsx: bool) -> None:
    done = take(bare, rows, xlsx=xlsx)
    assert done.count(Verdict.NEW) == len(rows) - 1
    again = cable_rows(bare.snapshot)
    splitters: dict[Any, Any] = {}
    for mine, theirs in zip(rows[1:], again[1:], strict=True):
        assert mine[1:13] + mine[14:] == theirs[1:13] + theirs[14:]
        assert splitters.setdefault(mine[13], theirs[13]) == theirs[13]
    preview = preview_list(bare.snapshot, read(rows))
    assert preview.count(Verdict.UNCHANGED) == len(rows) - 1
    undo(bare)
    assert bare.snapshot["cable"].rows == 0


@pytest.mark.parametrize("count", [2, 4])
def test_connectors_of_a_host_port_with_several_cables_come_back(bare: Document, count: int) -> None:
    """As paper names them: "OSFP1P1/4" of four cables is the last quarter of the port."""
    devices = bare.snapshot["device"]
    host, leaf = (int(devices.where("name", name)[0]) for name in ("dgx-001", "leaf-01"))
    run(bare, lay_cables, [NewCable(host, 0, leaf, port, 4 // count * port, 0, 4 // count) for port in range(count)])
    wanted = by_ends(bare)
    places = CablePlaces(bare.snapshot, np.arange(count))
    words = [places.words(side, word) for side, word in (("a", "device"), ("a", "connector"), ("b", "device"), ("b", "port"))]
    lines = [list(line) for line in zip(*words, strict=True)]
    assert [line[1] for line in lines] == [f"OSFP1P1/{number}" for number in range(1, count + 1)]
    head = ["Device A", "Port A", "Device B", "Port B"]
    # All of them, and the last one or two alone, are the cables that are there.
    for some in (lines, lines[-1:], lines[1:2]):
        preview = preview_list(bare.snapshot, read([head, *some]))
        assert (preview.count(Verdict.UNCHANGED), preview.faults) == (len(some), [])
    undo(bare)
    take(bare, [head, *lines])
    assert by_ends(bare) == wanted


@pytest.mark.parametrize(
    ("named", "wrong"),
    [
        ((5,), 5),
        ((1, 2, 5), 5),
        ((3,), None),
        ((4,), None),
        ((1, 3), None),
        ((2, 4), None),
        ((1, 2), None),
        ((1, 2, 3), None),
        ((1, 2, 4), None),
        ((3, 4), None),
        ((2, 3, 4), None),
        ((4, 2, 3, 1), None),
    ],
)
def test_a_connector_that_its_port_cannot_have_is_an_error(bare: Document, named: tuple[int, ...], wrong: int | None) -> None:
    """The port of a host has four lanes: it has two connectors, or four where the list names the third or fourth."""
    lines = [["dgx-001", f"OSFP1P1/{number}", "leaf-01", f"{number}/1"] for number in named]
    preview = preview_list(bare.snapshot, read([["Device A", "Port A", "Device B", "Port B"], *lines]))
    ports = [str(fault.what.values.get("port", "")) for fault in preview.faults]
    assert ports == ([] if wrong is None else [f"OSFP1P1/{wrong}"])


@pytest.mark.parametrize("used", [(0, 1, 3), (2, 3), (1, 2, 3), (2,), (3,), (0, 2)])
def test_a_split_port_with_an_unused_connector_comes_back(bare: Document, used: tuple[int, ...]) -> None:
    """The same lanes as in a list of all four."""
    devices = bare.snapshot["device"]
    host, leaf = (int(devices.where("name", name)[0]) for name in ("dgx-001", "leaf-01"))
    head = ["Device A", "Port A", "Device B", "Port B"]
    take(bare, [head, *(["dgx-001", f"OSFP1P1/{number + 1}", "leaf-01", f"{number + 1}/1"] for number in used)])
    lanes = {(end[2], end[4]) for end in by_ends(bare) if end[0] == host and end[3] == leaf}
    assert lanes == {(number, 2 * number) for number in used}


@pytest.mark.parametrize("name", ["dot", "ibsim"])
def test_files_of_links_make_the_same_links(whole: Path, bare: Document, name: str, tmp_path: Path) -> None:
    with Document.open(whole, write=False) as document:
        export_project(document.snapshot, document.uid, "pod", name, tmp_path / "out")
        wanted = by_ends(document)
    found = read_import(name, tmp_path / "out", bare.uid)
    run(bare, import_list, found, "out")
    made = by_ends(bare)
    turned = {(*row[3:6], *row[:3], row[6]) for row in made}
    shared = {row for row in wanted if row in made or row in turned}
    assert len(shared) >= 0.95 * len(made)
    export_project(bare.snapshot, bare.uid, "pod", name, tmp_path / "again")

    def lines(path: Path) -> list[str]:
        text = path.read_text(encoding="utf-8").splitlines()
        return sorted(line for line in text if not line.lstrip().startswith(("#", "//")))

    assert lines(tmp_path / "again") == lines(tmp_path / "out")


def test_edited_cells_change_the_cables(bare: Document, rows: Rows) -> None:
    take(bare, rows)
    edited = [list(row) for row in rows]
    edited[1][12] = 30
    edited[2][9] = ""
    preview = preview_list(bare.snapshot, read(edited))
    changed = [line for line in preview.lines if line.verdict is Verdict.CHANGED]
    assert [(line.cell, [(change.column, change.before, change.after) for change in line.changes]) for line in changed] == [
        ("C2", [("length_mm", round(1000 * rows[1][12]), 30000)]),
        ("C3", [("type_id", "nvidia.mfp7e10", "")]),
    ]
    assert "dgx-001" in changed[0].name
    done = take(bare, edited)
    assert (done.count(Verdict.CHANGED), done.count(Verdict.NEW)) == (2, 0)
    assert bare.snapshot["cable"].row(1)["length_mm"] == 30_000


def test_a_cable_is_known_whichever_end_is_first(bare: Document, rows: Rows) -> None:
    take(bare, rows)
    turned = [rows[0], *([*row[:2], *row[5:8], *row[2:5], *row[8:10], row[11], row[10], *row[12:]] for row in rows[1:])]
    assert preview_list(bare.snapshot, read(turned)).count(Verdict.UNCHANGED) == len(rows) - 1


def test_every_fault_is_told_with_its_cell(bare: Document, rows: Rows) -> None:
    head = ["A device", "A port", "B device", "B port", "Cable type", "Length m", "Network", "Color"]
    take(bare, rows[:2])
    lines = [
        ["dgx-001", "OSFP9", "leaf-01", "1/2", "", "", ""],
        ["dgx-999", "OSFP1P1", "leaf-01", "1/2", "", "", ""],
        ["dgx-002", "OSFP1P1", "leaf-01", "1/2", "no such", "", ""],
        ["dgx-002", "OSFP1P2", "leaf-01", "2/1", "nvidia.dgx-h100", "", "Nowhere"],
        ["dgx-002", "OSFP2P1", "leaf-01", "1/1", "", "", ""],
        ["dgx-002", "OSFP2P2", "leaf-01", "3/1", "", "", ""],
        ["dgx-002", "OSFP3P2", "leaf-01", "3/1", "", "", ""],
    ]
    found = preview_list(bare.snapshot, read([head, *lines]))
    assert {fault.cell: fault.what.plain() for fault in found.faults} == {
        "B2": "dgx-001 has no cable port OSFP9.",
        "A3": "there is no device dgx-999.",
        "E4": "no such is not a cable or module of the catalog.",
        "E5": "nvidia.dgx-h100 is not a cable or module of the catalog.",
        "G5": "there is no network Nowhere.",
        "D6": "the port already has the cable 1, which goes elsewhere.",
        "D8": "the port is used twice, here and in A7.",
    }
    assert found.ignored == ["Color"]
    with pytest.raises(UnreadableTable, match=r"cables\.csv has 7 errors"):
        take(bare, [head, *lines])
    wrong = [["dgx-002", "", "leaf-01", "1/2", "", "0", ""], ["dgx-002", "OSFP1P1", "leaf-01", "1/2", "", "far", ""]]
    assert [fault.cell for fault in read([head, *wrong]).faults] == ["F2", "B2", "F3"]


def test_an_empty_list_is_refused(bare: Document, rows: Rows) -> None:
    with pytest.raises(Refused, match="The list is empty"):
        take(bare, rows[:1])


def test_no_cell_becomes_a_formula(whole: Path) -> None:
    with Document.open(whole, write=False) as document:
        rows = cable_rows(document.snapshot)
    rows[1][2] = "=HYPERLINK(1)"
    assert b"'=HYPERLINK" in csv_bytes(rows)
    assert read(rows).records[0].a.device == "=HYPERLINK(1)"
    assert read(rows, xlsx=True).records[0].a.device == "=HYPERLINK(1)"


def said(document: Document, rows: Rows) -> list[str]:
    """Every fault of a list, with its cell and how to fix it."""
    faults = preview_list(document.snapshot, read(rows)).faults
    return [" ".join([f"{each.cell}:", each.what.plain(), *([each.fix.plain()] if each.fix else [])]) for each in faults]


def test_faults_of_all_passes_come_in_one_answer_with_candidates(bare: Document) -> None:
    names = bare.snapshot["device"]["name"].tolist()
    leaf = next(name for name in names if "leaf" in name)
    heads = ["A device", "A port", "B device", "B port", "Cable type", "Length m", "Lanes"]
    far = leaf.replace("-", " ").upper()
    rows: Rows = [
        heads,
        [far, "1", leaf, "9/9/9", "copper", "long", "x"],
        ["nowhere-at-all", "1", "", "", "", "3", ""],
        [leaf, "1.0E+12", leaf, "1/1/1", "", "0", ""],
    ]
    found = said(bare, rows)
    assert [line.partition(":")[0] for line in found] == ["A2", "D2", "E2", "F2", "G2", "A3", "C3", "B4", "F4"]
    assert found[0] == f"A2: there is no device {far}. Did you mean {leaf}?"
    assert found[1].startswith(f"D2: {leaf} has no cable port 9/9/9. Its ports are named ")
    assert found[2].startswith("E2: copper is not a cable or module of the catalog. Did you mean ")
    assert found[5] == "A3: there is no device nowhere-at-all."


def test_a_column_that_is_missing_hides_no_other_fault(bare: Document) -> None:
    leaf = next(name for name in bare.snapshot["device"]["name"].tolist() if "leaf" in name)
    found = said(bare, [["A device", "A port", "B device", "Length m"], [leaf, "no", "nothing", "-1"]])
    assert [line.partition(":")[0] for line in found] == ["1", "B2", "C2", "D2"]


@pytest.mark.parametrize(
    "heads",
    [["Gerät A", "Anschluss A", "Gerät B", "Anschluss B", "Länge (m)"], ["Equipo A", "Puerto A", "Equipo B", "Puerto B", "Longitud m"]],
)
def test_cable_lists_of_other_languages_with_titles_and_totals(heads: list[str], tmp_path: Path) -> None:
    from gpudesk.formats.recognize.what_is import Nature, what_is_pasted

    rows: Rows = [["Cables, hall 3", *[""] * 4], heads, ["n\u00a01", "1", "leaf-1", "2", "3,5"], ["Total", "", "", "", "3,5"]]
    found = read(rows)
    assert (found.faults, found.ignored) == ([], [])
    [record] = found.records
    assert (record.a.device, record.b.port, record.said["length_mm"]) == ("n 1", "2", 3500)
    assert what_is_pasted(csv_bytes(rows), "pasted").nature is Nature.CABLE_LIST


def test_identifiers_of_cables_that_lost_digits_are_named_by_cell() -> None:
    rows: Rows = [["A device", "A port", "B device", "B port"], [16523230199340012, 1, "leaf-1", 2], ["n1", "1", "leaf-1", 3]]
    found = read(rows, xlsx=True)
    assert [fault.cell for fault in found.faults] == ["A2"]
    assert [record.a.device for record in found.records] == ["", "n1"]
