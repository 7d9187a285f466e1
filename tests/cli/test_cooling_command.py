"""`gpudesk cooling`: the same project on room air, rear doors and direct liquid, as lines, JSON and CSV."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run


def project(path: Path, template: str = "one-rack", **sheet: str) -> Path:
    with Document.create(path) as document:
        run_operation(document, build, load_template(template))
        for key, value in sheet.items():
            run_operation(document, set_site_value, key, value)
    return path


def test_three_ways_side_by_side(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "rack.gpudesk")
    done = run("cooling", file, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "cooling.v2.json").read_text(encoding="utf-8")))
    air, door, liquid = done.json["variants"]
    assert [each["method"] for each in done.json["variants"]] == ["air", "door", "liquid"]
    for each in done.json["variants"]:
        assert each["air_w"] + each["rear_door_w"] + each["liquid_w"] == pytest.approx(done.json["heat_w"])
    assert air["racks_over_limit_names"] == ["A01"]
    assert door["racks_over_limit_names"] == liquid["racks_over_limit_names"] == []
    assert air["flow_l_min"] == 0 < liquid["flow_l_min"]
    assert liquid["pue"] < door["pue"] < air["pue"]
    assert door["units"][0]["needed"] == 1
    assert liquid["liquid_w"] == pytest.approx(0.85 * 4 * 10_200)
    lines = run("cooling", file).out
    assert "Annual PUE" in lines
    assert "cold plates" in lines


def test_the_cooling_as_it_is_planned(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "pod.gpudesk", "hgx-pod")
    done = run("cooling", file, "--json")
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "cooling.v2.json").read_text(encoding="utf-8")))
    planned = done.json["planned"]
    air = next(each for each in planned["carriers"] if each["kind"] == "air")
    assert (air["redundancy"], air["units"], air["redundancy_met"]) == ("N+1", planned["units"], True)
    assert air["spare_units"] >= 1
    assert planned["units_w"] == 5_000 * planned["units"]
    # Fans of the units are part of the heat that they take, but of no additional cooling.
    assert planned["heat_w"] == planned["removed_w"] == pytest.approx(done.json["heat_w"] + planned["units_w"])
    assert 1 < planned["pue"] < 1.6
    told = run("cooling", file).out
    assert "Annual PUE as planned" in told
    assert "short" not in told
    assert run("cooling", project(tmp_path / "rack.gpudesk"), "--json").json["planned"] is None


def test_warm_months_and_towers(tmp_path: Path, run: Run) -> None:
    cool = run("cooling", project(tmp_path / "cool.gpudesk"), "--json").json["variants"][0]
    months = "30 30 30 30 30 30 30 30 30 30 30 30"
    warm = run("cooling", project(tmp_path / "warm.gpudesk", climate_months_c=months, heat_rejection="tower"), "--json").json
    assert warm["climate"]["mean_c"] == [30.0] * 12
    assert warm["climate"]["location"] is None
    assert warm["variants"][0]["wue_l_per_kwh"] > 1 > cool["wue_l_per_kwh"] == 0
    assert warm["variants"][0]["pue"] > cool["pue"]


def test_as_csv(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "cooling.csv"
    assert run("cooling", project(tmp_path / "rack.gpudesk"), "--csv", out).out.strip() == str(out)
    text = out.read_text(encoding="utf-8-sig")
    assert text.startswith(",unit,Room air,Rear doors,Direct liquid")
    assert "1 × Generic Active rear door 60 kW" in text


def test_an_empty_hall_has_no_pue(tmp_path: Path, run: Run) -> None:
    done = run("cooling", project(tmp_path / "empty.gpudesk", "empty-hall"), "--json")
    assert done.json["heat_w"] == 0
    assert "pue" not in done.json["variants"][0]
