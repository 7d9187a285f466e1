"""How the program comes to each figure of the tables, through functions and data that others use too."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.cost_inputs import CostInputs
from gpudesk.core.cooling import air, heat, liquid
from gpudesk.core.cost.account import Owned, yearly_cost
from gpudesk.core.cost.capital import capital_recovery_factor
from gpudesk.core.cost.cloud import MONTH_H, break_even_hours
from gpudesk.core.cost.figure import HOURS_PER_YEAR, said
from gpudesk.core.cost.result import million_tokens
from gpudesk.core.hardware.hardware import HardwareType, SupplyRule
from gpudesk.core.power import electrical
from gpudesk.core.power.power_lines import Tap, Wiring, circuit_va, line_currents_a, line_volt_amperes
from gpudesk.core.power.power_network import Network, flow
from gpudesk.core.power.supplies import gpu_cap_w, share_table, supply_state
from gpudesk.core.racks import weight
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.cooling_rules import coolants

Figure = Callable[[], float | str]
H100, H200, A100, B200, B300 = (f"nvidia.dgx-{name}" for name in ("h100", "h200", "a100", "b200", "b300"))


@cache
def kind(key: str) -> HardwareType:
    return open_catalog().get(key)


def fact(key: str, name: str) -> float:
    value = kind(key).number(name)
    assert value is not None, (key, name)
    return value


def other(key: str, name: str, source: str) -> float:
    """What a second source says of a fact."""
    return next(float(each.value) for each in kind(key).facts[name].others if source in each.source)


def circuit_kva(voltage_v: float, current_a: float, wiring: Wiring) -> float:
    return float(circuit_va(np.array([voltage_v]), np.array([current_a]), np.array([wiring]))[0]) / 1000


def worst_line_a(loads: list[tuple[float, Tap]], voltage_v: float, wiring: Wiring) -> float:
    va, taps = np.array([load[0] for load in loads], float), np.array([load[1] for load in loads], np.int64)
    lines = line_volt_amperes(va, taps, np.zeros(len(loads), np.int64), 1)
    return float(line_currents_a(lines, np.array([voltage_v]), np.array([wiring])).max())


@dataclass(frozen=True, slots=True)
class Feeds:
    """Equal feeds of three lines."""

    count: int
    volts: float
    breaker_a: float


def feeds_of_rack(key: str, systems: int, feeds: Feeds, factor: float = 0.95, always_full: bool = False) -> Network:
    """Systems whose supplies go round over feeds of three lines, line after line on each feed.

    Args:
        always_full: count the systems at full power as long as one supply lives, as comparisons of totals do.
    """
    rule = kind(key).supplies
    assert rule is not None
    device = np.repeat(np.arange(systems), rule.total)
    node = np.tile(np.arange(rule.total) % feeds.count, systems)
    tap = np.array([int((node[:place] == on).sum()) % 3 for place, on in enumerate(node)])
    shares, states = share_table([None if always_full else rule], rule.total)
    return Network(
        parent=np.full(feeds.count, ABSENT),
        alternate=np.full(feeds.count, ABSENT),
        voltage_v=np.full(feeds.count, feeds.volts),
        wiring=np.full(feeds.count, Wiring.WYE),
        breaker_a=np.full(feeds.count, feeds.breaker_a),
        cord_device=device,
        cord_node=node,
        cord_tap=tap,
        watts_per_va=np.full(feeds.count, factor),
        efficiency=np.ones(feeds.count),
        draw_w=np.full(systems, fact(key, "power_max_w")),
        device_rule=np.zeros(systems, np.int64),
        shares=shares,
        states=states,
    )


def drawn_kw(network: Network, lost: int = 0) -> float:
    """What is drawn when a feed is lost, at power factor 0.95."""
    return 0.95 * float(flow(network, np.array([lost])).va.sum()) / 1000


def left_percent(network: Network, lost: int = 0) -> float:
    """What passes through the feeds that are left when one is lost, for what these bear."""
    state, left = flow(network, np.array([lost])), np.arange(network.nodes) != lost
    bears = circuit_va(network.voltage_v, network.breaker_a, network.wiring)
    return float(100 * state.va[left].sum() / bears[left].sum())


def worst_a(network: Network, *lost: int) -> float:
    return float(flow(network, np.array(lost, np.int64)).worst_a.max())


def state(key: str, alive: int) -> str:
    return str(supply_state(rule_of(key), alive).name).lower()


def rule_of(key: str) -> SupplyRule | None:
    return kind(key).supplies


def words(figure: Callable[[], str], **names: str) -> Figure:
    """The table's words for states."""
    return lambda: names.get(figure(), figure())


