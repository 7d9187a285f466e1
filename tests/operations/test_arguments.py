"""Absurd arguments: every operation refuses them with a message that names the argument, and nothing is changed."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables, pull_cables
from gpudesk.operations.cabling.network_operations import change_network
from gpudesk.operations.cooling.cooling_nodes import add_cooling_nodes
from gpudesk.operations.copies.repeat import fill_rack
from gpudesk.operations.floor.floor_operations import align_on_floor, move_on_floor
from gpudesk.operations.floor.halls import create_hall, create_row, move_rack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_nodes import add_power_nodes
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.finding_operations import fix_findings
from gpudesk.operations.project.workload_peaks import record_peak
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import all_operations, run, undo
from gpudesk.project.document import Document
from tests.examples import example_count
from tests.operations.conftest import Project
from tests.operations.seeded import accepted
from tests.project.complete import complete

NAN, INFINITE = float("nan"), float("inf")
LONG = "x" * 1_000_001
HALF = "half \ud800 of a character"
ABSURD: tuple[Any, ...] = (
    *(None, True, -1, 2**31, 2**63, 2**64, -(2**64), 10**400, 0.5, NAN, INFINITE, -INFINITE),
    *("", "12", "no such thing", LONG, HALF, "a\0b", b"bytes", object(), int, len),
    *([], [None], ["12"], [2**64], [NAN], [[1]], [object()], (1, 2, 3), [("rack", 2**64)], [("rack", None)]),
    *({}, {"nothing": 2**64}, {1: 2}, {"name": NAN}, {"name": object()}),
    *(
        {"name": HALF},
        {"nothing": None},
        {"phase": None},
        {"phase": "12"},
        {"phase": -1},
        {"notes": LONG},
        {"notes": 5},
        [("rack", 2**64)],
        [("rack", None)],
    ),
    *([("device", "1")], [("nothing", 1)], [(1, 2)], [("rack",)], [(NAN, 1.0)], [(INFINITE, 0)], np.zeros((2, 2)), 9999, [9999], -5, [-5]),
)


@pytest.fixture(scope="module")
def whole() -> Iterator[Document]:
    with complete() as document:
        yield document


def never_fit(hint: Any) -> list[Any]:
    """What no argument of a declared type may be, whatever the operation does."""
    kinds = set(get_args(hint)) if get_origin(hint) in (Union, UnionType) else {hint}
    if kinds <= {int, type(None)}:
        unfit: list[Any] = [True, 2**64, -(2**64), 10**400, 0.5, NAN, INFINITE, "12", "", b"1", [], {}, object()]
        return unfit if type(None) in kinds else [None, *unfit]
    if hint is str:
        return [None, True, 12, 2**64, NAN, b"bytes", [], {}, object(), LONG, HALF]
    if hint is float:
        return [None, True, "12", NAN, INFINITE, 10**400, [], {}, object()]
    if hint is bool:
        return [None, 1, 0, "yes", NAN, [], object()]
    return [object(), int]


def with_argument(name: str, given: tuple[Sequence[Any], Mapping[str, Any]], argument: str, value: Any) -> tuple[list[Any], dict[str, Any]]:
    """A call of an operation with another value for one argument."""
    args, values = list(given[0]), dict(given[1])
    names = [each for each in signature(all_operations()[name]).parameters if each != "edit"]
    place = names.index(argument)
    if place < len(args):
        args[place] = value
    else:
        values[argument] = value
    return args, values


def calls(name: str) -> list[tuple[str, Any]]:
    """The arguments of an operation, with the types that they declare."""
    hints = get_type_hints(all_operations()[name])
    parameters = list(signature(all_operations()[name]).parameters.values())[1:]
    return [(each.name, hints[each.name]) for each in parameters if each.kind is not Parameter.VAR_KEYWORD]


@cache
def turns() -> Mapping[tuple[str, str], tuple[int, int]]:
    """Each argument, by operation and name: its turn among those that declare the same type, and how many these are."""
    arguments: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(all_operations()):
        for argument, hint in calls(name):
            arguments.setdefault(str(hint), []).append((name, argument))
    return {pair: (turn, len(pairs)) for pairs in arguments.values() for turn, pair in enumerate(pairs)}


def some_absurd(name: str, argument: str) -> tuple[Any, ...]:
    """A third of the absurd values for one argument of an operation, another third for the next one of its type.

    A type that fewer than three arguments declare meets all values; so does every argument in `make soak`.
    """
    parts = len(ABSURD) // example_count(len(ABSURD))
    turn, count = turns()[name, argument]
    return ABSURD if count < parts else ABSURD[turn % parts :: parts]


def test_each_declared_type_meets_each_absurd_value() -> None:
    """Not only in `make soak`."""
    met: dict[str, list[Any]] = {}
    for name in all_operations():
        for argument, hint in calls(name):
            met.setdefault(str(hint), []).extend(some_absurd(name, argument))
    for hint, values in met.items():
        assert {id(value) for value in values} == {id(value) for value in ABSURD}, hint


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", sorted(all_operations()))
def test_no_argument_makes_an_operation_fail_otherwise(whole: Document, name: str) -> None:
    """Refused, or done and taken back: what is None, huge, no number, half a character or a list of nonsense is no reason to break down."""
    drawn = accepted(name, whole)
    assert drawn is not None
    if drawn[1].title is not None:
        undo(whole)
    steps = whole.steps
    for argument, hint in calls(name):
        unfit = never_fit(hint)
        for value in (*some_absurd(name, argument), *unfit):
            args, values = with_argument(name, drawn[0], argument, value)
            before = whole.snapshot
            refused = ""
            try:
                done = run(whole, all_operations()[name], *args, **values)
            except DeskError as error:
                refused = str(error)
            if refused:
                assert whole.snapshot is before
                continue
            assert not any(value is each for each in unfit), f"{argument} of {name} took {value!r:.60}"
            assert done.findings is findings_of(whole.snapshot)
            if done.title is not None:
                undo(whole)
                steps = whole.steps
        assert whole.steps == steps, f"what was refused for {argument} is in the history"


def refusal(project: Project, verb: Any, *args: Any, **values: Any) -> str:
    """The words with which an operation is refused."""
    with pytest.raises(Refused) as refused:
        project.do(verb, *args, **values)
    return str(refused.value)


def test_the_message_names_the_argument(project: Project) -> None:
    rack = project.racks[0]
    whole_number = "must be a whole number of at most 2147483647, not"
    assert refusal(project, move_rack, rack, None, 0) == f"x_mm of move_rack {whole_number} None."
    assert refusal(project, move_rack, rack, 0, 2**64) == f"y_mm of move_rack {whole_number} 18446744073709551616."
    assert refusal(project, move_rack, rack, True, 0) == f"x_mm of move_rack {whole_number} True."
    assert refusal(project, pull_cables, [1, "2"]) == f"cable_ids[1] of pull_cables {whole_number} “2”."
    assert refusal(project, move_on_floor, [("rack", 0.5)], 0, 0) == f"objects[0][1] of move_on_floor {whole_number} 0.5."
    assert refusal(project, align_on_floor, [("rack", 1, 2)], "left") == "objects[0] of align_on_floor must have 2 parts, not 3."
    assert refusal(project, rename, "rack", rack, 5) == "name of rename must be text of at most 1000000 characters, not 5."
    half = "name of create_hall contains an incomplete character that cannot be stored. Enter the text again."
    assert refusal(project, create_hall, HALF) == half
    assert refusal(project, wire_power, [rack], None, 1) == "rewire of wire_power must be true or false, not 1."
    assert refusal(project, wire_power, "12") == "rack_ids of wire_power must be a list, not “12”."
    assert refusal(project, change_network, 1, [1]) == "settings of change_network must be a set of named values, not list."
    assert refusal(project, record_peak, 1, NAN, 1.0, "x") == "estimated_gib of record_peak must be a number, not nan."
    assert refusal(project, build, "plan") == "plan of build cannot be “plan”."
    cable = NewCable(1, 2**40, 2, 0)
    assert refusal(project, lay_cables, [cable]) == f"cables[0].a_port of lay_cables {whole_number} 1099511627776."
    assert "Its arguments are: hall_id, name" in refusal(project, create_row, wrong=1)
    fields = {"phase": 2**70}
    assert refusal(project, set_fields, "rack", [rack], fields) == f"fields[phase] of set_fields {whole_number} {2**70}."


def test_a_fix_with_absurd_arguments_is_refused(project: Project) -> None:
    text = refusal(project, fix_findings, [("move_rack", {"rack_id": "1", "x_mm": 0, "y_mm": 0})])
    assert text.startswith("rack_id of move_rack must be a whole number")
    assert "cannot be called this way" in refusal(project, fix_findings, [("move_rack", {"rack": 1})])


def test_values_for_another_operation_are_held_against_it(project: Project) -> None:
    assert "Its arguments are: kind, voltage_v" in refusal(project, add_power_nodes, ["F"], 6, 415, {"nothing": 1})
    text = refusal(project, add_power_nodes, ["F"], 6, 415, {"breaker_a": "63"})
    assert text == "breaker_a of add_power_node must be a whole number of at most 2147483647, not “63”."
    assert "Its arguments are: kind, supplies_id" in refusal(project, add_cooling_nodes, 0, 2, nothing=1)
    assert refusal(project, add_cooling_nodes, 0, 2, coolant=5).startswith("coolant of add_cooling_node must be text")


def test_a_gap_between_devices_is_not_negative(project: Project) -> None:
    for wrong in ({"gap": -5}, {"count": 0}, {"first": -1}, {"face": 7}):
        assert refusal(project, fill_rack, "generic.server-1u", project.racks[0], **wrong)


def test_numbers_of_arrays_are_numbers(project: Project) -> None:
    racks = project.document.snapshot["rack"].ids
    project.do(set_fields, "rack", racks, {"phase": 2})
    assert {project.row_of("rack", rack)["phase"] for rack in racks.tolist()} == {2}
