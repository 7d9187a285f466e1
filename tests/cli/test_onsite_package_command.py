"""`gpudesk onsite package` and `merge`, and `record` in a package."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
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


def hand_out(run: Run, rack: Path, name: str = "a.gpuwork", *options: str) -> Path:
    out = rack.with_name(name)
    assert run("onsite", "package", rack, out, "--rack", "A01", "--by", "Ana", *options).out == f"{out}\n"
    return out


def test_a_rack_is_handed_out(rack: Path, run: Run) -> None:
    out = rack.with_name("a.gpuwork")
    body = checked(run("onsite", "package", rack, out, "--rack", "A01", "--stage", "receive", "--by", "Ana", "--json"), "onsite_package")
    assert (body["kind"], body["title"], body["items"], body["rows"]) == ("package", "A01, receive", 3, 21)
    assert out.is_file()
    assert run("onsite", "package", rack, rack.with_name("a.zip"), "--by", "Ana").code == 2
    assert run("onsite", "package", rack, out, "--rack", "Z9", "--by", "Ana").code == 3


def test_a_package_is_filled_in_and_merged(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    body = checked(
        run("onsite", "record", out, "rcv-030", "dgx-001", "--by", "Ben", "--set", "part=DGX H100", "--set", "serial=S-1", "--json"),
        "onsite_record",
    )
    assert (body["records"], body["target"]["state"], body["target"]["values"]) == ([1, 2], "passed", {"part": "DGX H100", "serial": "S-1"})
    merged = checked(run("onsite", "merge", rack, out, "--by", "Ana", "--json"), "onsite_merge")
    (package,) = merged["packages"]
    assert (package["added"], package["already_present"], package["conflicts"], package["stale"]) == (2, 0, [], [])
    shown = run("onsite", "show", rack, "RCV-030", "dgx-001", "--json").json["target"]
    assert (shown["state"], shown["entries"][0]["person"]) == ("passed", "Ben")
    assert run("onsite", "merge", rack, out, "--by", "Ana").out == "A01: 0 entries imported, 2 already known, 0 photos\n"
    assert run("onsite", "verify-log", rack).code == 0


def test_conflicts_are_shown_with_both_sides(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    run("onsite", "record", out, "RCV-030", "dgx-001", "--by", "Ben", "--set", "serial=S-1")
    run("onsite", "record", rack, "RCV-030", "dgx-001", "--by", "Ana", "--set", "serial=S-2")
    done = run("onsite", "merge", rack, out, "--by", "Ana", "--json")
    assert done.code == 5
    (conflict,) = checked(done, "onsite_merge")["packages"][0]["conflicts"]
    assert (conflict["item"], conflict["target_name"], conflict["field"]) == ("RCV-030", "dgx-001", "serial")
    assert [(side["person"], side["value_text"]) for side in conflict["sides"]] == [("Ana", "S-2"), ("Ben", "S-1")]


def test_what_does_not_fit_leaves_the_package_as_it_is(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    before = out.read_bytes()
    assert run("onsite", "record", out, "RDY-010", "--by", "Ben", "--set", "revision=C").code == 2
    assert run("onsite", "record", out, "RCV-030", "dgx-009", "--by", "Ben", "--set", "serial=1").code == 2
    assert run("onsite", "record", out, "RCV-050", "dgx-001", "--by", "Ben", "--set", "cords=many").code == 2
    assert run("onsite", "record", out, "RCV-050", "dgx-001", "--by", "Ben", "--set", "cords=4", "--set", "cords=6").code == 2
    assert run("onsite", "record", out, "RCV-030", "dgx-001", "--by", "Ben", "--waive", "--second", "ben", "--reason", "Sure").code == 3
    assert out.read_bytes() == before


def test_nobody_signs_for_somebody_else_in_a_package(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    done = run("onsite", "record", out, "RCK-010", "A01", "--by", "Ben", "--set", "first=Ana")
    assert (done.code, "choose the name Ana first" in done.err) == (3, True)


def test_a_file_that_is_no_package_is_refused(rack: Path, run: Run) -> None:
    (rack.parent / "b.gpuwork").write_bytes(b"PK\x03\x04 nothing")
    assert run("onsite", "merge", rack, rack.parent / "b.gpuwork", "--by", "Ana").code == 3
    assert run("onsite", "merge", rack, rack.parent / "none.gpuwork", "--by", "Ana").code == 3
    assert run("onsite", "record", rack.parent / "b.gpuwork", "RCV-030", "dgx-001", "--by", "Ben", "--set", "serial=1").code == 3
