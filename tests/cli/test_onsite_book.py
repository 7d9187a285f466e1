"""`gpudesk onsite book`: the handover book as PDF and JSON, its manifest, and the end of the log that it proves."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.reports.sheets import faults, printed_pages

ANA = ("--by", "Ana")


@pytest.fixture
def rack(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One rack with a passed, a failed and a waived item, and a value with a file."""
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path, note = tmp_path / "rack.gpudesk", tmp_path / "note.pdf"
    note.write_bytes(b"floor")
    assert run("new", path, "--template", "one-rack", "--set", "released_revision=C").code == 0
    for words in (
        ("RDY-010", *ANA, "--set", "revision=C", "--set", "lead=Ana"),
        ("RDY-050", "Hall 1", *ANA, "--set", "uniform_kg_m2=1000", "--set", "point_kg=243", "--set", "engineer=Eva", "--set", "first=Ana"),
        ("RDY-050", "Hall 1", "--by", "Ben", "--set", "second=Ben"),
        ("RDY-120", *ANA, "--second", "Ben", "--waive", "--reason", "no uplink yet"),
        ("RDY-040", *ANA, "--file", f"photos={note}"),
    ):
        done = run("onsite", "record", path, *words)
        assert done.code == 0, done.err
    return path


def book_of(run: Run, file: Path, *words: str) -> Any:
    out = file.with_name("book.json")
    assert run("onsite", "book", file, out, *words).code == 0
    return json.loads(out.read_text(encoding="utf-8"))


def part(body: Any, name: str) -> Any:
    return next(part for part in body["parts"] if part["part"] == name)


def test_the_json_book_fits_its_schema_and_says_everything(rack: Path, run: Run) -> None:
    body = book_of(run, rack)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "onsite_book.v2.json").read_text(encoding="utf-8")))
    assert [part["part"] for part in body["parts"]] == ["site", "A01"]
    results = {result["item"]: result for result in part(body, "site")["results"]}
    assert results["RDY-010"]["state"] == "passed"
    assert results["RDY-010"]["limits"] == [{"name": "k.released_revision", "value": "C"}]
    floor = results["RDY-050"]
    assert (floor["state"], floor["verdict"], floor["target_name"]) == ("failed", "failed", "Hall 1")
    limits = {limit["name"]: round(limit["value"], 2) for limit in floor["limits"]}
    assert limits == {"d.max_foot_kg": 243.54, "d.max_spread_kg_per_m2": 507.51}
    assert [value["person"] for value in floor["signatures"]] == ["Ana", "Ben"]
    (waiver,) = results["RDY-120"]["decisions"]
    assert (waiver["kind"], waiver["person"], waiver["second_person"], waiver["reason"]) == ("waiver", "Ana", "Ben", "no uplink yet")
    (point,) = part(body, "site")["punch_list"]
    assert (point["item"], point["closed"], point["failures"], point["failed_by"]) == ("RDY-050", False, 1, "Ana")
    assert "dgx-001" in {device["name"] for device in part(body, "A01")["installed"]}
    left = {line["item"]: line for line in part(body, "A01")["remaining"]}
    assert left["RCV-030"]["state"] == "blocked"
    assert len(left["RCV-030"]["targets"]) == 9
    assert [person["name"] for person in body["people"]] == ["Ana", "Ben"]


def test_the_manifest_can_be_computed_again(rack: Path, run: Run) -> None:
    body = book_of(run, rack)
    digests = {(line["kind"], line["name"]): line["sha256"] for line in body["manifest"]}
    for name, content in (("site", part(body, "site")), ("A01", part(body, "A01"))):
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        assert digests["part", name] == sha256(text.encode()).hexdigest()
    log = json.dumps(body["log"], ensure_ascii=False, separators=(",", ":"))
    assert digests["log", "log"] == sha256(log.encode()).hexdigest()
    assert digests["file", "note.pdf"] == sha256(b"floor").hexdigest()
    assert [(file["name"], file["size"]) for file in body["files"]] == [("note.pdf", 5)]
    written = rack.with_name("book.json")
    assert written.with_name("book.json.sha256").read_text() == f"{sha256(written.read_bytes()).hexdigest()}  book.json\n"


def test_a_book_of_some_racks_leaves_the_rest_out(rack: Path, run: Run) -> None:
    body = book_of(run, rack, "--rack", "A01")
    assert [part["part"] for part in body["parts"]] == ["A01"]
    assert body["files"] == []
    assert run("onsite", "book", rack, rack.with_name("x.json"), "--rack", "Z99").code == 2
    assert run("onsite", "book", rack, rack.with_name("x.txt")).code == 2


@pytest.mark.parametrize("suffix", ["json", "pdf"])
def test_a_book_finds_a_cut_off_end(rack: Path, run: Run, suffix: str) -> None:
    earlier, out = rack.with_name("earlier.gpudesk"), rack.with_name(f"book.{suffix}")
    earlier.write_bytes(rack.read_bytes())
    assert run("onsite", "record", rack, "RDY-080", "Hall 1", *ANA, "--not-applicable", "--reason", "no hall cooling").code == 0
    assert run("onsite", "book", rack, out).code == 0
    assert run("onsite", "verify-log", rack, "--against", out).code == 0
    assert run("onsite", "verify-log", rack, "--against", rack.with_name("none.pdf")).code != 0
    cut = run("onsite", "verify-log", earlier, "--against", out, "--json")
    assert cut.code == 5
    assert [fault["breach"] for fault in cut.json["faults"]] == ["cut_off"]


def test_a_foreign_pdf_holds_no_ends(rack: Path, run: Run) -> None:
    other = rack.with_name("other.pdf")
    assert run("export", rack, "hall-summary", other).code == 0
    done = run("onsite", "verify-log", rack, "--against", other)
    assert done.code not in (0, 5)
    assert "does not contain the end records of a log." in done.err


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_printed_book_names_the_ends_of_the_log_on_every_sheet(rack: Path, run: Run, language: str) -> None:
    out = rack.with_name("book.pdf")
    assert run("onsite", "book", rack, out, "--lang", language).code == 0
    body = book_of(run, rack)
    (end,) = body["log"]["writers"]
    pages = printed_pages(out)
    assert faults(out) == []
    assert all(f"{end['writer']}:{end['number']}" in page.text and end["digest"][:16] in page.text for page in pages)
    text = " ".join(page.text for page in pages)
    assert end["digest"] in text
    assert all(line["sha256"] in text for line in body["manifest"])
    foot = "Point load limit: at least 244" if language == "en" else "Límite de carga puntual: como mínimo 244"
    assert foot in text
    assert "d.max_foot_kg" not in text
    assert "no uplink yet (Ana, Ben" in text