def cfm(power_w: float, rise_k: float, altitude_m: float = 0.0, inlet_c: float = 20.0) -> float:
    return air.cfm_from_m3_per_s(air.airflow_m3_per_s(power_w, rise_k, altitude_m, inlet_c))


def rise_k(power_w: float, airflow_cfm: float) -> float:
    return air.air_delta_t_k(power_w, air.m3_per_s_from_cfm(airflow_cfm))


def system_rise_k(key: str, airflow_cfm: float | None = None) -> float:
    """By the rule of thumb, as the table was made."""
    return air.air_delta_t_by_rule_of_thumb_k(fact(key, "power_max_w"), airflow_cfm or fact(key, "airflow_cfm"))


WATER, PG25 = coolants().by_key["water"], coolants().by_key["pg25"]
BANKS = (Tap.L1_L2, Tap.L2_L3, Tap.L3_L1)
ONE_PHASE, THREE_PHASE = Wiring.LINE_TO_NEUTRAL, Wiring.WYE
CIRCUITS = {
    "PC-230V16A1p": (230, 16, ONE_PHASE),
    "PC-230V32A1p": (230, 32, ONE_PHASE),
    "PC-240V30A1p": (240, 30, Wiring.LINE_TO_LINE),
    "PC-208V30A3p": (208, 30, Wiring.DELTA),
    "PC-208V60A3p": (208, 60, Wiring.DELTA),
    "PC-400V16A3p": (400, 16, THREE_PHASE),
    "PC-400V32A3p": (400, 32, THREE_PHASE),
    "PC-400V63A3p": (400, 63, THREE_PHASE),
    "PC-415V30A3p": (415, 30, THREE_PHASE),
    "PC-415V32A3p": (415, 32, THREE_PHASE),
    "PC-415V60A3p": (415, 60, THREE_PHASE),
    "PC-415V63A3p": (415, 63, THREE_PHASE),
}
SUPERPOD = Feeds(3, 415, 32)
PRINTED_FEED_KW = 21.8
"""What the maker prints for one of these feeds; 21.85 kW cut short."""
STATES = {"management_only": "bmc_only"}


def rent_per_gpu_h(per_kw_month: float, kilowatts: float) -> float:
    """Rent of the place alone for each of the hours of a year."""
    inputs = CostInputs({"contract": "metered", "metered_rent": per_kw_month})
    return yearly_cost(Owned(1, None, said(kilowatts)), inputs.assumptions()).term("rent").value / HOURS_PER_YEAR


