"""Projects in which the rules of what is absent find nothing or just so many faults."""

from collections.abc import Callable

from gpudesk.core.plan_domains import Domain
from gpudesk.project.outside_plan import OUTSIDE_PREFIX
from tests.checks.site import Site

Build = Callable[[Site], object]
ABSENT_CASES: list[tuple[str, int, str, Build]] = []


def absent_case(count: int, *rules: str) -> Callable[[Build], Build]:
    """The project that follows has `count` findings of each of `rules`."""

    def note(build: Build) -> Build:
        ABSENT_CASES.extend((rule, count, build.__name__.removeprefix("_"), build) for rule in rules)
        return build

    return note


def leave_out(site: Site, *domains: Domain) -> None:
    """Say that some domains are not in this plan."""
    for domain in domains:
        site.insert("setting", key=f"{OUTSIDE_PREFIX}{domain}", value="Somebody else plans it.")


@absent_case(1, "absent.power", "absent.cooling")
def _systems_without_anything(site: Site) -> None:
    rack = site.rack()
    for unit, key in ((1, "six"), (9, "six"), (17, "system")):
        site.device(rack, unit, key)


@absent_case(2, "absent.power", "absent.cooling")
def _systems_in_two_halls(site: Site) -> None:
    other = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    for hall in (site.hall, other):
        rack = site.rack(hall_id=hall)
        site.device(rack, 1, "six")
        site.device(rack, 9)


@absent_case(0, "absent.power", "absent.cooling")
@absent_case(2, "plan.outside")
def _systems_of_which_somebody_else_plans_all(site: Site) -> None:
    leave_out(site, Domain.POWER, Domain.COOLING)
    rack = site.rack()
    site.device(rack, 1, "six")
    site.device(rack, 9)


@absent_case(1, "absent.power")
def _a_strip_on_no_feed(site: Site) -> None:
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    strip = site.strip(rack, None)
    site.plug(system, (strip, 1), (strip, 5))


@absent_case(0, "absent.power")
def _a_strip_on_a_feed(site: Site) -> None:
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    strip = site.strip(rack, site.feed())
    site.plug(system, (strip, 1), (strip, 5))


@absent_case(0, "absent.cooling")
def _a_cooled_hall(site: Site) -> None:
    site.room()
    site.device(site.rack(), 1)


@absent_case(0, "absent.power", "absent.cooling")
def _a_workstation(site: Site) -> None:
    site.device(None, key="tower", hall_id=site.hall)
