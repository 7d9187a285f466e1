"""Media of links from plain parts: what fits, what shares a module, what reaches, and why nothing serves."""

import math
from dataclasses import replace

import numpy as np
import pytest

from gpudesk.core.cabling.media_choice import Choice, LinkColumns, choose, of_options
from gpudesk.core.cabling.media_options import Option, options
from gpudesk.core.cabling.media_parts import Cage, Cord, Medium, Module, Optics, Parts, PluggedCable, Policy, Wanted
from gpudesk.core.cabling.media_reasons import Reason, reasons_of
from gpudesk.core.hardware.plugs import enters, needs_adapter
from gpudesk.core.values.columns import ABSENT

SWITCH = Cage("osfp", "finned", 2, 4, 400.0, "Vendor", True)
SYSTEM = Cage("osfp", "flat", 2, 4, 400.0, "Vendor")
ADAPTER = Cage("osfp", "flat", 1, 4, 400.0, "Vendor")
QUARTER = Cage("qsfp112", "either", 1, 4, 400.0, "Vendor")
OLD = Cage("qsfp28", "either", 1, 4, 100.0, "Vendor", False)
XDR = Cage("osfp", "finned", 2, 4, 800.0, "Vendor", True)
XDR_NODE = Cage("osfp", "flat", 1, 4, 800.0, "Vendor")
PLAIN = Policy()
SR, DR, XDR_DR = (
    Optics("SR", 100.0, 4, "multi-mode", "mpo12", "apc"),
    Optics("DR", 100.0, 4, "single-mode", "mpo12", "apc"),
    Optics("DR", 200.0, 4, "single-mode", "mpo12", "apc"),
)


def module(key: str, top: str, lanes: int, optics: Optics, reach_m: float, plug: str = "osfp", lane_gbps: float = 100.0) -> Module:
    grade = "OM4" if optics.mode == "multi-mode" else "OS2"
    return Module(key, "Vendor", plug, top, lanes, lane_gbps, lanes // 4, optics, {grade: reach_m}, True, True)


def cord(key: str, mode: str, splits: int = 1, lengths: tuple[float, ...] = (3, 5, 10, 30, 50, 100, 400), polarity: bool = True) -> Cord:
    ends = ("mpo12", "apc")
    return Cord(key, "Vendor", ends, ends, splits, mode, "OM4" if mode == "multi-mode" else "OS2", polarity, lengths)


def copper(key: str, a: tuple[str, str], b: tuple[str, str], splits: int = 1, lengths: tuple[float, ...] = (1, 2, 3)) -> PluggedCable:
    return PluggedCable(key, "Vendor", Medium.DAC, a, b, splits, 8, 100.0, lengths, True, True)


PARTS = Parts(
    (
        module("sr-finned", "finned", 8, SR, 50),
        module("sr-flat", "flat", 8, SR, 50),
        module("sr-flat-single", "flat", 4, SR, 50),
        module("sr-qsfp", "", 4, SR, 50, "qsfp112"),
        module("dr100-finned", "finned", 8, DR, 100),
        module("dr100-flat", "flat", 8, DR, 100),
        module("dr500-finned", "finned", 8, DR, 500),
        module("dr500-flat", "flat", 8, DR, 500),
        module("xdr-finned", "finned", 8, XDR_DR, 500, lane_gbps=200.0),
        module("xdr-flat", "flat", 4, XDR_DR, 500, lane_gbps=200.0),
    ),
    (
        cord("om4", "multi-mode"),
        cord("om4-a", "multi-mode", lengths=(4, 6), polarity=False),
        cord("om4-split", "multi-mode", 2),
        cord("os2", "single-mode"),
    ),
    (
        copper("dac", ("osfp", "finned"), ("osfp", "finned")),
        copper("dac-split", ("osfp", "finned"), ("osfp", "flat"), 2),
        PluggedCable("aoc-100", "Vendor", Medium.AOC, ("qsfp28", ""), ("qsfp28", ""), 1, 4, 25.0, (10, 30), False, True),
        PluggedCable("aoc-200", "Vendor", Medium.AOC, ("qsfp56", ""), ("qsfp56", ""), 1, 4, 50.0, (10, 30), True, True),
    ),
)


class Found:
    """What some links got, by keys; a link is (cage of a, its first lane, cage of b, its first lane, length in m)."""

    def __init__(
        self,
        kinds: tuple[Cage, Cage],
        links: list[tuple[int, int, int, int, float]],
        rate: float = 400.0,
        lanes: int = 4,
        policy: Policy = PLAIN,
        in_rack: bool = False,
        parts: Parts = PARTS,
    ) -> None:
        wanted: list[Wanted] = []
        kind = []
        for _, a_start, _, b_start, _ in links:
            each = Wanted(0, 1, a_start, b_start, lanes, lanes, rate)
            if each not in wanted:
                wanted.append(each)
            kind.append(wanted.index(each))
        keys: dict[str, int] = {}
        self.offered: list[Option] = options(kinds, wanted, parts, policy, keys)
        for option in self.offered:
            for way in option.ways.values():
                keys.setdefault(way.a_module, len(keys))
                keys.setdefault(way.b_module, len(keys))
        a, _, b, _, length = zip(*links, strict=True)
        columns = LinkColumns(
            np.array(kind), np.array(a), np.array(b) + 1000, 1000 * np.array(length, np.float64), np.full(len(links), in_rack)
        )
        self.choice: Choice = choose(self.offered, columns, policy)
        names = [*keys, ""]
        modules = of_options(self.offered, self.choice, columns.kind, keys)
        self.part = [names[place] for place in self.choice.part.tolist()]
        self.a_module, self.b_module = ([names[place] for place in side.tolist()] for side in modules)
        self.length_m = [mm / 1000 for mm in self.choice.length_mm.tolist()]
        self.assembly = self.choice.assembly.tolist()
        reason, reasons = reasons_of(self.choice, columns, self.offered, kinds, wanted, parts, policy)
        self.reason = [None if place == ABSENT else reasons[place][0] for place in reason.tolist()]
        self.text = [None if place == ABSENT else reasons[place][1].plain() for place in reason.tolist()]


def test_plugs_and_cages() -> None:
    """Older plugs go into newer cages, never the other way round, and the top of an OSFP has to suit the cage: also that of copper."""
    assert enters("qsfp28", "", "qsfp112", "either")
    assert not enters("qsfp56", "", "qsfp28", "either")
    assert enters("osfp", "flat", "osfp", "flat")
    assert not enters("osfp", "flat", "osfp", "finned")
    assert not enters("osfp", "finned", "osfp", "flat")
    assert enters("osfp", "finned", "osfp", "")
    assert not enters("qsfp112", "", "osfp", "finned")
    assert needs_adapter("qsfp112", "osfp")


def test_a_system_and_a_switch_get_modules_with_their_own_tops_and_the_next_stock_length() -> None:
    found = Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 8.0), (0, 4, 1, 0, 30.0)])
    assert found.part == ["om4", "om4"]
    assert found.a_module == ["sr-flat", "sr-flat"]
    assert found.b_module == ["sr-finned", "sr-finned"]
    assert found.length_m == [10, 30]
    assert found.assembly == [ABSENT, ABSENT]