FIGURES: dict[str, Figure] = {
    "P01": lambda: 800 * circuit_kva(208, 30, Wiring.DELTA),
    "P02": lambda: 3 * electrical.single_phase_va(208, 16),
    "P03": lambda: 0.95 * circuit_kva(415, 32, THREE_PHASE),
    "P04": lambda: electrical.known_sum(np.full(4, fact(H100, "power_max_w"))).value / 1000,
    "P05": lambda: 100 * drawn_kw(feeds_of_rack(H100, 4, SUPERPOD)) / (2 * PRINTED_FEED_KW),
    "P06": lambda: 100 * drawn_kw(feeds_of_rack(H100, 5, SUPERPOD)) / (2 * PRINTED_FEED_KW),
    "P07": lambda: electrical.single_phase_va(230, 30) * 0.8 * 0.9,
    "P08": lambda: electrical.single_phase_va(230, 30 * 0.87) * 0.8 * 0.8,
    "P09": lambda: electrical.known_sum(np.array([1000.0] * 3 + [530.0] * 6)).value,
    "P10": lambda: worst_line_a([(2060, tap) for tap in BANKS], 208, Wiring.DELTA),
    "P11": lambda: worst_line_a([(3090, tap) for tap in BANKS[:2]], 208, Wiring.DELTA),
    "P12": lambda: fact("nvidia.gb200-compute-tray", "power_provisioned_w") / 1000,
    "P13": lambda: other("nvidia.gb200-compute-tray", "power_max_w", "Mission Control") / 1000,
    "P14": lambda: fact("nvidia.gb300-compute-tray", "power_max_w") / 1000,
    "P15": lambda: 18 * fact("nvidia.gb300-compute-tray", "power_provisioned_w") / 1000,
    "P16": words(lambda: state(H100, 6 - 2), **STATES),
    "P17": words(lambda: state(H100, 6 - 3), **STATES),
    "P18": words(lambda: state(H100, 2), **STATES),
    "P19": lambda: gpu_cap_w(rule_of(B200), 4) or 0,
    "P20": words(lambda: state(A100, 6 - 3), **STATES),
    "P21": lambda: 100 * 8 * fact("nvidia.h100-sxm5-80gb", "power_max_w") / fact(H100, "power_max_w"),
    "P22": lambda: electrical.breaker_for_continuous_a(24, 0.8),
    "C10": lambda: 100 * fact("nvidia.gb200-gpu", "power_provisioned_w") / fact("nvidia.gb200-gpu", "power_max_w"),
    "H01": lambda: heat.heat_btu_per_h(fact(A100, "power_max_w")),
    "H02": lambda: heat.heat_btu_per_h(fact(B200, "power_max_w")),
    "H03": lambda: heat.heat_w_from_btu_per_h(49_476.0),
    "H04": lambda: heat.heat_w_from_btu_per_h(38_557.0),
    "A01": lambda: cfm(fact(H100, "power_max_w"), 15),
    "A02": lambda: cfm(4 * fact(H100, "power_max_w"), 15),
    "A03": lambda: rise_k(4 * fact(H100, "power_max_w"), 3500),
    "A04": lambda: cfm(fact("nvidia.gb200-nvl72", "power_average_w"), 15),
    "A05": lambda: air.airflow_by_rule_of_thumb_cfm(10_200.0, 27 / 1.8),
    "A06": lambda: air.air_delta_t_by_rule_of_thumb_k(1000.0, 150.0),
    "A07": lambda: air.pressure_ratio(1500.0),
    "A-A100": lambda: system_rise_k(A100),
    "A-H100": lambda: system_rise_k(H100),
    "A-B200": lambda: system_rise_k(B200, other(B200, "airflow_cfm", "DGX B200 User Guide")),
    "L01": lambda: liquid.liquid_delta_t_k(120_000.0, fact("nvidia.gb200-nvl72", "liquid_flow_l_min"), WATER),
    "L02": lambda: liquid.liquid_delta_t_k(1000.0, 1.5, PG25),
    "L03": lambda: liquid.loop_capacity_w(103.8 * 1000 / 60, 1.44) / 1000,
    "L04": lambda: fact("coolit.chx2000", "cooling_capacity_w") / 1000 * 1.2,
    "M01": lambda: weight.footprint_load_kg_per_m2(fact("nvidia.gb200-nvl72", "weight_kg"), 600.0, 1200.0),
    "M02": lambda: weight.foot_load_kg(fact("nvidia.gb200-nvl72", "weight_kg"), 4),
    "M03": lambda: float(weight.summed(np.full(4, fact(B200, "weight_kg")), np.zeros(4, np.int64), 1)[0][0]),
    **{name: partial(circuit_kva, *circuit) for name, circuit in CIRCUITS.items()},
    "C01": lambda: break_even_hours(833_806, 98.32, 0.87) or 0.0,
    "C02": lambda: (break_even_hours(833_806, 98.32, 0.87) or 0.0) / MONTH_H,
    "C03": lambda: break_even_hours(833_806, 33, 0.87) or 0.0,
    "C04": lambda: rent_per_gpu_h(184.06, fact(H100, "power_max_w") / 8 / 1000),
    "C05": lambda: capital_recovery_factor(0.08, 4),
    "C06": lambda: float(million_tokens(3.0, 1000)),
    "C07": lambda: float(million_tokens(0.7, 1000)),
}
"""Of the rows of `oracles.csv`."""

