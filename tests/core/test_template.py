"""Templates with parameters: what is counted, where it stands, and what is refused."""

from collections import Counter
from typing import Any

import pytest

from gpudesk.core.expressions.expression import ExpressionError
from gpudesk.core.floor.footprint import crossing_pairs, footprints
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.core.plan.template import build_plan, chosen_values
from gpudesk.core.plan.template_reader import read_template

BODY: dict[str, Any] = {
    "plan_name": "Pod of {nodes}",
    "parameters": {
        "nodes": {"title": "Nodes", "title_es": "Nodos", "kind": "number", "value": 6, "minimum": 1, "maximum": 100},
        "spare": {"title": "Spare", "title_es": "Reserva", "kind": "flag", "value": False},
        "dense": {"title": "In a rack", "title_es": "Por rack", "kind": "choice", "value": 2, "choices": [1, 2]},
    },
    "values": {"racks": "ceil(nodes / dense)", "leaves": "choose(spare, 3, 2)"},
    "phases": "Stage {phase}",
    "site": {"altitude_m": 650, "rack_feet": "=2 + 2"},
    "floor": {
        "rows": "2", "pitch_mm": 600, "depth_mm": 1200, "cold_aisle_mm": 1200, "hot_aisle_mm": 900, "first_aisle_mm": 1000,
        "margin_mm": 500,
    },
    "blocks": [
        {
            "name": "compute", "rack": "a.rack", "count": "racks",
            "holds": [
                {"type": "a.node", "name": "node-{n:02}", "count": "nodes", "a_rack": "dense", "units": [1, 11], "role": "compute",
                 "phase_every": 4},
                {"type": "a.pdu", "name": "{rack}-pdu-{letter}", "a_rack": 2, "beside": ["left", "right"], "face": "rear"},
            ],
        },
        {
            "name": "net", "rack": "a.rack", "count": 1,
            "holds": [{"type": "a.leaf", "name": "leaf-{n}", "a_rack": "leaves", "units": [40, 41, 42]}],
        },
    ],
}  # fmt: skip


def plan(**chosen: Any) -> Plan:
    return build_plan(read_template(BODY), chosen)


def test_parameters_give_the_counts() -> None:
    made = plan()
    assert Counter(device.type for device in made.devices) == {"a.node": 6, "a.pdu": 6, "a.leaf": 2}
    assert Counter(rack.type for rack in made.racks) == {"a.rack": 4}
    assert made.name == "Pod of 6"
    assert made.site == {"altitude_m": 650, "rack_feet": 4}
    more = plan(nodes="7", spare="true", dense=1)
    assert Counter(device.type for device in more.devices) == {"a.node": 7, "a.pdu": 14, "a.leaf": 3}
    assert chosen_values(read_template(BODY), {"nodes": 9})["racks"] == 5


def test_the_last_rack_holds_what_is_left() -> None:
    made = plan(nodes=5)
    of_rack = Counter(device.rack for device in made.devices if device.type == "a.node")
    assert sorted(of_rack.values()) == [1, 2, 2]


def test_names_units_sides_and_phases() -> None:
    made = plan()
    nodes = [device for device in made.devices if device.type == "a.node"]
    assert [node.name for node in nodes] == [f"node-{number:02}" for number in range(1, 7)]
    assert [node.position for node in nodes] == [0, 20, 0, 20, 0, 20]
    assert [node.phase for node in nodes] == [1, 1, 1, 1, 2, 2]
    assert made.phases == {1: "Stage 1", 2: "Stage 2"}
    pdus = [device for device in made.devices if device.type == "a.pdu"][:2]
    assert [(pdu.name, pdu.side, pdu.face, pdu.position) for pdu in pdus] == [("a01-pdu-a", 0, 1, 0), ("a01-pdu-b", 1, 1, 0)]
    assert len({device.name for device in made.devices}) == len(made.devices)
    assert len({rack.name for rack in made.racks}) == len(made.racks)