def test_links_of_one_cage_share_its_module() -> None:
    """The second link is too long for multi-mode fiber, so the first one, which shares a module with it, is single mode too."""
    found = Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 8.0), (0, 4, 1, 0, 60.0), (5, 0, 5, 0, 8.0)])
    assert found.a_module == ["dr100-flat", "dr100-flat", "sr-flat"]
    assert found.part == ["os2", "os2", "om4"]
    assert found.length_m == [10, 100, 10]


def test_reach_decides_which_module() -> None:
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 50.0)]).b_module == ["sr-finned"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 50.1)]).b_module == ["dr100-finned"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 101.0)]).b_module == ["dr500-finned"]
    too_far = Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 401.0)])
    assert too_far.reason == [Reason.REACH]
    assert too_far.text == ["No option to connect OSFP and OSFP at 400 Gb/s has sufficient reach: 400 m at most."]
    assert too_far.part == [""]


def test_single_mode_beyond_a_length_of_the_site() -> None:
    policy = Policy(single_mode_beyond_m=20.0)
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 20.0)], policy=policy).part == ["om4"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 21.0)], policy=policy).part == ["os2"]


def test_copper_joins_two_cages_as_one_cable_of_two_links() -> None:
    pair = [(0, 0, 0, 0, 1.5), (0, 4, 0, 4, 1.6)]
    found = Found((SWITCH, SWITCH), pair, in_rack=True)
    assert found.part == ["dac", "dac"]
    assert found.length_m == [2, 2]
    assert found.assembly[0] == found.assembly[1] != ABSENT
    assert Found((SWITCH, SWITCH), pair).part == ["om4", "om4"]
    assert Found((SWITCH, SWITCH), pair, policy=Policy(copper_beyond_rack_m=2.0)).part == ["dac", "dac"]
    assert Found((SWITCH, SWITCH), pair, in_rack=True, policy=Policy(copper_in_rack=False)).part == ["om4", "om4"]
    assert Found((SWITCH, SWITCH), pair, in_rack=True, policy=Policy(copper_gbps=100.0)).part == ["om4", "om4"]


