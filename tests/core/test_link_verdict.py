"""The verdict on links, line by line."""

from collections.abc import Sequence

import pytest

from gpudesk.core.cabling.link_parts import CablingRules, Limit, LinkEnd, Span, StandardLimit, VerdictRow
from gpudesk.core.cabling.link_verdict import TITLES, is_right, link_verdict
from gpudesk.core.cabling.twisted_pair import agreed_gbps
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.message import Quantity
from tests.core import link_parts as made

RULES = CablingRules(
    {("400GBASE-SR4", "OM4"): StandardLimit(100, 1.8, "ieee", Confidence.MEMORY)},
    multi_mode_m=Limit(50, "rule", Confidence.READ),
    single_mode_m=Limit(500, "rule", Confidence.READ),
    single_mode_split_m=Limit(50, "rule", Confidence.READ),
    duplex_m=Limit(2000, "rule", Confidence.READ),
    mpo_mating_db=Limit(0.35, "rule", Confidence.READ),
)


def judged(a: LinkEnd, b: LinkEnd, *spans: Span, rate_gbps: float | None = None, rules: CablingRules = RULES) -> dict[str, VerdictRow]:
    """Rule → its line, the wrong one of several."""
    rows = link_verdict(a, b, spans, rate_gbps, rules)
    assert {row.rule for row in rows} <= TITLES.keys()
    for row in rows:
        assert "{" not in row.message.plain()
    return {row.rule: row for row in sorted(rows, key=lambda row: row.ok is not False, reverse=True)}


def wrong(a: LinkEnd, b: LinkEnd, *spans: Span, rate_gbps: float | None = None, rules: CablingRules = RULES) -> set[str]:
    return {rule for rule, row in judged(a, b, *spans, rate_gbps=rate_gbps, rules=rules).items() if row.ok is False}


def open_lines(rows: Sequence[VerdictRow]) -> set[str]:
    return {row.rule for row in rows if row.ok is None}


NODE, SWITCH = made.node(made.sr4("flat")), made.switch(made.sr4())


def structured(panel_kind: str = "A", loss_db: float = 0.35, cords: str = "BBB", trunk: str = "male") -> list[Span]:
    """A cord, a trunk and a cord over two panels."""
    spans = [Span(made.cord(polarity=cords[0]), 5_000)]
    for place, polarity in enumerate(cords[1:], 1):
        gender = trunk if place % 2 else "female"
        spans.append(Span(made.cord(polarity=polarity, gender=gender), 15_000, made.panel(panel_kind, loss_db)))
    return spans


def test_the_usual_link_is_right() -> None:
    rows = link_verdict(NODE, SWITCH, [Span(made.cord(), 30_000)], 400, RULES)
    assert is_right(rows)
    assert not open_lines(rows)
    assert {row.rule for row in rows} >= TITLES.keys() - {"link.port", "link.protocol", "link.splitter", "link.fire_class", "link.cable"}


@pytest.mark.parametrize(("loss_db", "found", "ok"), [(0.35, 1.55, True), (0.75, 3.15, False)])
def test_four_matings_on_50_m_of_om4(loss_db: float, found: float, ok: bool) -> None:
    spans = [Span(made.cord(insertion_loss_db=loss_db), 10_000)]
    spans += [Span(made.cord(insertion_loss_db=loss_db), 10_000, made.panel("A", loss_db)) for _ in range(4)]
    row = judged(NODE, SWITCH, *spans)["link.loss"]
    assert (row.ok, row.actual, row.required) == (ok, Quantity(found, "dB"), Quantity(1.7, "dB"))


def test_500_m_of_os2_with_four_matings_passes() -> None:
    ends = made.node(made.dr4("flat")), made.switch(made.dr4())
    spans = [Span(made.cord("OS2"), 100_000), *(Span(made.cord("OS2"), 100_000, made.panel("A")) for _ in range(4))]
    rows = judged(*ends, *spans)
    assert (rows["link.loss"].ok, rows["link.loss"].actual, rows["link.loss"].required) == (True, Quantity(1.6, "dB"), Quantity(3, "dB"))
    assert rows["link.reach"].ok


@pytest.mark.parametrize(("cords", "panel", "right"), [("B", "A", True), ("BB", "A", False), ("BBB", "A", True), ("BA", "A", True)])
def test_polarity_of_cords_through_panels_for_angled_ferrules(cords: str, panel: str, right: bool) -> None:
    row = judged(NODE, SWITCH, *structured(panel, cords=cords))["link.polarity"]
    assert row.ok is right
    assert right or "B" in row.message.plain()


