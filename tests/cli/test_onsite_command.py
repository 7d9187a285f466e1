"""`gpudesk onsite`: list, show, record, status and verify-log."""

import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Done, Run


@pytest.fixture
def rack(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One rack whose drawings are released as revision C, and an installation of its own."""
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path = tmp_path / "rack.gpudesk"
    assert run("new", path, "--template", "one-rack", "--set", "released_revision=C").code == 0
    return path


def checked(done: Done, name: str) -> Any:
    """The object that was printed, which fits its schema."""
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", f"{name}.v2.json").read_text(encoding="utf-8")))
    return done.json


def freeze(run: Run, rack: Path) -> Done:
    return run("onsite", "record", rack, "RDY-010", "--by", "Ana", "--set", "revision=C", "--set", "lead=Ana", "--json")


def alter(rack: Path, *statements: str) -> None:
    """Change the log as somebody does who has the file, past the triggers that keep it."""
    damaged = sqlite3.connect(rack)
    triggers = damaged.execute("SELECT name, sql FROM sqlite_master WHERE name LIKE 'keep_record_%'").fetchall()
    for name, _ in triggers:
        damaged.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        damaged.execute(statement)
    for _, sql in triggers:
        damaged.execute(sql)
    damaged.commit()
    damaged.close()


def item(body: Any, key: str) -> Any:
    return next(line for line in body["items"] if line["key"] == key)


def test_the_list_counts_what_the_plan_has(rack: Path, run: Run) -> None:
    body = checked(run("onsite", "list", rack, "--json"), "onsite_list")
    assert item(body, "RDY-010")["counts"]["open"] == 1
    assert item(body, "RDY-050")["counts"]["blocked"] == 1
    systems = item(body, "SWR-020")["counts"]
    assert systems["blocked"] == 4
    assert systems["not_applicable"] == sum(systems.values()) - 4
    assert item(body, "OPR-050")["counts"]["open"] == 0


def test_the_list_is_narrowed(rack: Path, run: Run) -> None:
    ready = checked(run("onsite", "list", rack, "--stage", "ready", "--scope", "hall", "--json"), "onsite_list")
    assert {(line["stage"], line["scope"]) for line in ready["items"]} == {("ready", "hall")}
    mine = checked(run("onsite", "list", rack, "--rack", "A01", "--json"), "onsite_list")
    assert {line["scope"] for line in mine["items"]} <= {"rack", "device", "feed", "cable"}
    opened = checked(run("onsite", "list", rack, "--state", "open", "--json"), "onsite_list")
    assert {line["key"] for line in opened["items"]} == {"RDY-010", "RDY-130"}
    lines = run("onsite", "list", rack, "--stage", "ready").out
    assert "Freeze the design revision" in lines
    assert run("onsite", "list", rack, "--rack", "Z99").code == 2
    assert run("onsite", "list", rack, "--stage", "later").code == 2


def test_an_item_is_shown_with_its_limits(rack: Path, run: Run) -> None:
    body = checked(run("onsite", "show", rack, "RDY-050", "Hall 1", "--json"), "onsite_show")
    limits = {line["name"]: line["value"] for line in body["target"]["limits"]}
    assert limits == {"d.max_foot_kg": pytest.approx(243.54, abs=0.01), "d.max_spread_kg_per_m2": pytest.approx(507.51, abs=0.01)}
    assert body["target"]["prerequisites"] == [{"item": "RDY-010", "hold_point": True, "targets": 1}]
    assert [line["key"] for line in body["item"]["fields"]][-2:] == ["first", "second"]
    assert run("onsite", "show", rack, "RDY-050", "Hall 9").code == 2
    assert run("onsite", "show", rack, "NO-000").code == 2
    out = run("onsite", "show", rack, "RDY-050", "Hall 1").out
    assert "Point load limit: at least 244\N{NO-BREAK SPACE}kg" in out
    assert "d.max_foot_kg" not in out


def test_what_is_not_set_is_named(rack: Path, run: Run) -> None:
    body = checked(run("onsite", "show", rack, "RDY-040", "--json"), "onsite_show")
    assert body["target"]["limits_not_set"] == ["k.mover_kg"]


def test_values_are_recorded_one_by_one(rack: Path, run: Run) -> None:
    body = checked(freeze(run, rack), "onsite_record")
    assert (body["target"]["state"], body["target"]["fields_recorded"], body["target"]["fields_required"]) == ("passed", 2, 2)
    assert body["records"] == [1, 2]
    first, second = body["target"]["entries"]
    assert first["evaluation"]["basis"] == {"k.released_revision": "C"}
    assert (first["verdict"], second["verdict"], second["kind"]) == ("partial", "passed", "signature")
    assert "to do" in run("onsite", "status", rack).out
    assert run("history", rack, "--json").json["steps"][-1]["title"] == "Ana works on site"


def test_a_limit_that_names_the_day_is_compared_with_the_day_of_the_record(rack: Path, run: Run) -> None:
    meters = json.dumps([{"what": "OLTS", "serial": "1", "due": "2020-01-01"}])
    run("onsite", "record", rack, "RDY-130", "--by", "Ana", "--set", f"instruments={meters}")
    shown = run("onsite", "show", rack, "RDY-130").out
    assert "site: failed" in shown
    assert "before 2100  NOT met" in shown


def test_files_are_kept_by_their_hash(rack: Path, run: Run, tmp_path: Path) -> None:
    freeze(run, rack)
    letter = tmp_path / "letter.pdf"
    letter.write_bytes(b"signed")
    done = run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Ana", "--file", f"letter={letter}", "--json")
    entry = checked(done, "onsite_record")["target"]["entries"][-1]
    digest = sha256(b"signed").hexdigest()
    assert entry["files"] == [{"name": "letter.pdf", "size": 6, "sha256": digest}]
    assert entry["value"] == {"value": digest}
    assert run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Ana", "--file", "first_kw=x").code == 2
    assert run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Ana", "--file", f"letter={tmp_path / 'none'}").code == 3


def test_a_hold_is_overridden_by_two(rack: Path, run: Run) -> None:
    refused = run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Ana", "--set", "first_kw=60")
    assert refused.code in (2, 3)
    assert "RDY-010" in refused.err
    words = ("--override", "--second", "Ben", "--reason", "Letter derived", "--set", "first_kw=60", "--json")
    body = checked(run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Ana", *words), "onsite_record")
    assert [line["kind"] for line in body["target"]["entries"]] == ["override", "value"]


def test_entries_are_withdrawn_and_items_settled(rack: Path, run: Run) -> None:
    name = freeze(run, rack).json["target"]["entries"][1]["name"]
    gone = run("onsite", "record", rack, "RDY-010", "--by", "Ana", "--withdraw", name, "--reason", "Wrong sheet", "--json")
    assert checked(gone, "onsite_record")["target"]["state"] == "in_progress"
    waived = run("onsite", "record", rack, "RDY-010", "--by", "Ana", "--waive", "--second", "Ben", "--reason", "Owner agrees", "--json")
    assert checked(waived, "onsite_record")["target"]["state"] == "waived"
    no = run("onsite", "record", rack, "RDY-130", "--by", "Ana", "--not-applicable", "--reason", "No tests here", "--json")
    assert checked(no, "onsite_record")["target"]["state"] == "not_applicable"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--set", "revision"),
        ("--set", "colour=red"),
        ("--waive",),
        ("--not-applicable",),
    ],
)
def test_what_makes_no_sense_is_refused(rack: Path, run: Run, words: tuple[str, ...]) -> None:
    assert run("onsite", "record", rack, "RDY-010", "--by", "Ana", *words).code in (2, 3)
    assert run("onsite", "status", rack, "--json").json["log"]["entries"] == 0


def test_the_exit_code_tells_what_is_left(rack: Path, run: Run) -> None:
    assert run("onsite", "status", rack).code == 0
    assert run("onsite", "status", rack, "--fail-on", "open").code == 5
    assert run("onsite", "status", rack, "--fail-on", "failed").code == 0
    run("onsite", "record", rack, "RDY-010", "--by", "Ana", "--set", "revision=B", "--set", "lead=Ana")
    assert run("onsite", "status", rack, "--fail-on", "failed").code == 5
    assert run("onsite", "list", rack, "--stage", "cable", "--fail-on", "failed").code == 0
    assert run("onsite", "list", rack, "--fail-on", "stale").code == 0


def test_the_status_counts_stages_and_racks(rack: Path, run: Run) -> None:
    freeze(run, rack)
    body = checked(run("onsite", "status", rack, "--racks", "--json"), "onsite_status")
    stages = {line["stage"]: line["counts"] for line in body["stages"]}
    assert list(stages)[:2] == ["ready", "receive"]
    assert stages["ready"]["passed"] == 1
    assert [line["rack"] for line in body["racks"]] == ["A01"]
    assert body["log"]["entries"] == 2
    assert body["log"]["writers"][0]["number"] == 2
    assert "A01" in run("onsite", "status", rack, "--racks").out


def test_the_status_counts_rows_and_teams(rack: Path, run: Run) -> None:
    freeze(run, rack)
    with Document.open(rack) as document:
        run_operation(document, add_person, "Ana", "Cabling")
        run_operation(document, add_person, "Ben", "Power")
    body = checked(run("onsite", "status", rack, "--racks", "--rows", "--teams", "--json"), "onsite_status")
    assert [row["counts"] for row in body["rows"]] == [line["counts"] for line in body["racks"]]
    teams = {line["team"]: line["counts"]["passed"] for line in body["teams"]}
    assert teams == {"": 0, "Cabling": 1, "Power": 0}
    assert "Cabling" in run("onsite", "status", rack, "--teams").out


def test_a_whole_log_has_no_faults(rack: Path, run: Run, tmp_path: Path) -> None:
    freeze(run, rack)
    book = tmp_path / "book.json"
    book.write_text(run("onsite", "status", rack, "--json").out, encoding="utf-8")
    body = checked(run("onsite", "verify-log", rack, "--against", book, "--json"), "onsite_log")
    assert (body["entries"], body["faults"]) == (2, [])
    assert run("onsite", "verify-log", rack).code == 0


def test_a_cut_off_end_and_an_altered_entry_are_told(rack: Path, run: Run, tmp_path: Path) -> None:
    freeze(run, rack)
    book = tmp_path / "book.json"
    book.write_text(run("onsite", "status", rack, "--json").out, encoding="utf-8")
    alter(rack, "DELETE FROM record WHERE id = 2", "UPDATE record SET person = 'Eve' WHERE id = 1")
    done = run("onsite", "verify-log", rack, "--against", book, "--json")
    assert done.code == 5
    assert [(line["number"], line["breach"]) for line in checked(done, "onsite_log")["faults"]] == [(1, "altered"), (2, "cut_off")]
    compared = run("check", rack, "--integrity")
    assert compared.code == 3
    assert "record" in compared.err


def test_nothing_is_recorded_where_one_of_several_values_does_not_fit(rack: Path, run: Run, tmp_path: Path) -> None:
    freeze(run, rack)
    of_hall = ("onsite", "record", rack, "RDY-050", "Hall 1", "--by", "Cleo")
    assert run(*of_hall, "--set", "uniform_kg_m2=600", "--set", "point_kg=much").code == 2
    missing = ("--set", "first_kw=60", "--file", f"letter={tmp_path / 'none'}")
    assert run("onsite", "record", rack, "RDY-070", "Hall 1", "--by", "Cleo", *missing).code == 3
    assert run("onsite", "status", rack, "--json").json["log"]["entries"] == 2
    assert run("history", rack, "--json").json["steps"][-1]["title"] == "Ana works on site"


def test_a_name_has_no_blanks_around_it(rack: Path, run: Run) -> None:
    body = run("onsite", "record", rack, "RDY-010", "--by", " Ana ", "--set", "revision=C", "--json").json
    assert body["target"]["entries"][0]["person"] == "Ana"
    assert "--by" in run("onsite", "record", rack, "RDY-010", "--by", " ", "--set", "revision=C").err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--waive", "--reason", "Owner agrees"), "need a second person"),
        (("--override", "--second", " ", "--reason", "Owner agrees"), "need a second person"),
        (("--waive", "--second", "Ben"), "need a --reason"),
        (("--not-applicable", "--reason", " "), "need a --reason"),
        (("--withdraw", "a:1"), "need a --reason"),
        (("--set", "revision=C", "--calibration-due", "2026-05-01"), "name it with --instrument"),
    ],
)
def test_what_belongs_together_is_asked_for_before_anything_is_written(rack: Path, run: Run, options: tuple[str, ...], said: str) -> None:
    done = run("onsite", "record", rack, "RDY-010", "--by", "Ana", *options)
    assert (done.code, said in done.err) == (2, True)
    assert all("works on site" not in step["title"] for step in run("history", rack, "--json").json["steps"])


def test_the_target_fits_the_item(rack: Path, run: Run) -> None:
    freeze(run, rack)
    assert (
        "give a hall as TARGET: RDY-050 applies to each hall"
        in run("onsite", "record", rack, "RDY-050", "--by", "Ana", "--set", "point_kg=1").err
    )
    assert "RDY-010 applies to the site: leave out TARGET" in run("onsite", "show", rack, "RDY-010", "Hall 1").err


def test_an_entry_of_another_item_is_not_withdrawn(rack: Path, run: Run) -> None:
    name = freeze(run, rack).json["target"]["entries"][0]["name"]
    done = run("onsite", "record", rack, "RDY-050", "Hall 1", "--by", "Ana", "--withdraw", name, "--reason", "Wrong sheet")
    assert (done.code, "RDY-050 has no entry" in done.err) == (2, True)
    assert run("onsite", "status", rack, "--json").json["log"]["entries"] == 2


@pytest.mark.parametrize(
    ("change", "verb"),
    [
        ("verdict = 'splendid'", "status"),
        ("judged = '{'", "status"),
        ("judged = '[]'", "list"),
        ("judged = printf('%.*c', 100000, '[')", "status"),
        ("""judged = '{"filled":"all"}'""", "list"),
        ("""judged = '{"basis":5}'""", "status"),
        ("value = '5'", "show"),
        ("""value = '{"value":NaN}'""", "show"),
        ("files = '['", "show"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(rack: Path, run: Run, change: str, verb: str) -> None:
    freeze(run, rack)
    alter(rack, f"UPDATE record SET {change} WHERE id = 2")
    done = run("onsite", verb, rack, *(["RDY-010"] if verb == "show" else []), "--json")
    assert done.code == 3
    assert ":2 of the log was altered and cannot be read" in done.err
    faults = run("onsite", "verify-log", rack, "--json").json["faults"]
    assert [(fault["number"], fault["breach"]) for fault in faults] == [(2, "altered")]


def test_another_file_is_no_book(rack: Path, run: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text('{"log": 5}', encoding="utf-8")
    assert run("onsite", "verify-log", rack, "--against", book).code == 3
    assert run("onsite", "verify-log", rack, "--against", tmp_path / "none").code == 3


@pytest.mark.parametrize("place", range(0, 13, 4))
def test_a_flipped_bit_in_an_entry_is_checked_log(rack: Path, run: Run, place: int) -> None:
    reason = b"No tests here"
    assert run("onsite", "record", rack, "RDY-130", "--by", "Ana", "--not-applicable", "--reason", reason.decode()).code == 0
    content = bytearray(rack.read_bytes())
    assert content.count(reason) == 1
    content[content.index(reason) + place] ^= 1
    rack.write_bytes(content)
    checked_log = run("onsite", "verify-log", rack, "--json")
    assert checked_log.code == 5
    assert [fault["breach"] for fault in checked_log.json["faults"]] == ["altered"]


def test_a_field_that_is_given_twice_is_refused(rack: Path, run: Run) -> None:
    done = run("onsite", "record", rack, "RDY-010", "--by", "Ana", "--set", "revision=C", "--set", "revision=D")
    assert (done.code, "revision is given twice" in done.err) == (2, True)
    assert "Ana" not in run("onsite", "show", rack, "RDY-010").out