def test_rows_stand_rear_to_rear_inside_their_hall_and_nothing_touches() -> None:
    import numpy as np

    made = plan(nodes=40)
    racks = made.racks
    assert [row.angle_ddeg for row in made.rows] == [0, 1800]
    column = {name: np.array([getattr(rack, name) for rack in racks], np.int64) for name in ("x_mm", "y_mm", "angle_ddeg")}
    size = np.full(len(racks), 600.0), np.full(len(racks), 1200.0)
    shapes = footprints(column["x_mm"], column["y_mm"], column["angle_ddeg"], *size)
    assert len(crossing_pairs(shapes, np.zeros(len(racks), np.int64))[0]) == 0
    low, high = shapes.bounds()
    hall = made.halls[0]
    assert low.min() >= 499.9
    assert high[:, 0].max() <= hall.width_mm - 499.9
    assert high[:, 1].max() <= hall.depth_mm - 499.9
    fronts = {row: {rack.y_mm for rack in racks if rack.row == row} for row in (0, 1)}
    assert fronts == {0: {1500}, 1: {1500 + 1200 + 900 + 1200}}


def test_several_halls_count_through() -> None:
    body = {**BODY, "halls": "2", "hall_values": {"mine": "nodes / halls"}, "rack_name": "H{hall}-{row}{place:02}"}
    body["blocks"] = [{**BODY["blocks"][0], "count": "ceil(mine / 2)", "holds": [{**BODY["blocks"][0]["holds"][0], "count": "mine"}]}]
    made = build_plan(read_template(body), {"nodes": 8})
    assert [hall.name for hall in made.halls] == ["Hall 1", "Hall 2"]
    assert Counter(rack.hall for rack in made.racks) == {0: 2, 1: 2}
    assert [device.name for device in made.devices] == [f"node-{number:02}" for number in range(1, 9)]
    assert made.racks[2].name == "H2-A01"


def test_a_unit_has_one_phase_in_every_hall_even_where_the_last_unit_of_a_hall_is_not_full() -> None:
    """Units of four nodes and one leaf: halls of five nodes have two units each, the second one with a single node."""
    node, leaf = BODY["blocks"][0]["holds"][0], {**BODY["blocks"][1]["holds"][0], "a_rack": 1, "count": "ceil(mine / 4)", "phase_every": 1}
    body = {**BODY, "halls": "2", "hall_values": {"mine": "nodes / halls"}, "rack_name": "H{hall}-{row}{place:02}"}
    body["blocks"] = [
        {**BODY["blocks"][0], "count": "ceil(mine / 2)", "holds": [{**node, "count": "mine"}]},
        {**BODY["blocks"][1], "count": "ceil(mine / 4)", "holds": [leaf]},
    ]
    made = build_plan(read_template(body), {"nodes": 10})
    phases = {kind: [device.phase for device in made.devices if device.type == kind] for kind in ("a.node", "a.leaf")}
    assert phases == {"a.node": [1, 1, 1, 1, 2, 3, 3, 3, 3, 4], "a.leaf": [1, 2, 3, 4]}


def test_whole_racks_stand_on_the_floor_like_racks() -> None:
    block = {"name": "pods", "rack": "a.pod", "count": 4, "stands": True, "role": "compute", "name_pattern": "pod-{n}", "phase_every": 3}
    made = build_plan(read_template({**BODY, "blocks": [block]}), {})
    assert not made.racks
    assert [(pod.name, pod.hall, pod.phase, pod.angle_ddeg) for pod in made.devices] == [
        ("pod-1", 0, 1, 0),
        ("pod-2", 0, 1, 0),
        ("pod-3", 0, 1, 1800),
        ("pod-4", 0, 2, 1800),
    ]


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        ({"node": 3}, "has no parameter node; it has nodes, spare, dense"),
        ({"nodes": 0}, "a whole number from 1 to 100"),
        ({"nodes": 2.5}, "a whole number from 1 to 100"),
        ({"nodes": "many"}, "nodes cannot be many"),
        ({"spare": 1}, "spare cannot be 1"),
        ({"dense": 3}, "it must be one of 1, 2"),
    ],
)
def test_a_choice_that_does_not_fit_is_refused(chosen: dict[str, Any], what: str) -> None:
    with pytest.raises(Refused) as refused:
        plan(**chosen)
    assert what in refused.value.message.plain()