def test_angled_ferrules_do_not_meet_key_up_to_key_up() -> None:
    assert "link.polish" in wrong(NODE, SWITCH, *structured("B", cords="BB"))
    assert "link.polarity" not in wrong(NODE, SWITCH, *structured("B", cords="BB"))


def test_the_structured_case_is_right_but_for_pins_of_a_female_trunk() -> None:
    assert wrong(NODE, SWITCH, *structured()) == set()
    assert wrong(NODE, SWITCH, *structured(trunk="female")) == {"link.gender"}


def test_xdr_does_not_run_over_multi_mode_fibre() -> None:
    ends = made.node(None, rate_gbps=800), made.switch(None, rate_gbps=800)
    assert "link.medium" in wrong(*ends, Span(made.cord(), 20_000), rate_gbps=800)
    lit = made.node(made.dr4("flat", 1, rate_gbps=800), rate_gbps=800), made.switch(made.dr4(rate_gbps=800), rate_gbps=800)
    assert wrong(*lit, Span(made.cord("OS2"), 100_000), rate_gbps=800) == set()
    assert "link.medium" in wrong(*lit, Span(made.cord("OM4"), 20_000), rate_gbps=800)


@pytest.mark.parametrize("flat_side", ["a", "b"])
def test_heat_sinks_of_modules_fit_their_cages(flat_side: str) -> None:
    tops = {"a": "flat", "b": "flat"} if flat_side == "b" else {"a": "finned", "b": "finned"}
    rows = judged(made.node(made.sr4(tops["a"])), made.switch(made.sr4(tops["b"])), Span(made.cord(), 10_000))
    assert rows["link.heat_sink"].ok is False
    assert rows["link.heat_sink"].end == flat_side


def test_heat_sinks_of_copper_plugs_fit_their_cages() -> None:
    assert wrong(made.node(), made.switch(), Span(made.copper(tops=("flat", "finned")), 2_000)) == set()
    assert wrong(made.node(), made.switch(), Span(made.copper(tops=("finned", "flat")), 2_000)) == set(), "it is laid the other way round"
    assert wrong(made.node(), made.switch(), Span(made.copper(), 2_000)) == {"link.heat_sink"}
    assert wrong(made.switch(), made.switch(), Span(made.copper(tops=("flat", "flat")), 2_000)) == {"link.heat_sink"}
    assert wrong(made.node(heat_sink="either"), made.switch(), Span(made.copper(), 2_000)) == set()


def test_a_cage_that_says_no_heat_sink_leaves_the_line_open() -> None:
    rows = link_verdict(made.node(heat_sink=""), made.switch(), [Span(made.copper(), 1_000)])
    assert open_lines(rows) == {"link.heat_sink"}


@pytest.mark.parametrize(
    ("plug", "cage", "right"),
    [
        ("qsfp28", "qsfp28", True),
        ("qsfp28", "qsfp56", True),
        ("qsfp112", "qsfpdd", True),
        ("qsfp56", "qsfp28", False),
        ("qsfpdd", "qsfp56", False),
        ("osfp", "qsfp112", False),
        ("sfp28", "qsfp28", False),
        ("sfpplus", "sfp28", True),
    ],
)
def test_cages_take_older_plugs_of_their_family(plug: str, cage: str, right: bool) -> None:
    cable = made.copper(plug, ("", ""), 100, "aoc")
    found = wrong(LinkEnd(made.ports(cage, 100)), LinkEnd(made.ports(plug, 100)), Span(cable, 2_000))
    assert found == (set() if right else {"link.form_factor"})


def test_the_published_200g_cable_does_not_go_into_a_100g_cage() -> None:
    cable = made.copper("qsfp56", ("", ""), 200, "aoc", length_max_m=100)
    assert "link.form_factor" in wrong(
        LinkEnd(made.ports("qsfp112", 400, "either")), LinkEnd(made.ports("qsfp28", 100, "either")), Span(cable, 30_000), rate_gbps=100
    )


def test_modules_are_needed_between_fibre_and_cages_only() -> None:
    fibre, dac = Span(made.cord(), 2_000), Span(made.copper(tops=("flat", "finned")), 2_000)
    assert "link.module" in wrong(made.node(), SWITCH, fibre)
    assert "link.module" in wrong(NODE, SWITCH, dac)
    socket = LinkEnd(made.ports("mpo12", 800))
    assert wrong(socket, socket, Span(made.cord("OS2"), 100_000)) == set()
    assert "link.module" in wrong(LinkEnd(made.ports("mpo12", 800), made.dr4()), socket, Span(made.cord("OS2"), 100_000))


