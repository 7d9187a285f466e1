"""Which link of the chain binds, what is short, and what is not known."""

import pytest

from gpudesk.core.work.system_balance import Balance, Link, LinkUse, balance


def test_the_link_that_is_used_most_binds() -> None:
    found = balance(
        {Link.CORES: 48, Link.MEMORY: 1000, Link.NETWORK: 300},
        {Link.CORES: 112, Link.MEMORY: 2048, Link.NETWORK: 400, Link.READ: 100},
    )
    assert found.binding == LinkUse(Link.NETWORK, 300, 400)
    assert found.short == ()
    assert [each.link for each in found.links] == [Link.CORES, Link.MEMORY, Link.NETWORK, Link.READ]


def test_too_little_is_short_and_what_nobody_says_is_missing() -> None:
    found = balance({Link.CORES: 48, Link.DRIVES: 2, Link.POWER: 5000}, {Link.CORES: 32, Link.DRIVES: None, Link.POWER: 5400})
    assert [each.link for each in found.short] == [Link.CORES]
    assert found.missing == (Link.DRIVES,)
    assert found.binding is not None
    assert found.binding.use == pytest.approx(1.5)


def test_adapters_that_all_sit_right_bind_nothing() -> None:
    right = balance({Link.NUMA: 8, Link.POWER: 1}, {Link.NUMA: 8, Link.POWER: 2})
    assert right.binding is not None
    assert right.binding.link is Link.POWER
    lacking = balance({Link.NUMA: 8, Link.POWER: 1}, {Link.NUMA: 4, Link.POWER: 2})
    assert lacking.binding is not None
    assert lacking.binding.link is Link.NUMA


def test_nothing_known_binds_nothing() -> None:
    assert Balance(()).binding is None
    assert balance({Link.CORES: 4}, {Link.CORES: None}).binding is None
    assert LinkUse(Link.CORES, 4, 0).use == float("inf")
    assert LinkUse(Link.CORES, 0, 0).use == 0
