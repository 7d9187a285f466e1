"""Freed memory is kept where the C library is glibc, and nothing happens elsewhere."""

import platform
import sys

import pytest

from gpudesk.store.allocator_settings import keep_freed_memory


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")
def test_glibc_keeps_freed_memory() -> None:
    assert keep_freed_memory()


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    keep_freed_memory.cache_clear()
    assert not keep_freed_memory()
    keep_freed_memory.cache_clear()