def test_connectors_polish_pins_and_medium_match_the_module() -> None:
    assert wrong(NODE, SWITCH, Span(made.cord(polish="upc"), 10_000)) == {"link.polish"}
    assert wrong(NODE, SWITCH, Span(made.cord(gender="male"), 10_000)) == {"link.gender"}
    assert "link.medium" in wrong(NODE, SWITCH, Span(made.cord("OS2"), 10_000))
    assert "link.connector" in wrong(made.node(made.fr4("flat")), made.switch(made.fr4()), Span(made.cord("OS2"), 10_000))


def test_both_modules_speak_alike() -> None:
    assert "link.optics" in wrong(NODE, made.switch(made.dr4()), Span(made.cord(), 10_000))
    assert judged(NODE, made.switch(made.sr4(ports=1)), Span(made.cord(), 10_000))["link.optics"].ok


@pytest.mark.parametrize(("length_m", "right"), [(50, True), (60, False)])
def test_reach_is_the_least_of_module_standard_and_rule(length_m: int, right: bool) -> None:
    row = judged(NODE, SWITCH, Span(made.cord(), length_m * 1000))["link.reach"]
    assert (row.ok, row.required) == (right, Quantity(50, "m"))
    longer = made.node(made.sr4("flat", reach_om4_m=70)), made.switch(made.sr4(reach_om4_m=100))
    assert judged(*longer, Span(made.cord(), 45_000))["link.reach"].required == Quantity(50, "m")
    assert judged(*longer, Span(made.cord(), 45_000), rules=CablingRules())["link.reach"].required == Quantity(70, "m")


def test_a_cable_is_not_longer_than_it_is_made() -> None:
    assert wrong(made.switch(), made.switch(), Span(made.copper(), 4_000)) == {"link.reach"}
    assert judged(made.switch(), made.switch(), Span(made.copper(), None))["link.reach"].ok is None


def test_splitters() -> None:
    legs = made.switch(made.sr4(), lanes=2, lane=2), made.node(made.sr4("flat", 1), lanes=2, ports_per_cage=1)
    assert wrong(*legs, Span(made.splitter(), 20_000), rate_gbps=200) == set()
    assert wrong(legs[1], legs[0], Span(made.splitter(), 20_000), rate_gbps=200) == set()
    assert "link.lanes" in wrong(NODE, SWITCH, Span(made.splitter(), 20_000))
    single = made.switch(made.dr4(), lanes=2), made.node(made.dr4("flat", 1), lanes=2, ports_per_cage=1)
    assert wrong(*single, Span(made.splitter("OS2"), 60_000), rate_gbps=200) == {"link.reach"}
    assert "link.splitter" in wrong(
        made.switch(made.fr4(), lanes=2), made.node(made.fr4("flat"), lanes=2), Span(made.splitter("OS2"), 20_000)
    )


def test_rates() -> None:
    assert wrong(NODE, SWITCH, Span(made.cord(), 10_000), rate_gbps=800) >= {"link.rate"}
    slow = made.copper("qsfp28", ("", ""), 100, "aoc")
    fast = LinkEnd(made.ports("qsfp112", 400))
    assert wrong(fast, fast, Span(slow, 2_000)) == {"link.rate"}
    assert wrong(fast, LinkEnd(made.ports("qsfp28", 100)), Span(slow, 2_000)) == set()


def test_ports_alone_are_judged_while_no_cable_is_chosen() -> None:
    rows = link_verdict(made.node(), made.switch(), [Span(None)], 400, RULES)
    assert is_right(rows)
    assert open_lines(rows) == {"link.cable"}
    assert wrong(LinkEnd(made.ports("rj45", 1)), made.switch(), Span(None)) == {"link.connector"}
    assert wrong(LinkEnd(made.ports("c14", None, role="power_in")), made.switch(), Span(None)) == {"link.port"}
    assert wrong(LinkEnd(None), made.switch(), Span(None)) == {"link.port"}


