"""The facts of a plan for its checklist: each name has one producer, which answers for every target of its scope."""

from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.fact_registry import PRODUCERS, distinct_values, fact_values
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import applies, shipped_checklist
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

PLAIN = (bool, int, float, str)
TEMPLATES = ("small-pod", "gb200-nvl72-superpod", "workstation-4-gpu")


@pytest.fixture(scope="module", params=TEMPLATES)
def plan(request: pytest.FixtureRequest) -> Snapshot:
    with Document.scratch() as document:
        run(document, build, load_template(request.param))
        if request.param == "small-pod":
            run(document, cable_project)
        return document.snapshot


@pytest.mark.parametrize(("scope", "name"), PRODUCERS, ids=[f"{scope}-{name}" for scope, name in PRODUCERS])
def test_a_producer_answers_for_every_target(plan: Snapshot, scope: Scope, name: str) -> None:
    ids = plan.cached(layout).ids[scope]
    values = fact_values(plan, scope, name, ids)
    assert len(values) == len(ids)
    for value in values:
        for part in value if isinstance(value, list) else [value]:
            assert part is None or type(part) in PLAIN
    if len(ids):
        # One at a time it says the same as for all at once.
        middle = len(ids) // 2
        assert fact_values(plan, scope, name, ids[middle : middle + 1]) == values[middle : middle + 1]


def test_what_conditions_read_is_the_same_as_the_values(plan: Snapshot) -> None:
    targets = plan.cached(layout)
    for item in shipped_checklist().items.values():
        for name in () if item.condition is None else item.condition.names:
            if name.startswith("d."):
                values, codes = distinct_values(plan, item.scope, name[2:], targets.ids[item.scope])
                assert [values[code] for code in codes] == fact_values(plan, item.scope, name[2:], targets.ids[item.scope])


def test_a_condition_over_columns_is_that_of_every_target(plan: Snapshot) -> None:
    targets, masks = plan.cached(layout), plan.cached(applies)
    for item in shipped_checklist().items.values():
        ids = targets.ids[item.scope]
        if item.condition is None or not len(ids) or any(name.startswith("k.") for name in item.condition.names):
            continue
        columns: dict[str, list[Any]] = {name: fact_values(plan, item.scope, name[2:], ids) for name in item.condition.names}
        for place in np.linspace(0, len(ids) - 1, 5).astype(int).tolist():
            values = {name[2:]: column[place] for name, column in columns.items()}
            expected = None not in values.values() and item.condition.evaluate({"d": values}) is True
            assert bool(masks[item.key][place]) is expected, (item.key, values)