def test_a_plan_beyond_all_sense_is_refused() -> None:
    body = {**BODY, "parameters": {**BODY["parameters"], "nodes": {**BODY["parameters"]["nodes"], "maximum": 10_000_000}}}
    with pytest.raises(Refused, match="between 0 and 400000"):
        build_plan(read_template(body), {"nodes": 5_000_000})


@pytest.mark.parametrize(
    "change",
    [
        {"halls": "10 * 10 * 10 * 10 * 10 * 10 * 10"},
        {"floor": {**BODY["floor"], "rows": 10**9}},
        {"floor": {**BODY["floor"], "rows": -1}},
        {"floor": {**BODY["floor"], "pitch_mm": "1000000000 * 10"}},
        {"halls": "'many'"},
        {"blocks": [{**BODY["blocks"][0], "holds": [{**BODY["blocks"][0]["holds"][1], "a_rack": "400000"}]}]},
        {"blocks": [{**BODY["blocks"][0], "holds": [{**BODY["blocks"][0]["holds"][0], "a_rack": "5", "count": "50"}]}]},
        {"blocks": [{**BODY["blocks"][0], "count": "1e9"}]},
    ],
)
def test_a_file_that_asks_for_too_much_is_refused_at_once(change: dict[str, Any]) -> None:
    template = read_template({**BODY, **change})
    with pytest.raises(Refused):
        build_plan(template, {})


def _many(name: str, count: int) -> str:
    return "[" + ",".join([name] * count) + "]"


LISTS = {"a": _many("1", 300), "b": _many("a", 300), "c": _many("b", 300), "d": _many("c", 300)}
BUSY = f"count(x for x in {_many('1', 300)}) * 0"


