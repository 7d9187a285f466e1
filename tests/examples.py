"""How many examples the property tests try: a third of each count in the loop, all of them in `make soak`.

Nothing here imports Qt: the core's tests run in an environment without it.
"""

import os
from collections.abc import Collection

from hypothesis import HealthCheck, settings

SCALE_VARIABLE = "GPUDESK_EXAMPLES"
"""The environment variable that `make soak` sets to `full`."""
USUAL = 100
"""The full count of a property test that does not ask for another one."""


def example_count(full: int, least: int = 1) -> int:
    """`full` where GPUDESK_EXAMPLES says `full`; otherwise a third of it, rounded, yet at least `least` and at most `full`."""
    if os.environ.get(SCALE_VARIABLE) == "full":
        return full
    return min(full, max(least, round(full / 3)))


def examples(full: int, *, least: int = 1, suppress_health_check: Collection[HealthCheck] = ()) -> settings:
    """The decorator of a property test that tries `full` examples in `make soak`; the rest comes from the profile of tests/conftest.py.

    Args:
        suppress_health_check: not looked at, besides what the profile does not look at.
    """
    suppressed = {*settings().suppress_health_check, *suppress_health_check}
    return settings(max_examples=example_count(full, least), suppress_health_check=sorted(suppressed, key=lambda check: check.name))
