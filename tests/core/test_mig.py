"""Slices of a GPU: what is together, and how few GPUs hold a set."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.mig import Profile, fewest_gpus, placed, smallest
from tests.examples import examples

ONE = Profile("1g.10gb", 1, 1, (0, 1, 2, 3, 4, 5, 6), 7)
WIDE = Profile("1g.20gb", 1, 2, (0, 2, 4, 6), 4)
TWO = Profile("2g.20gb", 2, 2, (0, 2, 4), 3)
THREE = Profile("3g.40gb", 3, 4, (0, 4), 2)
FOUR = Profile("4g.40gb", 4, 4, (0,), 1)
WHOLE = Profile("7g.80gb", 7, 8, (0,), 1)
PROFILES = (ONE, WIDE, TWO, THREE, FOUR, WHOLE)


@pytest.mark.parametrize(
    "counts",
    # Geometries of the NVIDIA MIG user guide for the A100: 7 × 1g, 4g + 2g + 1g, 4g + 3 × 1g, 2 × 3g, 3g + 2g + 1g, 3 × 2g + 1g.
    [
        (7, 0, 0, 0, 0, 0),
        (1, 0, 1, 0, 1, 0),
        (3, 0, 0, 0, 1, 0),
        (0, 0, 0, 2, 0, 0),
        (1, 0, 1, 1, 0, 0),
        (1, 0, 3, 0, 0, 0),
        (0, 0, 0, 1, 1, 0),
    ],
)
def test_geometries_that_nvidia_lists(counts: tuple[int, ...]) -> None:
    found = placed(PROFILES, counts, 7)
    assert found is not None
    taken = [slot for each in found for slot in range(each.start, each.start + each.profile.memory)]
    assert len(taken) == len(set(taken))
    assert max(taken) < 8
    assert all(each.start in each.profile.starts for each in found)


@pytest.mark.parametrize("counts", [(8, 0, 0, 0, 0, 0), (0, 0, 4, 0, 0, 0), (1, 0, 0, 2, 0, 0), (4, 0, 0, 0, 1, 0), (1, 0, 0, 0, 0, 1)])
def test_what_does_not_go_together(counts: tuple[int, ...]) -> None:
    assert placed(PROFILES, counts, 7) is None


def test_the_fewest_gpus() -> None:
    """Two 3g and four 1g: 3g and 3g on one leave the 1g a second GPU, as 3g and four 1g twice do not need."""
    assert len(fewest_gpus(PROFILES, (8, 0, 0, 2, 0, 0), 7).gpus) == 2
    assert len(fewest_gpus(PROFILES, (0, 0, 0, 0, 3, 0), 7).gpus) == 3
    assert fewest_gpus(PROFILES, (0, 0, 0, 0, 0, 0), 7).gpus == ()


def _by_hand(counts: tuple[int, ...]) -> int:
    """The fewest by trying every way to give each slice to a GPU, which grows fast."""
    singles = [at for at, count in enumerate(counts) for _ in range(count)]
    for gpus in range(1, len(singles) + 1):
        for given_to in product(range(gpus), repeat=len(singles)):
            shares = [
                tuple(sum(1 for one, gpu in zip(singles, given_to, strict=True) if (one, gpu) == (at, which)) for at in range(len(counts)))
                for which in range(gpus)
            ]
            if all(placed(PROFILES, share, 7) is not None for share in shares):
                return gpus
    return 0


@examples(30)
@given(st.tuples(*(st.integers(0, 2) for _ in PROFILES)).filter(lambda counts: 0 < sum(counts) <= 5))
def test_the_search_is_exact(counts: tuple[int, ...]) -> None:
    found = fewest_gpus(PROFILES, counts, 7)
    assert found.exact
    assert len(found.gpus) == _by_hand(counts)
    assert sum(len(gpu) for gpu in found.gpus) == sum(counts)


def test_the_smallest_slice_that_holds_a_job() -> None:
    held = {ONE: 9.6, WIDE: 19.4, TWO: 19.4, THREE: 39.0, FOUR: 39.0, WHOLE: 78.0}
    assert smallest(held, 8) == ONE
    assert smallest(held, 15) == WIDE
    assert smallest(held, 15, compute=2) == TWO
    assert smallest(held, 9, compute=4) == FOUR
    assert smallest(held, 79) is None


def test_a_slice_that_fits_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="9g"):
        fewest_gpus((Profile("9g.90gb", 9, 9, (0,), 1),), (1,), 7)
