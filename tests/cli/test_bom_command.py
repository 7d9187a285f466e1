"""`gpudesk bom`: what is to be bought, as lines, JSON, CSV and workbook; counts, spares, packs, phases, and nothing that is a formula."""

import csv
import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import jsonschema
import openpyxl
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.project_settings import set_bom_figure
from gpudesk.operations.project.site_sheet_operations import name_phase
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run


def built(path: Path, template: str, wire: bool = True, **values: Any) -> Path:
    with Document.create(path) as document:
        run_operation(document, build, load_template(template, values))
        if wire:
            run_operation(document, wire_power, document.snapshot["rack"].ids.tolist())
    return path


@pytest.fixture(scope="module")
def superpod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("bom") / "pod.gpudesk", "dgx-h100-superpod")


def lines(body: Any) -> dict[tuple[str, str], Any]:
    return {(line["section"], line["key"] or line["title"]): line for line in body["lines"]}


def test_the_superpod_has_what_nvidia_prints(superpod: Path, run: Run) -> None:
    """NVIDIA DGX SuperPOD reference architecture, DGX H100, RA-11333-001 V11, bill of materials of 4 SU."""
    done = run("bom", superpod, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "bom.v2.json").read_text(encoding="utf-8")))
    found = lines(done.json)
    printed = {
        ("rack", "legrand.nvidpd13"): 38,
        ("device", "nvidia.dgx-h100"): 127,
        ("device", "nvidia.qm9700"): 48 + 16,
        ("device", "nvidia.sn4600c"): 8,
        ("device", "nvidia.sn2201"): 8,
        ("device", "raritan.px3-5878i2r"): 96,
        ("device", "raritan.px3-5747v-v2"): 12,
    }
    assert {key: found[key]["count"] for key in printed} == printed
    assert found["device", "nvidia.qm9700"]["roles"] == {
        "leaf": 32,
        "spine": 16,
        "storage leaf": 8,
        "storage spine": 4,
        "storage target leaf": 4,
    }
    assert found["cord_included", "nvidia.dgx-cord"]["count"] == 127 * 6
    assert found["cord_included", "nvidia.dgx-cord"]["to_buy"] == 0


