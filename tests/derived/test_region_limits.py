"""Breakers in North America: 80 % for continuous load from the first moment, and never twice."""

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.messages.errors import Refused
from gpudesk.core.power.power_limits import inlet_limits
from gpudesk.core.power.receptacles import Region, plug_rating_a
from gpudesk.derived.auto_place.auto_place_plan import _carries_w
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import site_sheet
from tests.checks.site import Site


@pytest.mark.parametrize(
    ("plug", "iec_a", "american_a"),
    [
        ("NEMA L21-30P", 30, 30),
        ("NEMA L6-30", 30, 30),
        ("NEMA 6-30P", 30, 30),
        ("NEMA 5-15P", 15, 15),
        ("CS8365C", 50, 50),
        ("IEC 60309 32 A 3P+N+E", 32, 32),
        ("IEC 60309 60 A 3P+E", 60, 60),
        ("IEC 60309 3P+N+E", None, None),
        ("IEC 60309-2 32 A 2P+E", 32, 32),
        ("iec-60309-2p-e-6h", None, None),
        ("C20", 16, 20),
        ("C14", 10, 15),
        ("", None, None),
    ],
)
def test_plugs_tell_their_rating(plug: str, iec_a: float | None, american_a: float | None) -> None:
    assert plug_rating_a(plug, Region.IEC) == iec_a
    assert plug_rating_a(plug, Region.NORTH_AMERICA) == american_a


@pytest.mark.parametrize(
    ("current_a", "plug_a", "factor", "rating_a", "limit_a"),
    [
        (30.0, 30.0, 0.8, np.nan, 24.0),
        (24.0, 30.0, 0.8, np.nan, 24.0),
        (24.0, 30.0, 1.0, np.nan, 24.0),
        (30.0, 30.0, 0.8, 23.9, 23.9),
        (30.0, 30.0, 1.0, 23.9, 23.9),
        (30.0, 30.0, 0.8, 30.0, 24.0),
        (48.0, 60.0, 0.8, np.nan, 48.0),
        (32.0, np.nan, 0.8, np.nan, 25.6),
        (32.0, 32.0, 1.0, 32.0, 32.0),
    ],
)
def test_the_factor_is_applied_once(current_a: float, plug_a: float, factor: float, rating_a: float, limit_a: float) -> None:
    limits = inlet_limits(*(np.array([each]) for each in (current_a, plug_a, factor, rating_a)))
    assert limits.limit_a[0] == pytest.approx(limit_a)
    assert limits.breaker_a[0] == current_a


def limits(site: Site) -> list[float]:
    """What feed, strip and first bank may carry for long."""
    plan = site.snapshot.cached(power_plan)
    return [round(float(each), 6) for each in plan.limit_a[[0, plan.rows, plan.first_bank]]]


def strip_on_a_feed(site: Site, current_a: float, plug: str, breaker_a: int = 30, **feed: object) -> None:
    strip = site.use("strip", input_voltage_v=208, input_current_a=current_a, input_plug=plug, capacity_va=None, breaker_a=20)
    site.strip(site.rack(), site.feed(voltage_v=208, breaker_a=breaker_a, **feed), strip)


def test_a_site_in_north_america_is_judged_at_80_percent_without_a_stored_value() -> None:
    site = Site()
    strip_on_a_feed(site, 30, "NEMA L21-30P")
    assert limits(site) == [30.0, 30.0, 20.0]
    site.set("region", "north-america")
    assert limits(site) == [24.0, 24.0, 16.0]
    assert site.snapshot.cached(site_sheet).limit("continuous_factor") == 0.8
    assert "continuous_factor" not in site.snapshot.cached(site_sheet).said