@pytest.mark.parametrize(
    ("device_gbps", "switch_gbps", "agreed"),
    [(0.1, 1, 0.1), (1, 0.1, 0.1), (1, 1, 1), (1, 10, 1), (2.5, 10, 2.5), (0.1, 2.5, None), (0.1, 10, None)],
)
def test_twisted_pair_agrees_on_a_rate(device_gbps: float, switch_gbps: float, agreed: float | None) -> None:
    assert agreed_gbps(device_gbps, switch_gbps) == agreed


def test_a_management_port_of_100_mbps_runs_on_a_socket_of_1_gbps() -> None:
    """A network of 1 Gb/s asks no more of it; another network does, and so does what is known for one rate only."""
    cdu = LinkEnd(made.ports("rj45", 0.1, network="out_of_band"))
    switch = LinkEnd(made.ports("rj45", 1))
    row = judged(cdu, switch, Span(None), rate_gbps=1)["link.rate"]
    assert (row.ok, row.actual) == (True, Quantity(0.1, "Gb/s"))
    assert row.message.plain().endswith(", negotiated by both ports")
    assert wrong(switch, cdu, Span(None), rate_gbps=1) == set()
    assert wrong(LinkEnd(made.ports("rj45", 0.1)), switch, Span(None), rate_gbps=1) == {"link.rate"}
    for rate_gbps in (1, 10, None):
        assert judged(cdu, LinkEnd(made.ports("rj45", 10)), Span(None), rate_gbps=rate_gbps)["link.rate"].ok is None
    module = made.part("transceiver", {}, made._module_ends("sfp", "", 1, 1, "rj45", "", 0), "1000base-t")
    assert judged(cdu, LinkEnd(made.ports("sfp28", 25), module), Span(None), rate_gbps=1)["link.rate"].ok is None


def test_a_module_of_1_gbps_in_a_faster_cage_agrees_with_a_management_port() -> None:
    management = LinkEnd(made.ports("rj45", 1, network="out_of_band"))
    module = made.part("transceiver", {}, made._module_ends("sfp", "", 1, 1, "rj45", "", 1), "1000base-t")
    switch = LinkEnd(made.ports("sfpplus", 10), module)
    for rate_gbps in (1, None):
        row = judged(management, switch, Span(None), rate_gbps=rate_gbps)["link.rate"]
        assert (row.ok, row.actual) == (True, Quantity(1, "Gb/s"))
    slow = LinkEnd(made.ports("rj45", 0.1, network="out_of_band"))
    assert judged(slow, switch, Span(None), rate_gbps=1)["link.rate"].ok is None


def test_protocols_have_something_in_common() -> None:
    switch = LinkEnd(made.ports(), protocols="InfiniBand NDR")
    assert wrong(switch, LinkEnd(made.ports(), protocols="Ethernet"), Span(None)) == {"link.protocol"}
    assert wrong(switch, LinkEnd(made.ports(), protocols="InfiniBand, Ethernet"), Span(None)) == set()


def test_grades_are_not_mixed_in_a_link() -> None:
    spans = [Span(made.cord("OM3"), 5_000), Span(made.cord("OM4", gender="male"), 10_000, made.panel())]
    rows = judged(NODE, SWITCH, *spans)
    assert rows["link.grade"].ok is False
    assert rows["link.reach"].required == Quantity(30, "m")
    assert rows["link.loss"].required == Quantity(1.6, "dB")


def test_jackets_have_the_class_of_the_site() -> None:
    rules = CablingRules(fire_class="Cca")
    for rating, ok in (("LSZH, Cca-s1b,d1,a1", True), ("LSZH, Dca-s2,d2,a1", False), ("OFNP", None)):
        assert judged(NODE, SWITCH, Span(made.cord(jacket_rating=rating), 10_000), rules=rules)["link.fire_class"].ok is ok


@pytest.mark.parametrize(("near", "far", "right"), [("A-B", "A-B", True), ("A-B", "A-A", False)])
def test_cassettes_of_method_u1_on_a_trunk_of_type_b(near: str, far: str, right: bool) -> None:
    """The same cassette at both ends: the third port in front is strands 3 and 10 behind."""
    through = {1: 3, 2: 10}
    spans = [
        Span(made.duplex(near), 5_000),
        Span(made.cord("OS2", gender="male"), 90_000, made.cassette(through)),
        Span(made.duplex(far), 5_000, made.cassette(through, inwards=False)),
    ]
    rows = judged(made.node(made.fr4("flat")), made.switch(made.fr4()), *spans)
    assert rows["link.polarity"].ok is right
    assert rows["link.loss"].actual == Quantity(1.24, "dB")
    assert "4" in rows["link.loss"].message.plain()
