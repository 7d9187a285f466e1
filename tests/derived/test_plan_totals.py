"""What a plan would come to is what it comes to once it is built."""

from dataclasses import replace

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template, templates
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanRack
from gpudesk.derived.totals.plan_totals import plan_totals
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock


@pytest.mark.parametrize("name", [template.name for template in templates()])
def test_the_sums_of_a_template_are_those_of_the_project_made_from_it(name: str) -> None:
    plan = load_template(name)
    catalog = open_catalog()
    # Units that cool are counted by rule when a plan is built.
    assert plan_totals(plan, catalog.get).cooled == bool(plan.coolings)
    plan = replace(plan, coolings=())
    before = plan_totals(plan, catalog.get)
    document = Document.scratch(Clock())
    run(document, build, plan)
    after = totals(document.snapshot, "project")
    assert (before.gpus, before.systems, before.racks, before.devices) == (after.gpus, after.systems, after.racks, after.devices)
    assert before.power_max_w == pytest.approx(after.power_w["max"])
    assert before.power_missing == after.power_missing["max"]
    assert before.mass_kg == pytest.approx(after.mass_kg)
    assert before.mass_missing == after.mass_missing
    document.close()


def test_what_nobody_knows_is_counted_as_missing() -> None:
    plan = Plan(racks=(PlanRack("no.rack", 0, "A"),), devices=(PlanDevice("no.device", "a"),))
    found = plan_totals(plan, lambda _: None)
    assert (found.racks, found.devices, found.gpus, found.mass_missing, found.power_max_w) == (1, 1, 0, 2, 0.0)
