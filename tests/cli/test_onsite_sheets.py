"""`gpudesk onsite sheets`: the checklist with its codes, open points, the punch list."""

import csv
from pathlib import Path

import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.reports.sheets import faults, printed_pages

ANA = ("--by", "Ana")
CHECKS = ("lockout", "hearing", "static", "laser")


@pytest.fixture
def rack(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One rack; a passed item, one that is begun, and one that failed and is on the punch list."""
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path, note = tmp_path / "rack.gpudesk", tmp_path / "lifting.pdf"
    note.write_bytes(b"lifting")
    assert run("new", path, "--template", "one-rack", "--set", "released_revision=C", "--set", "mover_kg=60").code == 0
    for words in (
        ("RDY-010", *ANA, "--set", "revision=C", "--set", "lead=Ana"),
        ("RDY-050", "Hall 1", *ANA, "--set", "uniform_kg_m2=612"),
        ("RDY-030", *ANA, *(f"--set={name}=no" for name in CHECKS), "--file", f"lifting_plan={note}"),
    ):
        done = run("onsite", "record", path, *words)
        assert done.code == 0, done.err
    return path


def lines(run: Run, rack: Path, *words: str) -> list[dict[str, str]]:
    out = rack.with_name("list.csv")
    assert run("onsite", "sheets", rack, out, *words).code == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_every_item_on_every_target_has_a_code_that_opens_it(rack: Path, run: Run) -> None:
    rows = lines(run, rack)
    assert len({row["Code"] for row in rows}) == len(rows)
    counts = run("onsite", "list", rack, "--json").json["items"]
    assert len(rows) == sum(sum(item["counts"].values()) - item["counts"]["not_applicable"] for item in counts)
    (row,) = [row for row in rows if row["Item"] == "RCV-030" and row["Of what"] == "dgx-002"]
    assert row["Rack"] == "A01"
    shown = run("onsite", "show", rack, row["Code"], "--json").json
    assert (shown["item"]["key"], shown["target"]["name"]) == ("RCV-030", "dgx-002")
    assert run("onsite", "show", rack, row["Code"], "dgx-002").code == 2
    (floor,) = [row for row in rows if row["Item"] == "RDY-050"]
    assert run("onsite", "record", rack, floor["Code"], *ANA, "--set", "point_kg=300").code == 0
    assert run("onsite", "show", rack, "RDY-050", "Hall 1", "--json").json["target"]["values"]["point_kg"] == 300


def test_a_sheet_of_another_project_is_refused(rack: Path, run: Run) -> None:
    other = rack.with_name("other.gpudesk")
    assert run("new", other, "--template", "one-rack").code == 0
    code = lines(run, rack)[0]["Code"]
    done = run("onsite", "show", other, code)
    assert done.code == 2
    assert "another project" in done.err


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("what", ["checklist", "open", "punch"])
def test_sheets_are_printed_in_both_languages(rack: Path, run: Run, what: str, language: str) -> None:
    out = rack.with_name("sheets.pdf")
    assert run("onsite", "sheets", rack, out, "--what", what, "--lang", language).code == 0
    assert faults(out) == []
    assert run("onsite", "verify-log", rack, "--against", out).code == 0
    pages = printed_pages(out)
    end = run("onsite", "status", rack, "--json").json["log"]["writers"][0]
    assert all(f"{end['writer']}:{end['number']}" in page.text for page in pages)


def test_the_checklist_shows_what_was_recorded_and_by_what_it_is_judged(rack: Path, run: Run) -> None:
    out = rack.with_name("sheets.pdf")
    assert run("onsite", "sheets", rack, out).code == 0
    text = " ".join(page.text for page in printed_pages(out))
    assert "Uniform load limit: 612 kg/m²" in text
    assert "Mass of the pallet jack or mover for the heaviest crate = 60" in text
    assert "Point load limit: at least 244" in text
    assert "d.max_foot_kg" not in text


def test_open_points_leave_out_what_has_passed(rack: Path, run: Run) -> None:
    rows = lines(run, rack, "--what", "open")
    assert "RDY-010" not in {row["Item"] for row in rows}
    assert [row["State"] for row in rows if row["Item"] == "RDY-050"] == ["in progress"]
    mine = lines(run, rack, "--what", "open", "--rack", "A01", "--stage", "rack")
    assert {row["Rack"] for row in mine} == {"A01"}
    assert {row["Item"][:3] for row in mine} == {"RCK"}
    assert run("onsite", "sheets", rack, rack.with_name("x.csv"), "--rack", "Z99").code == 2


def test_the_punch_list_closes_with_a_passing_retest(rack: Path, run: Run) -> None:
    (point,) = lines(run, rack, "--what", "punch")
    assert (point["Item"], point["State"]) == ("RDY-030", "failed")
    assert run("onsite", "record", rack, "RDY-030", *ANA, *(f"--set={name}=yes" for name in CHECKS)).code == 0
    (point,) = lines(run, rack, "--what", "punch")
    assert (point["Item"], point["State"]) == ("RDY-030", "closed")
