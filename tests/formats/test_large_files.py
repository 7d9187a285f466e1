"""Large files: what a reader takes grows as its file does, and what is beyond its limit is not read. In the soak only."""

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.formats.every_reader import READERS
from tests.formats.large import SIZES
from tests.formats.large_files import LARGE

_MOST = 1.3
"""How much more than in proportion to its size a larger file may take."""
_PATIENCE_S = 1800


def test_large_files_are_as_large_as_asked_for() -> None:
    for name, large in LARGE.items():
        assert name in READERS
        size = large.sizes()[0] // 8
        # What counts something else is mostly packed.
        assert size * (0.3 if large.shown == "bytes" else 0.02) < len(large.make(size)) < size * 1.3, name
        assert large.sizes()[-1] <= (large.most or SIZES[-1]), name


@pytest.mark.soak
def test_large_files_take_time_in_proportion(report: Callable[[str], None]) -> None:
    script = Path(__file__).with_name("read_large.py")
    root = script.parents[2]
    report(
        f"{'reader':18} {'1/16, s':>8} {'1/4, s':>8} {'16 MiB, s':>9} {'to 4':>5} {'to 16':>5} {'GC on, s':>9} {'beyond, s':>9}  refusal"
    )
    bad = []
    for name in LARGE:
        ran = subprocess.run(
            [sys.executable, str(script), name],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        if ran.returncode:
            bad.append(f"{name}: the process ended with {ran.returncode}\n{ran.stderr[-2000:]}")
            continue
        found = json.loads(ran.stdout)
        pairs = list(zip(found["sizes"], found["cpu_s"], strict=True))
        grown = [(took / before) / (size / small) for (small, before), (size, took) in itertools.pairwise(pairs)]
        figures = [*found["cpu_s"], *grown, found["with_gc_s"], found["refused_s"]]
        refusal = " ".join(found["refusal"].split())[:60] or f"({LARGE[name].shown})"
        report(f"{name:18}" + "".join(f"{figure:10.3f}" for figure in figures) + f"  {refusal}")
        if max(grown) > _MOST:
            bad.append(f"{name}: {max(grown):.2f} × in proportion to its size")
        # A list of entries says in its result that a file is too large; other readers raise.
        if LARGE[name].most and not found["refusal"] and found["refused_s"] > found["cpu_s"][0]:
            bad.append(f"{name}: a file beyond its limit was read")
    assert bad == []