def test_spares_packs_and_prices_follow_their_rules(superpod: Path, run: Run) -> None:
    found = lines(run("bom", superpod, "--json").json)
    switch = found["device", "nvidia.qm9700"]
    assert (switch["spares"], switch["to_buy"]) == (2, 66), "2 % of 64, rounded up"
    assert switch["price_total_usd"] == pytest.approx(66 * switch["price"]["usd"])
    assert switch["price"]["date"] == "2026-07-04"
    assert found["device", "nvidia.dgx-h100"]["price"] is None
    assert found["device", "nvidia.dgx-h100"]["price_total_usd"] is None
    nuts = found["accessory", "generic.cage-nuts-m6"]
    heavy, light = 127, 64 + 8 + 8 + 4 + 4
    assert nuts["count"] == 8 * heavy + 4 * light
    assert nuts["to_buy"] == -(-(nuts["count"] + nuts["spares"]) // 50)
    assert all(reason["source"] for line in found.values() for reason in line["reasons"])


def test_the_phases_add_up_to_the_whole(superpod: Path, run: Run) -> None:
    whole = run("bom", superpod, "--json").json
    parts = [run("bom", superpod, "--phase", str(phase["number"]), "--json").json for phase in whole["phases"]]
    assert len(parts) == 4
    for name in ("count", "spares", "to_buy"):
        for key, line in lines(whole).items():
            assert sum(lines(part).get(key, {name: 0})[name] for part in parts) == line[name], (key, name)
    for name in ("pieces", "labor_h", "mass_kg", "power_w"):
        assert sum(part["totals"][name] for part in parts) == pytest.approx(whole["totals"][name], abs=0.01)


def test_free_units_are_those_of_the_plan(tmp_path: Path, run: Run) -> None:
    file = built(tmp_path / "pod.gpudesk", "small-pod", wire=False)
    free = run("info", file, "--json").json["totals"]
    blanks = lines(run("bom", file, "--json").json)["accessory", "generic.blank-toolless-1u-10"]
    assert blanks["count"] == free["units_free"] + free["units_reserved"] > 0


def test_what_is_retired_is_not_bought_and_what_is_ordered_is_told(tmp_path: Path, run: Run) -> None:
    file = built(tmp_path / "rack.gpudesk", "one-rack", wire=False)
    before = run("bom", file, "--json").json
    with Document.open(file, write=True) as document:
        devices = document.snapshot["device"]
        systems = [row for row in devices.ids.tolist() if document.snapshot.types[int(devices.row(row)["type_id"])].gpu_count]
        run_operation(document, set_fields, "device", systems[0], {"status": Status.RETIRED})
        run_operation(document, set_fields, "device", systems[1], {"status": Status.ORDERED})
    after = run("bom", file, "--json").json
    key = next(key for key, line in lines(before).items() if line["family"] == "system")
    assert lines(after)[key]["count"] == lines(before)[key]["count"] - 1
    assert lines(after)[key]["ordered"] == 1
    assert after["retired"] == 1


def hostile(tmp_path: Path) -> Path:
    """Texts of the project and of rules that a spreadsheet would take for formulas."""
    file = built(tmp_path / "=cmd.gpudesk", "one-rack")
    with Document.open(file, write=True) as document:
        for device in document.snapshot["device"].ids.tolist():
            run_operation(document, set_fields, "device", device, {"role": "=HYPERLINK(1)"})
        node = int(document.snapshot["power_node"].ids[0])
        run_operation(document, set_fields, "power_node", node, {"receptacle": "@SUM(A1)"})
        run_operation(document, name_phase, 1, "-1+1")
    return file


def test_no_cell_is_a_formula(tmp_path: Path, run: Run) -> None:
    file, book, text = hostile(tmp_path), tmp_path / "list.xlsx", tmp_path / "list.csv"
    assert run("bom", file, "--xlsx", book, "--csv", text).out.splitlines() == [str(text), str(book)]
    opened = openpyxl.load_workbook(book)
    cells = [cell for sheet in opened for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell.coordinate for cell in cells if cell.data_type == "f"]
    risky = [cell for cell in cells if isinstance(cell.value, str) and cell.value[:1] in "=+-@"]
    assert {str(cell.value) for cell in risky} >= {"=HYPERLINK(1)", "@SUM(A1)", "=cmd"}
    assert all(cell.quotePrefix for cell in risky)
    with text.open(encoding="utf-8-sig", newline="") as written:
        words = [cell for row in csv.reader(written) for cell in row]
    assert "'=HYPERLINK(1)" in words
    assert not [cell for cell in words if cell[:1] in {"=", "+", "@", "\t", "\r"}]
    assert not [cell for cell in words if cell[:1] == "-" and not cell[1:].replace(".", "").isdigit()]


def test_the_workbook_has_numbers_with_formats_and_days(superpod: Path, tmp_path: Path, run: Run) -> None:
    book = tmp_path / "pod.xlsx"
    run("bom", superpod, "--xlsx", book)
    opened = openpyxl.load_workbook(book)
    assert opened.sheetnames == [
        "Summary",
        "Racks and devices",
        "By phase",
        "Network cables",
        "Power cords",
        "Circuits",
        "Accessories and tools",
        "Labor",
        "Assumptions",
    ]
    sheet = opened["Racks and devices"]
    head = {str(cell.value): place for place, cell in enumerate(sheet[1])}
    row = next(row for row in sheet.iter_rows(min_row=2) if row[0].value == "NVIDIA QM9700")
    assert (row[head["Price, USD"]].value, row[head["Price, USD"]].number_format) == (66 * 32870, "#,##0.00")
    price_of = row[head["Price date"]]
    assert isinstance(price_of.value, datetime)
    assert price_of.value.date() == date(2026, 7, 4)
    assert sheet.auto_filter.ref
    rack = next(row for row in sheet.iter_rows(min_row=2) if row[0].value == "NVIDIA DGX H100")
    assert (rack[head["Unit price, USD"]].value, rack[head["Price, USD"]].value) == ("price not known", None)
    told = [str(row[3].value) for row in opened["Assumptions"].iter_rows(min_row=2) if row[0].value == "Spares"]
    assert told
    assert all(source != "None" for source in told)


RULES = """
rules:
  - {title: Everything, title_es: Todo, of: {families: [switch]}, percent: 10, rounding: nearest, source: Our practice, confidence: memory}
"""


def test_own_rules_take_the_place_of_the_programs(superpod: Path, tmp_path: Path, run: Run) -> None:
    rules = tmp_path / "mine.yaml"
    rules.write_text(RULES, encoding="utf-8")
    found = lines(run("bom", superpod, "--spares", rules, "--json").json)
    assert found["device", "nvidia.qm9700"]["spares"] == 6, "6.4, to the nearest"
    assert found["device", "raritan.px3-5878i2r"]["spares"] == 0
    own = locate.user_data_dir() / "rules"
    own.mkdir(parents=True)
    (own / "spares.yaml").write_text(RULES, encoding="utf-8")
    body = run("bom", superpod, "--json").json
    assert lines(body)["device", "nvidia.qm9700"]["spares"] == 6
    assert body["rules"][0] == {"file": "spares.yaml", "custom": True}


def test_rules_that_cannot_be_used_are_refused_with_every_fault(superpod: Path, tmp_path: Path, run: Run) -> None:
    rules = tmp_path / "mine.yaml"
    wrong = RULES.replace("percent: 10", "percent: ten").replace("nearest", "sideways").replace("families: [switch]", "families: [swtich]")
    rules.write_text(wrong, encoding="utf-8")
    done = run("bom", superpod, "--spares", rules)
    assert done.code == 3
    for word in ("line 3", "percent", "rounding", "families"):
        assert word in done.err
    assert run("bom", superpod, "--spares", tmp_path / "none.yaml").code == 3


def test_an_empty_project_needs_nothing(tmp_path: Path, run: Run) -> None:
    file = built(tmp_path / "hall.gpudesk", "empty-hall", wire=False)
    body = run("bom", file, "--json").json
    assert (body["lines"], body["labor"]) == ([], [])
    assert body["totals"]["price_usd"] is None
    assert run("bom", file).code == 0
    assert run("bom", file, "--phase", "7", "--json").json["lines"] == []


def test_what_the_project_says_of_the_rules_counts_everywhere(tmp_path: Path, run: Run) -> None:
    path = built(tmp_path / "pod.gpudesk", "small-pod", wire=False)
    before = lines(run("bom", path, "--json").json)
    with Document.open(path) as document:
        for key, figure in (
            ("spares/Switches/percent", 50),
            ("accessories/generic.cage-nuts-m6/2/count", "16 * n"),
            ("labour/Rack a device by one person/minutes", 60),
            ("freight/packing/percent", 0),
        ):
            run_operation(document, set_bom_figure, key, figure)
    body = run("bom", path, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "bom.v2.json").read_text(encoding="utf-8")))
    found = lines(body)
    assert body["overrides"]["spares/Switches/percent"] == 50
    switch = found["device", "nvidia.qm9700"]
    assert switch["spares"] == switch["count"] / 2
    assert switch["spare_rule"]["source"] == "set in this project"
    nuts = found["accessory", "generic.cage-nuts-m6"]
    assert nuts["count"] > before["accessory", "generic.cage-nuts-m6"]["count"]
    assert {"16 * n", "4 * n"} >= {reason["rule"] for reason in nuts["reasons"]}
    assert body["totals"]["packed_kg"] == pytest.approx(body["totals"]["mass_kg"])
    (task,) = [each for each in body["labor"] if each["task"] == "Rack a device, one person"]
    assert task["minutes"] == 60
    out = tmp_path / "bill.xlsx"
    assert run("bom", path, "--xlsx", out).code == 0
    book = openpyxl.load_workbook(out)
    said = [row for row in book["Assumptions"].iter_rows(values_only=True) if row[1] == "Rule values set in this project"]
    assert len(said) == 1
    assert "spares/Switches/percent = 50" in str(said[0][2])
    head, *rows = book["Accessories and tools"].iter_rows(values_only=True)
    why = {row[head.index("Catalog key")]: row[head.index("Rule for the count")] for row in rows}
    assert "16 * n" in str(why["generic.cage-nuts-m6"])
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    spares = tmp_path / "spares.yaml"
    spares.write_bytes(locate.resource("rules", "spares.yaml").read_bytes())
    chosen = lines(run("bom", path, "--json", "--spares", spares).json)
    assert chosen["device", "nvidia.qm9700"]["spares"] == before["device", "nvidia.qm9700"]["spares"], (
        "a file that was asked for counts first"
    )


@pytest.mark.parametrize(
    ("key", "figure"),
    [
        ("spares/Nothing/percent", 1),
        ("spares/Switches/percent", -1),
        ("spares/Switches/least", 1.5),
        ("accessories/generic.blank-1ou/1/count", "x + 1"),
    ],
)
def test_a_figure_that_no_rule_has_or_bears_is_refused(tmp_path: Path, key: str, figure: float | str) -> None:
    path = built(tmp_path / "pod.gpudesk", "one-rack", wire=False)
    with Document.open(path) as document, pytest.raises(Refused):
        run_operation(document, set_bom_figure, key, figure)
