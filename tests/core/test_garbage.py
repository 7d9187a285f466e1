"""Python's own collection while much is made that stays."""

import gc

import pytest

from gpudesk.core.running.garbage import left_for_later


@pytest.fixture
def by_itself() -> None:
    """Python collects by itself, as in a command."""
    assert not gc.isenabled(), "the tests collect between two of them"


def test_nothing_is_collected_by_itself_meanwhile(by_itself: None) -> None:
    gc.enable()
    try:
        with left_for_later():
            assert not gc.isenabled()
        assert gc.isenabled()
        with pytest.raises(ValueError, match="invalid literal"), left_for_later():
            int("x")
        assert gc.isenabled()
    finally:
        gc.disable()


def test_where_the_program_collects_it_goes_on_doing_so(by_itself: None) -> None:
    with left_for_later():
        assert not gc.isenabled()
    assert not gc.isenabled()
