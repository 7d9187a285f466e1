"""A mapping in two layers equals the dictionary that takes the same changes, and shares what did not change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.findings.layered import SMALL, Layered

KEYS = st.integers(0, 3 * SMALL)
CHANGES = st.tuples(st.sets(KEYS, max_size=10), st.dictionaries(KEYS, st.integers(), max_size=10))


@given(st.integers(0, 3 * SMALL), st.lists(CHANGES, max_size=12))
def test_it_equals_a_dictionary(size: int, changes: list[tuple[set[int], dict[int, int]]]) -> None:
    expected = {number: -number for number in range(size)}
    layered = Layered(dict(expected))
    for gone, fresh in changes:
        before, earlier = layered, dict(expected)
        gone = {key for key in gone if key in expected}
        for key in gone:
            del expected[key]
        expected |= fresh
        layered = before.patched(gone, fresh)
        assert dict(layered.items()) == expected
        assert len(layered) == len(expected)
        assert {key: layered[key] for key in layered} == expected
        assert all((key in layered) is (key in expected) and layered.get(key) == expected.get(key) for key in range(3 * SMALL + 1))
        assert layered == Layered(dict(expected))
        assert dict(before.items()) == earlier
        assert (layered.any_value() in expected.values()) if expected else layered.any_value() is None
        own = sum(1 for key, value in before.items() if key not in expected or expected[key] is not value)
        assert own <= before.unshared(layered)


def test_a_few_changes_of_many_are_few() -> None:
    many = Layered(dict.fromkeys(range(10_000), 0))
    following = many.patched([1], {2: 1})
    assert many.unshared(following) == 2
    assert following.unshared(many) == 2
    assert many.unshared(many) == 0
    assert many.unshared(Layered(dict.fromkeys(range(10_000), 0))) == 10_000
    with pytest.raises(KeyError):
        following[1]
