"""Lists of devices as people make them: titles, ranges of units, merged cells, other languages, numbers that lost digits."""

import io
from pathlib import Path

import pytest

from gpudesk.formats.tables.device_list import DeviceList, read_device_list
from gpudesk.formats.tables.tables import csv_bytes, read_tables


def read(rows: list[list[str]], tmp_path: Path) -> DeviceList:
    path = tmp_path / "list.csv"
    path.write_bytes(csv_bytes(rows))
    return read_device_list(read_tables(path), "uid")


def workbook(tmp_path: Path, rows: list[list[object]], *, merged: tuple[str, ...] = (), forms: dict[str, str] | None = None) -> DeviceList:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for area in merged:
        sheet.merge_cells(area)
    for cell, form in (forms or {}).items():
        sheet[cell].number_format = form
    written = io.BytesIO()
    book.save(written)
    path = tmp_path / "list.xlsx"
    path.write_bytes(written.getvalue())
    return read_device_list(read_tables(path), "uid")


def position(text: str, tmp_path: Path, height: str = "") -> tuple[int | None, list[str]]:
    found = read([["Rack", "Device", "U", "Height (U)"], ["A1", "x", text, height]], tmp_path)
    return found.records[0].values.get("position"), [fault.what.plain() for fault in found.faults]


@pytest.mark.parametrize(
    ("text", "height", "half"),
    [
        ("U42-U42", "1", 82),
        ("3-10", "8", 4),
        ("U12-U19", "8", 22),
        ("U19-U12", "8", 22),
        ("12–19", "8 HE", 22),
        ("HE 12 bis HE 13", "2 HE", 22),
        ("RU13", "8", 24),
        ("RU 13", "", 24),
        ("HE 40", "1 HE", 78),
        ("HE40", "", 78),
        ("U2", "", 2),
        ("12.5", "", 23),
        ("U 12½", "", 23),
        ("0U", "", None),
        ("0 HE", "", None),
    ],
)
def test_positions_as_people_write_them(text: str, height: str, half: int | None, tmp_path: Path) -> None:
    assert position(text, tmp_path, height) == (half, [])


def test_a_range_that_contradicts_the_height_is_named(tmp_path: Path) -> None:
    assert position("U12-U19", tmp_path, "4")[1] == ["U12-U19 occupies 8 units, but the column Height (U) has 4."]


@pytest.mark.parametrize("text", ["2 HE", "4RU", "2U", "42U"])
def test_a_unit_behind_the_number_is_a_height(text: str, tmp_path: Path) -> None:
    assert position(text, tmp_path)[1] == [f"{text} is a height; in a position, the U comes before the number."]


@pytest.mark.parametrize(
    ("head", "cells", "half"),
    [
        (["Rack", "Name", "HE"], ["40", "12"], 78),
        (["Rack", "Name", "HE"], ["HE 3", "HE 5"], 4),
        (["Schrank", "Gerät", "HE", "Position"], ["2", "4"], 10),
        (["Rack", "Name", "HE"], ["2 HE", "4 HE"], None),
        (["Rack", "Name", "HE"], ["2", "4"], None),
        (["Rack", "Name", "HE"], ["2", "2"], None),
        (["Rack", "Name", "U"], ["2", "4"], 2),
        (["Rack", "Name", "U"], ["2U", "4U"], None),
        (["Rack", "Name", "U"], ["12", "0U", "0U"], 22),
        (["Rack", "Name", "U", "Position"], ["2", "4"], 10),
    ],
)
def test_a_bare_column_he_is_decided_by_its_values(head: list[str], cells: list[str], half: int | None, tmp_path: Path) -> None:
    more = ["6"] if len(head) == 4 else []
    found = read([head, *(["A1", f"d{number}", cell, *more] for number, cell in enumerate(cells))], tmp_path)
    assert found.records[0].values.get("position") == half
    is_open = (head[2], cells) == ("HE", ["2", "4"]) and not more
    assert (found.faults, found.is_asking, found.asked) == ([], is_open, "HE" if is_open else "")