@pytest.mark.parametrize(
    "change",
    [
        {"values": {**BODY["values"], **LISTS, "e": "d < 1"}},
        {"values": {**BODY["values"], **LISTS}, "plan_name": "{d}"},
        {"values": {**BODY["values"], **LISTS}, "halls": "d"},
        {"values": {**BODY["values"], "nothing": "none"}, "plan_name": "{nothing:03}"},
        {"site": {"altitude_m": f"={_many('1', 3)}"}},
        {"halls": "1000", "floor": {**BODY["floor"], "rows": "10000"}, "values": {"racks": "0", "leaves": "0"}},
        {"blocks": [{"name": "a", "rack": "b", "count": "40000", "holds": [{**BODY["blocks"][0]["holds"][1], "a_rack": BUSY}]}]},
    ],
)
def test_a_file_that_would_keep_the_program_busy_is_stopped(change: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    # A hundredth of what is allowed: what stops does so at any limit, and the largest templates need more than this one does.
    monkeypatch.setattr("gpudesk.core.plan.template._MOST_STEPS", 50_000)
    assert build_plan(read_template(BODY), {}).racks
    template = read_template({**BODY, **change})
    with pytest.raises((Refused, ExpressionError)):
        build_plan(template, {})


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"values": {f"x{number}": "1" for number in range(1100)}}, "more than 1000 expressions"),
        ({"rack_name": "R" * 301}, "at most 300 characters"),
        (
            {"parameters": {"x": {"title": "X", "title_es": "X", "kind": "choice", "value": "a" * 301, "choices": ["a" * 301]}}},
            "one of its choices",
        ),
        ({"blocks": None}, "blocks: a list of at most 200 is required"),
        ({"floor": {}}, "floor: rows, pitch_mm"),
        ({"values": {"racks": "nodes +"}}, "values.racks"),
        ({"plan_name": "{a.b}"}, "has no meaning here"),
        ({"rack_name": "{nothing}"}, "{nothing} has no meaning here"),
        ({"rack_name": "{row"}, "braces do not match"),
        ({"colour": "red"}, "unknown name"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "stands": "yes"}]}, "true or false is required"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "name_pattern": "{rack}"}]}, "{rack} has no meaning here"),
        ({"parameters": {"x": {"title": "X", "title_es": "X", "kind": "colour", "value": 1}}}, "not one of number, flag, choice"),
        ({"blocks": [{"name": "a", "rack": "b"}]}, "count is missing"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "holds": [{"type": "t", "name": "{x}"}]}]}, "{x} has no meaning here"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "holds": [{"type": "t", "name": "n", "units": 3}]}]}, "a list is required"),
        ({"floor": {**BODY["floor"], "margin_mm": "wide"}}, "a whole number is required"),
        ({"rack_name": "{place:9999999999}"}, "at most six digits"),
        ({"rack_name": "{place!r}"}, "at most six digits"),
        ({"blocks": [BODY["blocks"][1]] * 1000}, "of at most 200"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "holds": [{"type": "t", "name": "n", "units": ["1"]}]}]}, "units from 1"),
        ({"blocks": [{"name": "a", "rack": "b", "count": 1, "holds": [{"type": "t", "name": "n", "beside": ["up"]}]}]}, "left or right"),
        ({"parameters": {"x": {"title": "X", "title_es": "X", "kind": "choice", "value": 1, "choices": [[1]]}}}, "one of its choices"),
        ({"parameters": {"x": {"title": "X", "title_es": "X", "kind": "number", "value": "9" * 9}}}, "are numbers"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(change: dict[str, Any], what: str) -> None:
    with pytest.raises(InvalidData) as wrong:
        read_template({**BODY, **change})
    assert what in " ".join(problem.plain() for problem in wrong.value.problems)


NETWORKS: list[dict[str, Any]] = [
    {"kind": "compute", "name": "Compute", "rate_gbps": 400, "unit_nodes": "nodes", "notes": "read"},
    {
        "kind": "out_of_band", "name": "OOB", "rate_gbps": 1, "when": "spare",
        "stages": [
            {"upper": "oob", "links": 1, "spread": "fill"},
            {"lower": "oob", "upper": "in-band", "links": "2", "rate_gbps": "100", "when": "leaves == 3"},
            {"lower": "oob", "upper": "in-band", "when": "leaves == 2"},
        ],
    },
]  # fmt: skip


def with_networks(networks: Any, **chosen: Any) -> Plan:
    return build_plan(read_template({**BODY, "networks": networks}), chosen)


def test_networks_are_counted_as_the_rest() -> None:
    assert with_networks(NETWORKS).networks == (PlanNetwork(0, "Compute", 400, unit_nodes=6, notes="read"),)
    made = with_networks(NETWORKS, spare=True, nodes=9)
    assert [(network.kind, network.unit_nodes) for network in made.networks] == [(0, 9), (3, None)]
    assert made.stages == (PlanStage(1, "oob", links=1, spread=1, per_tray=1), PlanStage(1, "in-band", "oob", 2, rate_gbps=100, per_tray=1))


@pytest.mark.parametrize(
    ("network", "says"),
    [
        ({"kind": "fast"}, "networks[0].kind: one of compute, storage, in_band, out_of_band, other is required"),
        ({"stages": [{"upper": "leaf", "spread": "wide"}]}, "networks[0].stages[0].spread: one of even, fill, all is required"),
        ({"stages": [{"upper": "leaf", "accepted_gbps": 100}]}, "networks[0].stages[0].reason: accepted_gbps requires a reason"),
        (
            {"stages": [{"upper": "leaf", "accepted_gbps": 100, "reason": " "}]},
            "networks[0].stages[0].reason: accepted_gbps requires a reason",
        ),
        ({"stages": [{"lower": "leaf"}]}, "networks[0].stages[0]: upper is missing"),
        ({"colour": "red"}, "networks[0].colour: unknown name"),
        ({"tiers": "1 +"}, "networks[0].tiers"),
        ({"when": "1 +"}, "networks[0].when"),
    ],
)
def test_a_network_that_has_no_sense_is_named(network: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidData) as caught:
        with_networks([{**NETWORKS[0], **network}])
    assert any(problem.plain().startswith(says) for problem in caught.value.problems)


def test_a_number_of_a_network_lies_in_its_bounds() -> None:
    with pytest.raises(Refused, match="nodes returns 7; it must be between 1 and 3"):
        with_networks([{**NETWORKS[0], "tiers": "nodes"}], nodes=7)
