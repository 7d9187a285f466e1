"""`gpudesk cost`: the account of a project from its bill, its powers and its site sheet."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.cost_tables import cost_tables
from gpudesk.catalog.templates import load_template
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import SheetValue, site_definitions
from tests.cli.conftest import Run


def project(path: Path, template: str = "hgx-pod", **sheet: SheetValue) -> Path:
    with Document.create(path) as document:
        run_operation(document, build, load_template(template))
        for key, value in sheet.items():
            run_operation(document, set_site_value, key, value)
    return path


def account(run: Run, file: Path, *options: str) -> Any:
    done = run("cost", file, "--json", *options)
    assert done.code == 0, done.err
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "cost.v2.json").read_text(encoding="utf-8")))
    return done.json


def terms(found: Any) -> dict[str, float]:
    return {term["name"]: term["value"] for term in found["yearly"]["terms"]}


def test_a_pod_of_eights(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "pod.gpudesk")
    found = account(run, file)
    assert found["gpus"] == 128
    assert found["currency"] == "EUR"
    assert found["contract"] == "metered"
    assert found["yearly"]["value"] == pytest.approx(sum(terms(found).values()), abs=0.1)
    assert found["per_gpu_hour"]["value"] == pytest.approx(found["yearly"]["value"] / 128 / 8760, rel=1e-4)
    assert found["pue_source"] == "the planned cooling"
    assert found["rented"]["gpus"] == 128
    assert found["pieces_without_price"] > 0
    lines = {line["name"]: line for line in found["lines"]}
    assert lines["generic.hgx-h200-8u"]["pricing"] == "estimated"
    assert lines["nvidia.qm9700"]["pricing"] == "priced"
    assert lines["generic.crah-100kw"]["pricing"] == "with the place"
    told = run("cost", file).out
    assert "Colocation rent" in told
    assert "not known; they are not in the total" in told
    assert "Owning costs less" in told


def test_three_contracts_count_their_own_terms(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "pod.gpudesk")
    of = {name: set(terms(account(run, file, "--contract", name))) for name in ("all-in", "metered", "own-site")}
    shared = {"capital", "support", "spares", "insurance", "staff"}
    assert of["all-in"] == shared | {"rent"}
    assert of["metered"] == shared | {"rent", "energy"}
    assert of["own-site"] == shared | {"building", "upkeep", "energy"}


def test_the_site_sheet_counts_and_options_go_before_it(tmp_path: Path, run: Run) -> None:
    file = project(
        tmp_path / "pod.gpudesk",
        currency="usd",
        energy_tariff_per_kwh=0.1,
        cost_pue=1.5,
        rent_per_kw_month=100,
        cost_years=5,
        interest_percent=0,
    )
    found = account(run, file)
    assert found["currency"] == "USD"
    assert found["pue"] == 1.5
    assert terms(found)["rent"] == pytest.approx(100 * 12 * found["reserved_kw"], rel=1e-4)
    assert terms(found)["energy"] == pytest.approx(0.1 * found["site_kwh_per_year"], rel=1e-4)
    assert terms(found)["capital"] == pytest.approx(found["capital"]["value"] * 0.8 / 5, rel=1e-6)
    other = account(run, file, "--set", "pue=1.2", "--years", "4")
    assert other["pue"] == 1.2
    assert terms(other)["capital"] == pytest.approx(found["capital"]["value"] * 0.8 / 4, rel=1e-6)
    assert account(run, file, "--set", "cooling_share=35")["pue"] == pytest.approx(1.35)


def test_plant_is_bought_only_where_the_site_says_so(tmp_path: Path, run: Run) -> None:
    with_place = account(run, project(tmp_path / "a.gpudesk"))
    bought = account(run, project(tmp_path / "b.gpudesk", cost_plant="bought"))
    assert {line["pricing"] for line in bought["lines"]}.isdisjoint({"with the place"})
    assert bought["capital"]["value"] + bought["pieces_without_price"] > with_place["capital"]["value"] + with_place["pieces_without_price"]


def test_phases_add_up(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "pod.gpudesk")
    whole = account(run, file)
    first = account(run, file, "--phase", "1")
    assert first["phase"] == 1
    assert first["gpus"] <= whole["gpus"]
    assert first["capital"]["value"] <= whole["capital"]["value"]


def test_an_empty_project_has_no_hour_of_a_gpu(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "empty.gpudesk", "empty-hall")
    found = account(run, file)
    assert found["gpus"] == 0
    assert found["capital"] is None
    assert found["per_gpu_hour"] is None
    assert "No GPU is planned" in run("cost", file).out


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--set", "yaers=4"), "yaers"),
        (("--set", "years"), "KEY=VALUE"),
        (("--years", "-1"), "years"),
        (("--currency", "XYZ"), "currency"),
        (("--set", "pue=1.2", "--set", "cooling_share=30"), "PUE and cooling share express the same thing: set only one of them"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, run: Run, options: tuple[str, ...], named: str) -> None:
    done = run("cost", project(tmp_path / "one.gpudesk", "one-rack"), *options)
    assert done.code != 0
    assert named in done.err


def test_a_cap_in_the_dear_hours_of_a_tariff(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "pod.gpudesk", cost_tariff="three-periods")
    found = account(run, file, "--cap", "60", "--cap-speed", "85")
    cap = found["cap"]
    # Four and four hours of 261 weekdays.
    assert cap["hours"] == 8 * 261
    assert cap["kwh"] == pytest.approx(0.4 * found["site_kwh_per_year"] * cap["hours"] / 8760, rel=1e-4)
    assert cap["lost_work_share"] == pytest.approx(0.15 * cap["hours"] / 8760, abs=1e-6)
    assert cap["savings"] == pytest.approx(cap["energy_savings"] + cap["demand_savings"] - cap["lost_work_cost"], abs=0.02)
    assert account(run, file)["cap"] is None
    assert account(run, file, "--cap", "60", "--contract", "all-in")["cap"] is None
    assert "Capped for 2,088 hours" in run("cost", file, "--cap", "60").out


def test_knobs_have_bounds_and_change_no_sum(tmp_path: Path, run: Run) -> None:
    found = account(run, project(tmp_path / "pod.gpudesk"))
    knobs = {each["key"]: each for each in found["tuning"]}
    # Generating under a cap saves next to nothing; locked clocks up to 32 % of its energy.
    assert knobs["cap-decode"]["kwh"]["likely"] == 0
    assert knobs["clocks-decode"]["kwh"]["best"] == pytest.approx(0.32 * found["site_kwh_per_year"], rel=1e-4)
    for each in knobs.values():
        assert each["savings"]["worst"] <= each["savings"]["likely"] <= each["savings"]["best"]
        assert each["source"]


def test_bare_metal_beside_virtual_machines_by_the_weights_of_the_reader(tmp_path: Path, run: Run) -> None:
    file = project(tmp_path / "one.gpudesk", "one-rack")
    even = account(run, file)["virtual"]
    assert [each["key"] for each in even["criteria"]] == ["performance", "isolation", "energy", "operation", "cost"]
    assert even["bare_metal"] == pytest.approx(sum(each["bare_metal"] for each in even["criteria"]) / 5)
    assert "34,302" in even["criteria"][0]["basis"]
    work = account(run, file, "--weigh", "operation=10", "--weigh", "isolation=0")["virtual"]
    assert work["virtual"] > work["bare_metal"]
    assert "bare metal" in run("cost", file, "--weigh", "cost=2").out
    assert run("cost", file, "--weigh", "beauty=2").code == 2


def test_a_currency_of_the_sheet_without_a_rate_is_named(tmp_path: Path, run: Run) -> None:
    done = run("cost", project(tmp_path / "one.gpudesk", "one-rack", currency="florins"))
    assert done.code == 3
    assert "currency" in done.err
    assert "site sheet" in done.err


def test_the_sheet_offers_what_the_tables_have() -> None:
    values, tables = site_definitions().values, cost_tables()
    assert set(values["cost_tariff"].choices) == {"usual", *tables.tariffs}
    assert set(values["carbon_place"].choices) == {"usual", *tables.places}