def test_who_is_asked_about_a_column_can_say_it(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(csv_bytes([["Rack", "Name", "HE"], ["A1", "a", "2"], ["A1", "b", "4"]]))
    as_position, as_height = (read_device_list(read_tables(path), "uid", units) for units in ("position", "height"))
    assert (as_position.asked, as_position.faults, as_height.faults) == ("HE", [], [])
    assert [record.values.get("position") for record in as_position.records] == [2, 6]
    assert [record.height for record in as_height.records] == [(4, "height"), (8, "height")]


def test_a_column_that_its_values_decide_is_what_a_person_says(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    # A switch in front and a panel behind it share a unit.
    path.write_bytes(csv_bytes([["Rack", "Name", "HE"], ["A1", "a", "2"], ["A1", "b", "2"]]))
    found = read_device_list(read_tables(path), "uid", "position")
    assert ([record.values.get("position") for record in found.records], found.faults) == ([2, 2], [])
    path.write_bytes(csv_bytes([["Rack", "Name", "U"], ["A1", "a", "2"]]))
    assert read_device_list(read_tables(path), "uid", "height").records[0].height == (4, "height")


def test_what_has_no_unit_does_not_make_a_column_one_of_heights(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(csv_bytes([["Rack", "Name", "HE"], ["A1", "a", "2"], ["A1", "p", "0 HE"], ["A1", "q", "0 HE"]]))
    assert read_device_list(read_tables(path), "uid").asked == "HE"
    path.write_bytes(csv_bytes([["Rack", "Name", "U"], ["A1", "p", "0U"], ["A1", "q", "0U"]]))
    assert [record.values for record in read_device_list(read_tables(path), "uid").records] == [{"position": None}] * 2


def test_titles_above_and_totals_below(tmp_path: Path) -> None:
    rows = [
        ["Hall 3 equipment, as of March", "", "", ""],
        ["Owner:", "operations", "", ""],
        [],
        ["Rack", "Device", "U position", "Serial"],
        ["A1", "n1", "3", "S1"],
        ["A1", "n2", "5", "S2"],
        ["Total", "", "2", ""],
    ]
    found = read(rows, tmp_path)
    assert [(record.names["device"], record.line.row) for record in found.records] == [("n1", 4), ("n2", 5)]
    assert (found.faults, found.ignored) == ([], [])


@pytest.mark.parametrize(
    "head",
    [
        ["Raum", "Schrank", "Gerät", "Typ", "HE-Position", "Seriennummer", "Einbauseite"],
        ["Sala", "Bastidor", "Equipo", "Modelo", "Posición U", "Número de serie", "Cara"],
        ["\u00a0Room", "Rack\u00a0name", "Device\u00a0name", "Model", "Rack\u2009unit", "Serial #", "Face"],
    ],
)
def test_headers_of_other_languages_and_other_spaces(head: list[str], tmp_path: Path) -> None:
    if head[5] == "Serial #":
        head = [*head[:5], "Serial No.", head[6]]
    found = read([head, ["H1", "A1", "n\u00a01", "DGX H100", "U\u00a03", "S1", "front"]], tmp_path)
    assert (found.faults, found.ignored) == ([], [])
    (record,) = found.records
    assert dict(record.names) == {"hall": "H1", "rack": "A1", "device": "n 1"}
    assert (record.values["position"], record.values["serial"], int(record.values["face"])) == (4, "S1", 0)


def test_a_face_in_a_column_side(tmp_path: Path) -> None:
    found = read([["Rack", "Device", "U", "Side"], ["A1", "a", "3", "Rear"], ["A1", "b", "5", "F"], ["A1", "c", "0U", "left"]], tmp_path)
    assert [(record.values.get("face"), record.values.get("side")) for record in found.records] == [(1, None), (0, None), (None, 0)]


def test_merged_cells_are_filled(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Equipment", None, None],
        ["Rack", "Device", "U"],
        ["A1", "n1", 3],
        [None, "n2", 5],
        [None, "n3", 7],
        ["A2", "n4", 3],
    ]
    found = workbook(tmp_path, rows, merged=("A1:C1", "A3:A5"))
    assert [record.names["rack"] for record in found.records] == ["A1", "A1", "A1", "A2"]


def test_numbers_that_lost_digits_are_named_by_cell_and_not_taken(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Rack", "Device", "U", "Serial", "Asset"],
        ["A1", "n1", 3, 16523230199340012, "A-1"],
        ["A1", "n2", 5, 1652323019934, "A-2"],
        ["A1", "n3", 7, "16523230199340012", "0012"],
        ["A1", "n4", 9, 1652323019934, 4711],
    ]
    found = workbook(tmp_path, rows, forms={"D5": "0"})
    assert [fault.cell for fault in found.faults] == ["D2", "D3"]
    assert [(record.values.get("serial"), record.values["asset"]) for record in found.records] == [
        (None, "A-1"),
        (None, "A-2"),
        ("16523230199340012", "0012"),
        ("1652323019934", "4711"),
    ]


def test_an_exponent_in_a_csv_is_no_serial_number(tmp_path: Path) -> None:
    found = read([["Rack", "Device", "Serial"], ["A1", "n1", "1.65232E+12"], ["A1", "n2", "1E7"], ["A1", "n3", "16E-A"]], tmp_path)
    assert [fault.cell for fault in found.faults] == ["C2", "C3"]
    assert [record.values.get("serial") for record in found.records] == [None, None, "16E-A"]


def test_lost_digits_of_every_identifier_are_named(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Rack", "Device", "Type", "U", "Parent"],
        [16523230199340012, 4711, 920231200000000, 3, 2e15],
        [12, 13, "a", 5, ""],
    ]
    found = workbook(tmp_path, rows, forms={"E2": "0.00E+00"})
    assert sorted(fault.cell for fault in found.faults) == ["A2", "C2", "E2"]
    assert dict(found.records[1].names) == {"rack": "12", "device": "13", "parent": ""}
    in_text = read([["Rack", "Device", "Type"], ["2E05", "1.65E+12", "1E5"], ["2.0E+05", "n", "x"]], tmp_path)
    assert [fault.cell for fault in in_text.faults] == ["B2", "A3"]


def test_a_cell_that_cannot_be_read_hides_no_other_fault(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Rack", "Device", "U", "Status"], ["A1", "=B9", 3, "live"], ["A1", "n2", "12U", "soon"], ["A1", "n3", "U3-U4", "gone"]):
        sheet.append(row)
    other = book.create_sheet("Costs")
    other.append(["=A9"])
    path = tmp_path / "list.xlsx"
    book.save(path)
    found = read_device_list(read_tables(path, whole=False), "uid")
    # The sheet that is not taken in may hold what it likes.
    assert [fault.cell for fault in found.faults] == ["B2", "C3", "D3", "D4"]
    assert found.records[2].height == (4, "position")


@pytest.mark.parametrize(
    "head",
    [
        ["Halle", "Serverschrank", "Servername", "Modell", "Start-HE", "Seriennr.", "Anzahl HE"],
        ["Serverraum", "Schrank", "Gerät", "Typ", "Von HE", "Serien-Nr.", "Bauhöhe"],
        ["Data hall", "Cabinet", "Server", "Model", "RU Position", "Service Tag", "U Size"],
        ["Sala", "Gabinete", "Servidor", "Modelo", "U inicial", "N.º de serie", "Altura U"],
        ["Sala", "Bastidor", "Equipo", "Modelo", "Posición en bastidor", "Nº de serie", "Altura (U)"],
        ["Room", "Rack", "Host name", "Model", "Bottom U", "S/N", "Height (U)"],
    ],
)
def test_headers_of_lists_from_halls(head: list[str], tmp_path: Path) -> None:
    found = read([head, ["H1", "A1", "n1", "DGX H100", "3", "S1", "8"]], tmp_path)
    assert (found.faults, found.ignored) == ([], [])
    (record,) = found.records
    assert (dict(record.names), record.values["position"], record.values["serial"]) == (
        {"hall": "H1", "rack": "A1", "device": "n1"},
        4,
        "S1",
    )


def test_a_header_that_comes_again_is_no_device(tmp_path: Path) -> None:
    head = ["Rack", "U", "Device", "Type"]
    found = read([head, ["A1", "2", "n1", "DGX H100"], head, ["A2", "2", "n2", "DGX H100"]], tmp_path)
    assert [record.names["device"] for record in found.records] == ["n1", "n2"]
    assert found.faults == []


def test_an_apostrophe_that_makes_a_number_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Rack,Device,Serial\nA1,n1,'1652323019935\nA1,n2,'16-A\n", encoding="utf-8")
    found = read_device_list(read_tables(path), "uid")
    assert [record.values["serial"] for record in found.records] == ["1652323019935", "'16-A"]
    path.write_bytes(csv_bytes([["Rack", "Device", "Serial"], ["A1", "n1", "'165"], ["A1", "n2", "165"]]))
    assert [record.values["serial"] for record in read_device_list(read_tables(path), "uid").records] == ["'165", "165"]


@pytest.mark.parametrize(
    ("word", "status"), [("geplant", 0), ("bestellt", 1), ("geliefert", 2), ("installiert", 3), ("In Betrieb", 4), ("außer Betrieb", 5)]
)
def test_statuses_in_german(word: str, status: int, tmp_path: Path) -> None:
    found = read([["Rack", "Device", "Status"], ["A1", "n1", word]], tmp_path)
    assert ([int(record.values["status"]) for record in found.records], found.faults) == ([status], [])


def test_the_highest_unit_is_checked_against_the_lowest_and_read_alone(tmp_path: Path) -> None:
    found = read([["Rack", "Device", "U", "Top U"], ["A1", "a", "12", "19"], ["A1", "b", "U1", "U1"]], tmp_path)
    assert [(record.values["position"], record.height, record.top) for record in found.records] == [
        (22, (16, "top"), None),
        (0, (2, "top"), None),
    ]
    assert not found.faults
    alone = read([["Schrank", "Gerät", "Oberste HE", "HE"], ["A1", "a", "HE 19", "8"]], tmp_path)
    assert (alone.records[0].top, alone.records[0].height, alone.records[0].values.get("position")) == (38, (16, "height"), None)
    wrong = read([["Rack", "Device", "U", "Top U", "Height (U)"], ["A1", "a", "12", "19", "4"], ["A1", "b", "1", "2U", ""]], tmp_path)
    assert [fault.what.plain() for fault in wrong.faults] == [
        "19 occupies 8 units, but the column Height (U) has 4.",
        "2U is not a rack unit.",
    ]


@pytest.mark.parametrize(("length", "shown"), [(59, 59), (60, 60), (61, 60), (200, 60)])
def test_the_name_of_an_unknown_column_is_shown_up_to_sixty_letters(length: int, shown: int, tmp_path: Path) -> None:
    found = read([["Hall", "Rack", "Rack type", f" {'q' * length} "], ["H", "R", "generic.rack-48u-600x1200", "x"]], tmp_path)
    assert found.ignored == ["q" * shown]
