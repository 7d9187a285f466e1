"""A process of the tests that falls over says how, at the end."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FALLING = """
import ctypes

def test_falls_over():
    ctypes.string_at(0)
"""


def test_what_it_said_stands_at_the_end(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(FALLING)
    done = pytester.runpytest_subprocess("-p", "tests.plugins.crashes", "--numprocesses", "1", "--max-worker-restart", "0")
    assert done.ret != 0
    done.stdout.fnmatch_lines(["*process * fell over*", "Fatal Python error: Segmentation fault", "*in string_at", "*in test_falls_over"])


def test_a_process_that_is_alone_says_it_at_once(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(FALLING)
    done = pytester.runpytest_subprocess("-p", "tests.plugins.crashes")
    assert done.ret != 0
    done.stderr.fnmatch_lines(["Fatal Python error: Segmentation fault", "*in string_at", "*in test_falls_over"])
