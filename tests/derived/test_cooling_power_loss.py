"""What the checks say of failures of the power is what the drill says of them."""

import numpy as np
import pytest

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import Ids
from gpudesk.derived.cooling.cooling_feeds import cooling_feeds
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.failures.cooling_failures import cooling_failures
from gpudesk.derived.failures.cooling_power_loss import cooling_power_losses
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.project.snapshot import Snapshot
from tests.checks.cooling_power_cases import COOLING_POWER_CASES, Build
from tests.checks.site import Site


def drilled(snapshot: Snapshot) -> dict[int, tuple[float, tuple[str, ...]]]:
    """Power node → what is left of the cooling and which units stop, by the drill of all of the power; circuits of one unit left out."""
    failures = power_failures(snapshot)
    found, plan = cooling_failures(snapshot, failures), snapshot.cached(cooling_plan)
    dark: dict[int, Ids] = dict(cooling_feeds(plan, failures.plan).dark_after(failures.outcomes))
    lost = {}
    for place, units in dark.items():
        node = int(failures.outcomes.failed[place])
        number = found.of_power(node)
        assert number is not None
        alone = len(units) == 1 and snapshot["power_node"]["kind"][node] == PowerNodeKind.FEED
        if found.outcomes.hot_w[number] > 0 and not alone:
            lost[node] = float(found.outcomes.share[number]), tuple(plan.nodes["name"][np.sort(units)].tolist())
    return lost


@pytest.mark.parametrize("build", [build for *_, build in COOLING_POWER_CASES], ids=[name for _, _, name, _ in COOLING_POWER_CASES])
def test_checks_and_drill_say_the_same(build: Build) -> None:
    site = Site()
    build(site)
    said = {loss.node: (loss.share, loss.stopped) for loss in cooling_power_losses(site.snapshot)}
    by_drill = drilled(site.snapshot)
    assert said.items() <= by_drill.items()
    # Of several parts above the same units the checks name the nearest.
    assert {stopped for _, stopped in said.values()} == {stopped for _, stopped in by_drill.values()}


def test_the_heat_of_what_runs_is_judged() -> None:
    """Of 40.8 kW 30.6 run on, and an air handler of 30 kW."""
    build = {name: build for _, _, name, build in COOLING_POWER_CASES}["less_heat_ends_than_cooling"]
    site = Site()
    build(site)
    (loss,) = cooling_power_losses(site.snapshot)
    assert loss.share == pytest.approx(30 / 30.6)
    assert site.snapshot["power_node"]["name"][loss.node] == "UPS A"
