"""How often each kind of process is killed: a few times in the loop, GPUDESK_KILLS times (1,000 unless set) in all in `make soak`."""

import os
import random
from collections.abc import Callable
from random import Random

import pytest

ALL = int(os.environ.get("GPUDESK_KILLS", "1000"))
WRITER, WINDOW, COMMAND, MIGRATION = 0.35, 0.3, 0.2, 0.15
"""The shares of the kinds."""


def times(few: int, share: float) -> pytest.MarkDecorator:
    """The test is run with a few kills, and in the soak with its share of all."""
    many = max(1, round(share * ALL))
    return pytest.mark.parametrize("times", [few, pytest.param(many, marks=pytest.mark.soak)])


def fresh(report: Callable[[str], None], what: str) -> tuple[int, Random]:
    """A new seed, which is said, and random numbers from it."""
    seed = random.SystemRandom().randrange(2**32)
    report(f"{what}: seed {seed}")
    return seed, Random(seed)