@pytest.mark.parametrize("country", ["United States", "us", "Canada", "Mexico", "México", "Estados Unidos"])
def test_a_country_of_north_america_is_its_region(country: str) -> None:
    with Document.scratch() as document:
        run(document, set_site_value, "region", country)
        sheet = document.snapshot.cached(site_sheet)
        assert (sheet.value("region"), sheet.value("continuous_factor")) == ("north-america", 0.8)
    with Document.scratch() as document, pytest.raises(Refused, match="region must be one of iec, north-america"):
        run(document, set_site_value, "region", "Atlantis")


def test_a_strip_that_its_maker_derated_is_judged_by_its_data_sheet() -> None:
    site = Site()
    site.set("region", "north-america")
    strip_on_a_feed(site, 24, "NEMA L21-30P")
    assert limits(site) == [24.0, 24.0, 16.0]


def test_a_breaker_rated_for_100_percent_counts_whole_but_not_the_branches_behind_it() -> None:
    site = Site()
    site.set("region", "north-america")
    strip_on_a_feed(site, 30, "NEMA L21-30P", continuous_percent=100)
    assert limits(site) == [30.0, 30.0, 16.0]


def test_a_typed_value_is_kept() -> None:
    site = Site()
    site.set("region", "north-america")
    site.set("continuous_factor", 1.0)
    strip_on_a_feed(site, 30, "NEMA L21-30P")
    assert limits(site) == [30.0, 30.0, 20.0]


def test_placing_many_systems_counts_a_derated_rating_once() -> None:
    site = Site()
    site.set("region", "north-america")
    kinds = [
        site.use("strip", input_voltage_v=208, input_current_a=30, input_phases=1, input_plug="NEMA L6-30P", capacity_va=capacity)
        for capacity in (6240, 4992)
    ]
    sheet = site.snapshot.cached(site_sheet)
    # 208 V × 24 A × 0.95, whether the data sheet states 30 A whole or 24 A for long.
    assert [_carries_w(site.snapshot.types[kind], sheet) for kind in kinds] == pytest.approx([4742.4, 4742.4])


def lasting(site: Site) -> list[str]:
    """What the loss of a feed finds."""
    return [str(finding.message) for finding in findings_of(site.snapshot).of_rule("power.loss_line")]


def two_feeds_of_30_a(site: Site, **feed: object) -> None:
    """A device of 9.5 kW at 208 V on two feeds of 30 A, three phases: 13.9 A on each, 27.8 A on one after the loss of the other."""
    rack = site.rack()
    kind = site.use("strip", input_voltage_v=415, input_current_a=30, input_plug="IEC 60309 30 A 3P+N+E", capacity_va=None)
    strips = [site.strip(rack, site.feed(voltage_v=415, breaker_a=30, **feed), kind) for _ in range(2)]
    for number in range(3):
        device = site.device(rack, 1 + 4 * number, type_id=site.use("pair", power_max_w=6330))
        site.plug(device, (strips[0], 1 + 4 * number), (strips[1], 1 + 4 * number))


def test_a_loss_that_opens_no_breaker_is_judged_by_the_limit_for_continuous_load() -> None:
    site = Site()
    two_feeds_of_30_a(site)
    # 6,330 W / 0.95 / 239.6 V = 27.8 A on each line of the feed that is left: below 30 A, above 24 A.
    assert lasting(site) == []
    site.set("region", "north-america")
    found = findings_of(site.snapshot).of_rule("power.loss_line")
    assert [(round(finding.found.value, 1), finding.required.value) for finding in found] == [(27.8, 24.0), (27.8, 24.0)]  # type: ignore[union-attr]


def test_fixing_an_old_value_is_one_setting() -> None:
    site = Site()
    site.set("region", "north-america")
    site.set("continuous_factor", 1.0)
    site.feed()
    (finding,) = findings_of(site.snapshot).of_rule("compliance.continuous_factor")
    assert finding.fix is not None
    assert finding.fix.title.text == "Use 80%"
    assert (finding.fix.operation, dict(finding.fix.arguments)) == ("set_site_value", {"key": "continuous_factor", "value": 0.8})
