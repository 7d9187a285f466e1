"""A workload that needs more GPUs than it may have says which of the two limits it meets: the site's or its own."""

from dataclasses import replace

import pytest

from gpudesk.checks.engine.check_engine import check_all
from tests.checks.site import Site
from tests.checks.workload_cases import HEAVY, systems, workload


@pytest.mark.parametrize(
    ("count", "most", "found", "text"),
    [
        (1, None, 8, "Chat requires 16 × H100 SXM5 80 GB; 8 are available."),
        (4, 8, 8, "Chat requires 16 × H100 SXM5 80 GB; its requirements allow at most 8."),
        (1, 12, 8, "Chat requires 16 × H100 SXM5 80 GB; 8 are available."),
    ],
)
def test_the_limit_that_is_met_is_named(count: int, most: int | None, found: int, text: str) -> None:
    site = Site()
    systems(site, count)
    workload(site, replace(HEAVY, gpus_most=most))
    (finding,) = check_all(site.snapshot).of_rule("workload.fits")
    assert finding.message.plain() == text
    assert (finding.found, finding.required) == (found, 16)


@pytest.mark.parametrize(("count", "most"), [(2, None), (4, 16)])
def test_just_enough_is_enough(count: int, most: int | None) -> None:
    site = Site()
    systems(site, count)
    workload(site, replace(HEAVY, gpus_most=most))
    assert not list(check_all(site.snapshot).of_rule("workload.fits"))