H100_ON_208_V = Feeds(2, 208, 60)
OWN_FIGURES: dict[str, Figure] = {
    "OWN-P1": lambda: float(flow(feeds_of_rack(H100, 4, H100_ON_208_V)).va.sum()) / 1000,
    "OWN-P2": lambda: 2 * 0.8 * circuit_kva(208, 60, THREE_PHASE),
    "OWN-P3": lambda: 2 * 0.95 * circuit_kva(415, 32, THREE_PHASE),
    "OWN-P4": lambda: worst_a(feeds_of_rack(H100, 4, SUPERPOD), 0),
    "OWN-P5": lambda: worst_a(feeds_of_rack(H100, 4, SUPERPOD, factor=0.98), 0),
    "OWN-P6": lambda: worst_a(feeds_of_rack(H100, 4, SUPERPOD, factor=1.0), 0),
    "OWN-P7": lambda: worst_a(feeds_of_rack(H100, 4, SUPERPOD)),
    "OWN-P8": lambda: left_percent(feeds_of_rack(B200, 2, Feeds(2, 380, 32), always_full=True)),
    "OWN-P9": lambda: left_percent(feeds_of_rack(B200, 4, Feeds(2, 415, 60), always_full=True)),
    "OWN-P10": lambda: gpu_cap_w(rule_of(B200), int(flow(feeds_of_rack(B200, 1, Feeds(3, 415, 63)), np.array([1])).alive[0])) or 0,
    "OWN-P11": lambda: worst_line_a([(13_500, Tap.DC)], 54, Wiring.DC),
    "OWN-P12": lambda: worst_line_a([(1_000_000, Tap.DC)], 800, Wiring.DC),
    "OWN-H1": lambda: heat.heat_btu_per_h(fact(H100, "power_max_w")),
    "OWN-H2": lambda: heat.cooling_tons(fact(H100, "power_max_w")),
    "OWN-A1": lambda: cfm(10_200, 15, 1500) / cfm(10_200, 15),
    "OWN-A2": lambda: 3600 * air.airflow_m3_per_s(1000, 1),
    "OWN-A3": lambda: cfm(10_200, 15, inlet_c=27),
    "OWN-A4": lambda: rise_k(fact(A100, "power_max_w"), fact(A100, "airflow_cfm")),
    "OWN-L1": lambda: liquid.liquid_flow_l_per_min(1000, 1, WATER),
    "OWN-L2": lambda: liquid.liquid_flow_l_per_min(1000, 1, PG25),
    "OWN-L3": lambda: liquid.liquid_flow_l_per_min(120_000 * fact("nvidia.gb200-nvl72", "liquid_heat_share_percent") / 100, 10, PG25),
    "OWN-F1": lambda: weight.footprint_load_kg_per_m2(
        *(fact("nvidia.gb200-nvl72", name) for name in ("weight_kg", "width_mm", "depth_mm"))
    ),
}
"""Of the rows of `own.csv`."""
