"""Templates by the command line: the SuperPOD as it is published, what --set takes, and own templates."""

import csv
import json
from pathlib import Path

import pytest

from gpudesk.catalog.own_templates import own_path
from tests.catalog.test_own_templates import BOMB, saved
from tests.cli import in_process


def gpudesk(*words: str | Path, code: int = 0) -> str:
    """What a command prints: its output, or its error where it ends with another code than 0."""
    done = in_process.gpudesk(*words)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


BILL = Path(__file__).resolve().parents[1] / "catalog" / "dgx_h100_superpod_bom.csv"
"""RA-11333-001 V11, bill of materials of 4 SU with 127 systems: each line, how it is counted in a project, or why it is not."""
CABLED = {
    "generic.cat5e-blue": 127 + 64 + 8 + 8 + 2 + 108,
    "nvidia.mfp7e10": 2040 + 494,
    "nvidia.mfp7e20": 2 + 2,
    "nvidia.mma4z00-ns": 1536 + 369 - 1,
    "nvidia.mma4z00-ns-flt": 508,
    "nvidia.mma1z00-ns400": 254,
    "nvidia.mma4z00-ns400": 4 + 4,
    "nvidia.mfa7u10": 4,
}
"""Cables and modules of the bill as `gpudesk cable` lays them."""


def test_four_units_of_the_superpod_come_to_the_published_bill_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.gpudesk"
    assert gpudesk("new", path, "--template", "dgx-h100-superpod", "--set", "su=4") == f"{path}\n"
    found = json.loads(gpudesk("info", path, "--json"))
    totals, types = found["totals"], {each["key"]: each for each in found["types"]}
    assert (totals["systems"], totals["gpus"], totals["racks"]) == (127, 1016, 38)
    with BILL.open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    counted = {line["line"]: line for line in lines if line["counted_as"]}
    for line in counted.values():
        key, _, roles = line["counted_as"].removeprefix("rack:").partition(":")
        count = sum(types[key]["roles"][role] for role in roles.split("+")) if roles else types[key]["count"]
        assert count == int(line["count"]), line["line"]
    assert len(counted) == 10
    assert all(line["why_not"] for line in lines if not line["counted_as"])
    extra = set(types) - {line["counted_as"].removeprefix("rack:").partition(":")[0] for line in counted.values()}
    assert {key for key in extra if types[key]["family"] != "gpu"} <= {"nvidia.dgx-cord", *CORDS, *COOLING}


def test_its_cables_and_modules_are_those_of_the_bill(tmp_path: Path) -> None:
    path = tmp_path / "a.gpudesk"
    gpudesk("new", path, "--template", "dgx-h100-superpod", "--set", "su=4")
    gpudesk("cable", path)
    found: dict[str, int] = {}
    for line in json.loads(gpudesk("bom", path, "--json"))["lines"]:
        found[line["key"]] = found.get(line["key"], 0) + line["count"]
    assert {key: found.get(key, 0) for key in CABLED} == CABLED


COOLING = {"generic.fan-wall-600kw"}
"""The bill holds none: units by rule for the heat, one more than is needed (docs/templates.md)."""
CORDS = {"generic.cord-c14-c13-blue", "generic.cord-c14-c13-red", "generic.cord-c14-c13"}


def test_the_docs_hold_the_bill_line_by_line() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "templates.md").read_text(encoding="utf-8")
    with BILL.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            here = line["count"] if line["counted_as"] else "–"
            assert f"| {line['line']} | {line['count']} | {here} | {line['why_not'] or 'equal'} |" in text


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("su=9", "su cannot be 9: it must be a whole number from 1 to 4."),
        ("su=two", "su cannot be two: it must be a whole number from 1 to 4."),
        ("su=", "su cannot be : it must be a whole number from 1 to 4."),
        ("ufm=maybe", "ufm cannot be maybe: it must be true or false."),
        ("systems_a_rack=3", "systems_a_rack cannot be 3: it must be one of 1, 2, 4."),
        (
            "su",
            "'su' is not KEY=VALUE with a parameter of the template (su=1…4, ufm=true|false, systems_a_rack=1|2|4, cooling=room|row|",
        ),
        ("nodes=4", "'nodes=4' is not KEY=VALUE with a parameter of the template (su=1…4"),
    ],
)
def test_what_does_not_fit_names_the_key_and_what_it_can_be(tmp_path: Path, setting: str, told: str) -> None:
    path = tmp_path / "a.gpudesk"
    assert told in gpudesk("new", path, "--template", "dgx-h100-superpod", "--set", setting, code=2)
    assert not path.exists()


def test_own_templates_are_listed_and_begun_with(tmp_path: Path) -> None:
    name = saved("East row")
    listed = gpudesk("templates")
    assert "\nYour own\nmine/east-row" in listed
    body = {each["name"]: each for each in json.loads(gpudesk("templates", "--json"))["templates"]}
    assert (body[name]["custom"], body["small-pod"]["custom"], body[name]["kind"]) == (True, False, "racks")
    assert [each["name"] for each in body[name]["parameters"]] == ["racks"]
    path = tmp_path / "a.gpudesk"
    gpudesk("new", path, "--template", name, "--set", "racks=6")
    assert json.loads(gpudesk("info", path, "--json"))["totals"]["gpus"] == 48
    assert "racks cannot be 0: it must be a whole number from 1 to 200." in gpudesk(
        "new", tmp_path / "b.gpudesk", "--template", name, "--set", "racks=0", code=2
    )
    assert "There is no template mine/none; available: " in gpudesk("new", tmp_path / "b.gpudesk", "--template", "mine/none", code=2)


def test_an_own_file_that_is_none_is_told_in_one_line_and_hides_nothing(tmp_path: Path) -> None:
    path = own_path(saved("East row"))
    (path.parent / "bomb.yaml").write_text(BOMB)
    assert "mine/east-row" in gpudesk("templates")
    told = json.loads(gpudesk("templates", "--json"))["unreadable"]
    assert [Path(each["file"]).name for each in told] == ["bomb.yaml"]
    assert "anchors and aliases are not supported here: write out the value" in gpudesk(
        "new", tmp_path / "a.gpudesk", "--template", "mine/bomb", code=3
    )
    assert not (tmp_path / "a.gpudesk").exists()