def test_copper_is_not_taken_where_lanes_would_be_crossed_or_a_third_cage_hangs_on() -> None:
    crossed = [(0, 0, 0, 4, 1.5), (0, 4, 0, 0, 1.5)]
    assert Found((SWITCH, SWITCH), crossed, in_rack=True).part == ["om4", "om4"]
    third = [(0, 0, 0, 0, 1.5), (0, 4, 1, 0, 1.5)]
    assert Found((SWITCH, SWITCH), third, in_rack=True).part == ["om4", "om4"]


def test_a_twin_cage_is_split_to_two_adapters_with_flat_tops() -> None:
    found = Found((SWITCH, ADAPTER), [(0, 0, 0, 0, 1.0), (0, 4, 1, 0, 2.5)], in_rack=True)
    assert found.part == ["dac-split", "dac-split"]
    assert found.length_m == [3, 3]
    assert found.assembly[0] == found.assembly[1] != ABSENT
    single = Found((SWITCH, ADAPTER), [(0, 0, 0, 0, 1.0)], in_rack=True)
    assert single.part == ["om4"]
    assert single.b_module == ["sr-flat-single"]


def test_a_port_of_400_is_split_to_two_of_200_with_half_used_modules() -> None:
    half = replace(ADAPTER, lanes=2, rate_gbps=200.0)
    found = Found((SWITCH, half), [(0, 0, 0, 0, 8.0), (0, 2, 1, 0, 9.0)], rate=200.0, lanes=2)
    assert found.part == ["om4-split", "om4-split"]
    assert found.length_m == [10, 10]
    assert found.b_module == ["sr-flat-single", "sr-flat-single"]
    assert found.assembly[0] == found.assembly[1] != ABSENT


def test_xdr_is_never_on_multi_mode_fibre() -> None:
    multi = Optics("SR", 200.0, 4, "multi-mode", "mpo12", "apc")
    parts = replace(
        PARTS,
        modules=(
            *PARTS.modules,
            module("multi-finned", "finned", 8, multi, 50, lane_gbps=200.0),
            module("multi-flat", "flat", 4, multi, 50, lane_gbps=200.0),
        ),
    )
    found = Found((XDR_NODE, XDR), [(0, 0, 0, 0, 8.0)], rate=800.0, parts=parts)
    assert found.part == ["os2"]
    assert (found.a_module, found.b_module) == (["xdr-flat"], ["xdr-finned"])


def test_an_800_gigabit_port_runs_two_links_over_eight_slower_lanes() -> None:
    found = Found((XDR_NODE, SWITCH), [(0, 0, 0, 0, 8.0), (0, 2, 1, 0, 8.0)], lanes=0)
    assert found.a_module == ["sr-flat", "sr-flat"]
    assert found.assembly == [ABSENT, ABSENT]


def test_a_cable_of_200_does_not_go_into_cages_of_100() -> None:
    found = Found((QUARTER, OLD), [(0, 0, 0, 0, 20.0)], rate=100.0)
    assert found.part == ["aoc-100"]
    without = replace(PARTS, cables=tuple(cable for cable in PARTS.cables if cable.key != "aoc-100"))
    nothing = Found((QUARTER, OLD), [(0, 0, 0, 0, 20.0)], rate=100.0, parts=without)
    assert nothing.part == [""]
    assert nothing.reason == [Reason.NOTHING]


@pytest.mark.parametrize(
    ("kinds", "parts", "reason"),
    [
        ((SYSTEM, SYSTEM), replace(PARTS, modules=(PARTS.modules[0],)), Reason.HEAT_SINK),
        ((replace(OLD, infiniband=True), OLD), PARTS, Reason.FABRIC),
        ((QUARTER, replace(SWITCH, infiniband=None)), replace(PARTS, modules=(PARTS.modules[3],)), Reason.ADAPTER),
    ],
)
def test_why_nothing_serves(kinds: tuple[Cage, Cage], parts: Parts, reason: Reason) -> None:
    rate = min(400.0, kinds[0].rate_gbps, kinds[1].rate_gbps)
    assert Found(kinds, [(0, 0, 0, 0, 8.0)], rate=rate, parts=parts).reason == [reason]


@pytest.mark.parametrize("side", [0, 1])
def test_both_modules_of_a_link_are_for_the_network_of_its_cages(side: int) -> None:
    """A module for Ethernet only in a cage for either network does not join a cage that is for InfiniBand, at whichever end it is."""
    cages = (SYSTEM, SWITCH) if side == 0 else (SWITCH, SYSTEM)
    parts = Parts(tuple(replace(part, infiniband=part.heat_sink == "finned") for part in PARTS.modules[:2]), PARTS.cords, ())
    assert Found(cages, [(0, 0, 0, 0, 8.0)], parts=parts).part == [""]
    assert Found(cages, [(0, 0, 0, 0, 8.0)], parts=replace(parts, modules=PARTS.modules[:2])).part == ["om4"]


