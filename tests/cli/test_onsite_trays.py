"""The command line prints trays as its schemas say."""

import csv
import json
from pathlib import Path
from typing import Any

import jsonschema

from gpudesk import locate
from tests.cli.conftest import Run


def checked(text: str, name: str) -> Any:
    """The object that was written, which fits its schema."""
    body = json.loads(text)
    jsonschema.validate(body, json.loads(locate.resource("schemas", f"{name}.v2.json").read_text(encoding="utf-8")))
    return body


def test_trays_fit_the_schemas(run: Run, tmp_path: Path) -> None:
    path, book = tmp_path / "site.gpudesk", tmp_path / "book.json"
    assert run("new", path, "--template", "gb200-nvl72-superpod").code == 0
    words = ("onsite", "record", path, "RCKT-100", "nvl72-001-c01", "--by", "Ana", "--set", "label=nvl72-001-c01", "--set", "serial=SN-1")
    assert run(*words, "--set", "seated=yes", "--set", "dry=yes").code == 0
    listed = checked(run("onsite", "list", path, "--rack", "nvl72-001", "--scope", "tray", "--json").out, "onsite_list")
    assert {item["scope"] for item in listed["items"]} == {"tray"}
    shown = checked(run("onsite", "show", path, "RCKT-100", "nvl72-001-c01", "--json").out, "onsite_show")
    assert (shown["item"]["scope"], shown["target"]["name"], shown["target"]["state"]) == ("tray", "nvl72-001-c01", "passed")
    assert run("onsite", "book", path, book).code == 0
    parts = checked(book.read_text(encoding="utf-8"), "onsite_book")["parts"]
    (part,) = [part for part in parts if part["part"] == "nvl72-001"]
    assert part["rack"] is None
    assert [line["serial"] for line in part["installed"] if line["name"] == "nvl72-001-c01"] == ["SN-1"]
    status = checked(run("onsite", "status", path, "--racks", "--json").out, "onsite_status")
    assert [group["rack"] for group in status["racks"]][-8:] == [f"nvl72-{number:03}" for number in range(1, 9)]


def test_sheets_and_book_of_one_rack_scale_system(run: Run, tmp_path: Path) -> None:
    path, book, sheet = tmp_path / "site.gpudesk", tmp_path / "book.json", tmp_path / "sheet.csv"
    assert run("new", path, "--template", "gb200-nvl72-superpod").code == 0
    assert run("onsite", "book", path, book, "--rack", "nvl72-002").code == 0
    assert [part["part"] for part in checked(book.read_text(encoding="utf-8"), "onsite_book")["parts"]] == ["nvl72-002"]
    assert run("onsite", "sheets", path, sheet, "--rack", "nvl72-002", "--rack", "A05").code == 0
    with sheet.open(encoding="utf-8-sig", newline="") as opened:
        (head, *rows) = csv.reader(opened)
    assert {row[head.index("Rack")] for row in rows} == {"nvl72-002", "A05"}
    assert "there is no rack 'nvl72-999'" in run("onsite", "sheets", path, sheet, "--rack", "nvl72-999").err
