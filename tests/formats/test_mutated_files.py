"""Damaged files: each reader returns something, or says in our own words what is wrong; never anything else.

A few damaged files of each reader are read in every run; `make soak` reads 200 of each (GPUDESK_MUTANTS) in processes of their own, and
prints of each reader what the slowest file took.
"""

import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import DeskError
from tests.examples import example_count
from tests.formats.every_reader import PARTS, READERS
from tests.formats.kept_readers import SLOW_READERS
from tests.formats.mutate import MOST_BYTES, mutants, shifted

_FEW, _FEWER = example_count(10), example_count(2)
_MANY = int(os.environ.get("GPUDESK_MUTANTS", "200"))
_MOST_CPU_S = 1.0
_MOST_RSS_BYTES = 200 * 10**6


@pytest.mark.parametrize("name", READERS)
def test_damaged_files_are_read_or_refused_in_our_words(name: str, tmp_path: Path) -> None:
    reader = READERS[name]
    path = tmp_path / reader.file
    good = reader.seed()
    path.write_bytes(good)
    reader.read(path)
    silent = []
    for what, content in mutants(good, _FEWER if name in SLOW_READERS or name in PARTS else _FEW, name):
        path.write_bytes(content)
        try:
            reader.read(path)
        except DeskError as error:
            silent += [] if str(error).strip() else [what]
    assert silent == []


def test_equal_seeds_make_equal_files_within_the_size() -> None:
    content = b"a,1\n" * 100
    first, second = mutants(content, 45, "x"), mutants(content, 45, "x")
    assert first == second
    assert len({made for _, made in first}) > 30
    assert max(len(made) for _, made in first) <= MOST_BYTES
    assert mutants(content, 45, "y") != first


def test_a_zip_directory_is_shifted(tmp_path: Path) -> None:
    good = READERS["devices-xlsx"].seed()
    path = tmp_path / "a.xlsx"
    broken = 0
    for number in range(20):
        path.write_bytes(shifted(good, random.Random(number)))
        try:
            with zipfile.ZipFile(path) as archive:
                broken += archive.testzip() is not None
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
            broken += 1
    assert broken > 5


@pytest.mark.soak
def test_two_hundred_damaged_files_of_each_reader(report: Callable[[str], None]) -> None:
    """Counts crashes, and measures processor time and memory above the idle process, of each file."""
    script = Path(__file__).with_name("read_mutants.py")
    root = script.parents[2]
    report(f"{'reader':34} {'files':>5} {'refused':>8} {'crashes':>8} {'CPU, s':>8} {'RSS, MB':>8}  slowest")
    bad = []
    for name in READERS:
        ran = subprocess.run(
            [sys.executable, str(script), name, str(_MANY)],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        if ran.returncode:
            bad.append(f"{name}: the process ended with {ran.returncode}\n{ran.stderr[-2000:]}")
            continue
        found = json.loads(ran.stdout)
        report(
            f"{name:34} {found['files']:5} {found['refused']:8} {len(found['crashes']):8} {found['cpu_s']:8.2f}"
            f" {found['rss_bytes'] / 1e6:8.1f}  {found['slowest']}"
        )
        bad += [f"{name}: {each}" for each in found["crashes"]]
        if found["cpu_s"] > _MOST_CPU_S or found["rss_bytes"] > _MOST_RSS_BYTES:
            bad.append(f"{name}: {found['cpu_s']:.2f} s, {found['rss_bytes'] / 1e6:.0f} MB above idle: {found['slowest']}")
    assert bad == []
