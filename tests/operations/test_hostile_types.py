"""Whatever is in a catalog entry that a plan or a file brings along: it is refused, or everything works with it."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.examples import examples
from tests.operations.test_any_sequence import Readers, demand_consistent
from tests.project.sample import RACK_BODY, SERVER_BODY, Clock, fact

odd_values = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1e308,
        -1e308,
        float("nan"),
        float("inf"),
        10**400,
        "",
        "x",
        "{n.__class__}",
        "{0}",
        "{n:99999999}",
        "\ud800",
        [],
        {},
        [1],
        {"a": 1},
    ]
)


def paths(body: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something is in a nested body."""
    found = [here] if here else []
    if isinstance(body, dict):
        for name, value in body.items():
            found += paths(value, (*here, name))
    elif isinstance(body, list):
        for place, value in enumerate(body):
            found += paths(value, (*here, place))
    return found


def changed(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = copy.deepcopy(body)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return made


BODIES = [json.loads(open_catalog().body(key)) for key in ("nvidia.dgx-h100", "generic.rack-48u-600x1200", "nvidia.sn2201")]


@given(data=st.data())
@examples(300)
def test_an_entry_is_read_or_its_faults_are_named(data: st.DataObject) -> None:
    body = data.draw(st.sampled_from(BODIES))
    made = changed(body, data.draw(st.sampled_from(paths(body))), data.draw(odd_values))
    try:
        kind = parse_type(made)
    except InvalidData as error:
        assert error.problems  # noqa: PT017 - either is right
    else:
        assert kind.title is not None
        list(kind.ports())


FACTS = sorted({*RACK_BODY["facts"], *SERVER_BODY["facts"], "zero_u_per_side", "static_load_kg", "rolling_load_kg", "power_average_w"})
ODD_NUMBERS = [-1, 0, 0.25, 10**9, 1e308, float("nan"), float("inf"), 10**400, "two"]


@pytest.mark.parametrize("name", FACTS)
def test_odd_facts_are_refused_or_everything_works(name: str) -> None:
    for value in ODD_NUMBERS:
        rack: dict[str, Any] = copy.deepcopy(RACK_BODY)
        server: dict[str, Any] = copy.deepcopy(SERVER_BODY)
        for body in (rack, server):
            body["facts"][name] = fact(value)
        devices = (PlanDevice(server["key"], "one", rack=0, position=0), PlanDevice(server["key"], "two", rack=0, position=1))
        types = {body["key"]: body for body in (rack, server)}
        plan = Plan(halls=(PlanHall("H"),), racks=(PlanRack(rack["key"], 0, "R"),), devices=devices, types=types)
        document = Document.scratch(Clock())
        try:
            run(document, build, plan)
            run(document, place_device, server["key"], 1, 10)
        except DeskError:
            pass
        demand_consistent(document, Readers())
        document.close()
