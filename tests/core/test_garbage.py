"""Python's own collection while much is made that stays."""

import gc

import pytest

from gpudesk.core.running.garbage import left_for_later, set_aside_loaded, take_back


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


def test_what_was_loaded_is_set_aside_without_a_collection(by_itself: None) -> None:
    collections: list[str] = []

    def noted(phase: str, _info: dict[str, int]) -> None:
        collections.append(phase)

    before = gc.get_freeze_count()
    kept: list[list[str]] = [[]]
    gc.callbacks.append(noted)
    try:
        set_aside_loaded()
        assert gc.get_freeze_count() > before
        assert all(each is not kept for each in gc.get_objects())
    finally:
        gc.callbacks.remove(noted)
        take_back()
    assert collections == []
    assert any(each is kept for each in gc.get_objects())