def test_what_the_site_does_not_want_is_said() -> None:
    parts = Parts((), (), PARTS.cables)
    found = Found((SWITCH, SWITCH), [(0, 0, 0, 0, 1.5)], parts=parts, policy=Policy(copper_in_rack=False))
    assert found.reason == [Reason.POLICY]


def test_a_link_without_a_way_gets_nothing_and_harms_no_other() -> None:
    found = Found((SYSTEM, SWITCH), [(0, 0, 0, 0, math.nan), (0, 4, 1, 0, 8.0)])
    assert found.reason == [Reason.NO_WAY, None]
    assert found.part == ["", "om4"]
    assert found.length_m[0] < 0


def test_cords_with_the_wrong_polarity_are_not_taken() -> None:
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 3.5)]).length_m == [5]


def test_the_maker_goes_first_unless_its_cord_is_far_too_long() -> None:
    makers = replace(cord("theirs", "multi-mode", lengths=(5, 30)), maker="Vendor")
    other = replace(cord("other", "multi-mode", lengths=(5, 10, 20)), maker="Generic")
    parts = replace(PARTS, cords=(other, makers))
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 4.0)], parts=parts).part == ["theirs"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 8.0)], parts=parts).part == ["other"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 18.0)], parts=parts).part == ["theirs"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 4.0)], parts=parts, policy=Policy(maker="Generic")).part == ["other"]


def test_a_jacket_of_a_lower_class_is_not_taken_and_a_named_one_goes_before_an_unnamed() -> None:
    unnamed, low, right = (
        replace(cord(key, "multi-mode"), jacket=jacket) for key, jacket in (("a", ""), ("b", "LSZH, Eca"), ("c", "B2ca"))
    )
    policy = Policy(jacket="Cca")
    for cords, chosen in (((unnamed, low, right), "c"), ((unnamed, low), "a")):
        assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 4.0)], parts=replace(PARTS, cords=cords), policy=policy).part == [chosen]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 4.0)], parts=replace(PARTS, cords=(low,)), policy=policy).part == [""]


def test_where_no_medium_serves_all_links_of_a_cage_most_of_them_are_served() -> None:
    """The first switch cage holds a link of 400 and one of 200 over slower lanes, which only a cable with plugs of its own would serve."""
    old = Cage("qsfp56", "either", 1, 4, 200.0, "Vendor")
    parts = replace(
        PARTS,
        cables=(
            *PARTS.cables,
            PluggedCable("aoc-split", "Vendor", Medium.AOC, ("osfp", "finned"), ("qsfp56", ""), 2, 8, 50.0, (10,), True, True),
        ),
    )
    cages = (SWITCH, SYSTEM, old)
    wanted = [Wanted(0, 1, 0, 0, 4, 4, 400.0), Wanted(0, 1, 0, 4, 4, 4, 400.0), Wanted(0, 2, 4, 0, 4, 4, 200.0)]
    offered = options(cages, wanted, parts, PLAIN, {})
    links = LinkColumns(np.arange(3), np.array([0, 1, 0]), np.array([10, 10, 20]), np.full(3, 8000.0), np.zeros(3, bool))
    choice = choose(offered, links, PLAIN)
    assert (choice.option != ABSENT).tolist() == [True, True, False]
    reason, reasons = reasons_of(choice, links, offered, cages, wanted, parts, PLAIN)
    assert reason.tolist()[:2] == [ABSENT, ABSENT]
    assert reasons[reason[2]][0] is Reason.SHARED
    # Alone in its cage the third link takes one leg of such a cable, and the other one hangs free.
    lone = choose(offered, LinkColumns(np.array([2]), np.array([0]), np.array([20]), np.full(1, 8000.0), np.zeros(1, bool)), PLAIN)
    assert lone.part.tolist() != [ABSENT]
    assert lone.assembly.tolist() == [ABSENT]


def test_the_cabling_rules_of_the_site_bound_every_link() -> None:
    policy = Policy(multi_mode_link_m=20.0, single_mode_link_m=60.0)
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 20.0)], policy=policy).part == ["os2"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 9.0)], policy=policy).part == ["om4"]
    assert Found((SYSTEM, SWITCH), [(0, 0, 0, 0, 51.0)], policy=policy).reason == [Reason.REACH]


def test_a_module_with_a_connector_for_each_link_goes_before_one_that_would_have_to_be_split() -> None:
    wide = Module("wide", "Vendor", "osfp", "finned", 8, 100.0, 1, replace(DR, lanes=8, connector="mpo16"), {"OS2": 500}, True, True, 1.0)
    parts = replace(PARTS, modules=(wide, *PARTS.modules))
    found = Found((SWITCH, SWITCH), [(0, 0, 0, 0, 300.0), (0, 4, 1, 4, 300.0)], parts=parts)
    assert found.b_module == ["dr500-finned", "dr500-finned"]
