"""Cooled halls in which the failure of one part of the power takes too much cooling, or not."""

from collections.abc import Callable

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from tests.checks.site import Site

Build = Callable[[Site], object]
COOLING_POWER_CASES: list[tuple[str, int, str, Build]] = []


def cooling_power_case(count: int) -> Callable[[Build], Build]:
    """The project that follows has `count` findings of cooling.power_loss."""

    def note(build: Build) -> Build:
        COOLING_POWER_CASES.append(("cooling.power_loss", count, build.__name__.removeprefix("_"), build))
        return build

    return note


def _hall(site: Site, *units: tuple[int, int | None]) -> int:
    """Two systems of which one air handler takes the heat, and handlers on a power node, or two, each; returns the rack."""
    rack = site.rack()
    for unit in (1, 9):
        site.device(rack, unit, "pair")
    air, water = site.room(0)
    for first, second in units:
        site.cool(
            CoolingKind.CRAH, "crah", supplies_id=air, cooled_by_id=water, power_node_id=first, power_alternate_id=second, hall_id=site.hall
        )
    return rack


def _ups(site: Site, name: str, **values: int) -> int:
    return site.insert("power_node", kind=2, name=name, voltage_v=415, **values)


@cooling_power_case(1)
def _all_air_handlers_on_one_ups(site: Site) -> None:
    ups = _ups(site, "UPS A")
    panels = [site.insert("power_node", kind=4, name=f"Panel {number}", voltage_v=415, fed_by_id=ups) for number in (1, 2)]
    _hall(site, (panels[0], None), (panels[1], None))


@cooling_power_case(1)
def _the_panel_next_to_the_air_handlers_is_named_alone(site: Site) -> None:
    panel = site.insert("power_node", kind=4, name="Panel", voltage_v=415, fed_by_id=_ups(site, "UPS A"))
    _hall(site, (panel, None), (panel, None))


@cooling_power_case(0)
def _air_handlers_on_a_ups_each(site: Site) -> None:
    _hall(site, (_ups(site, "UPS A"), None), (_ups(site, "UPS B"), None))


@cooling_power_case(0)
def _air_handlers_that_change_over(site: Site) -> None:
    one, other = _ups(site, "UPS A"), _ups(site, "UPS B")
    _hall(site, (one, other), (one, other))


@cooling_power_case(0)
def _a_circuit_of_one_air_handler(site: Site) -> None:
    _hall(site, (site.feed(), None))


@cooling_power_case(0)
def _systems_that_lose_their_power_with_the_air_handlers(site: Site) -> None:
    ups = _ups(site, "UPS A")
    rack = _hall(site, (ups, None), (ups, None))
    strip = site.strip(rack, site.feed(fed_by_id=ups))
    devices = site.snapshot["device"]
    for number, device in enumerate(devices.ids[devices["rack_id"] == rack].tolist()[:2]):
        site.plug(device, (strip, 1 + number))


@cooling_power_case(1)
def _a_system_that_runs_on_is_not_cooled(site: Site) -> None:
    ups = _ups(site, "UPS A")
    rack = _hall(site, (ups, None), (ups, None))
    strips = [site.strip(rack, site.feed(fed_by_id=above)) for above in (ups, _ups(site, "UPS B"))]
    devices = site.snapshot["device"]
    for number, device in enumerate(devices.ids[devices["rack_id"] == rack].tolist()[:2]):
        site.plug(device, (strips[number], 1))


def _handlers_and_systems_on_two_ups(site: Site, on_first: int) -> None:
    """Four systems of 10.2 kW, that many of them on the first UPS, the others on the second; an air handler of 30 kW on either."""
    above = [_ups(site, name) for name in ("UPS A", "UPS B")]
    rack = _hall(site, (above[0], None), (above[1], None))
    for unit in (17, 25):
        site.device(rack, unit, "pair")
    devices = site.snapshot["device"]
    systems = devices.ids[devices["rack_id"] == rack].tolist()
    strips = [site.strip(rack, site.feed(fed_by_id=ups)) for ups in above]
    for number, device in enumerate(systems):
        site.plug(device, (strips[int(number >= on_first)], 1 + number))


@cooling_power_case(0)
def _half_of_the_heat_ends_with_half_of_the_air_handlers(site: Site) -> None:
    """With either UPS 20.4 kW and their handler run on."""
    _handlers_and_systems_on_two_ups(site, 2)


@cooling_power_case(1)
def _less_heat_ends_than_cooling(site: Site) -> None:
    """With UPS A 30.6 kW run on and one air handler of 30 kW; with UPS B 10.2 kW."""
    _handlers_and_systems_on_two_ups(site, 1)
