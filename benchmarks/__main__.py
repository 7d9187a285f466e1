"""`python -m benchmarks [NAME…] [--save FILE] [--before FILE]`: measures, prints the table, exits 1 if a budget is missed.

`--save` keeps the figures as JSON; `--before` sets what was kept next to them.

Each module `bench_NAME` of this folder has a function `run() -> list[Figure]` and is measured in a process of its own, so that the memory,
caches and garbage of one leave no mark on the next.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, Verdict
from benchmarks.modules import measure, module_names


def measured(names: Iterable[str]) -> Iterator[tuple[str, list[Figure]]]:
    """Each module's figures, as soon as they are there; a module whose process died has one that misses."""
    for name in names:
        with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
            try:
                yield name, pool.submit(measure, name).result()
            except BrokenProcessPool:
                yield name, [Figure("the process ended early", float("nan"), "", 0)]


def line(figure: Figure, before: float | None = None) -> str:
    """One line of the table.

    Args:
        before: the value that was kept; None where none was, or none is wanted.
    """
    sign = "≥" if figure.least else "≤"
    budget = "" if figure.budget is None else f"{sign} {number(figure.budget)} {figure.unit}"
    told = f"  {figure.name:<66} {number(figure.value):>10} {figure.unit:<6} {budget:>16}  {figure.verdict}"
    return told if before is None else f"{told:<106}  before {number(before)}"


def keyed(name: str, figures: Iterable[Figure]) -> Iterator[tuple[str, Figure]]:
    """Figures with what they are kept by: module and name, and a number where a name comes again."""
    seen: dict[str, int] = {}
    for figure in figures:
        key = f"{name}: {figure.name.strip()}"
        seen[key] = seen.get(key, 0) + 1
        yield (key if seen[key] == 1 else f"{key} ({seen[key]})"), figure


def kept(path: Path) -> dict[str, float]:
    """The figures that `--save` kept.

    Raises:
        SystemExit: the file is not there, or holds none.
    """
    try:
        return {str(name): float(value) for name, value in json.loads(path.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise SystemExit(f"{path}: no figures that --save kept ({error}). Run python -m benchmarks --save {path} first.") from error


def number(value: float) -> str:
    """A value with three digits that say something."""
    if value != value:  # noqa: PLR0124 - NaN differs from itself
        return "?"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def main() -> int:
    """Measure what was asked for, or everything; 1 if a budget is missed."""
    known = module_names()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the budgets.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(known)} (all without one)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the figures as JSON")
    parser.add_argument("--before", type=Path, metavar="FILE", help="set figures that were kept next to these")
    asked = parser.parse_args()
    names: list[str] = asked.names or known
    before = kept(asked.before) if asked.before is not None else {}
    now: dict[str, float] = {}
    if unknown := set(names) - set(known):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    missed = 0
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with TemporaryDirectory(prefix="gpudesk-bench-") as home:
        os.environ["GPUDESK_HOME"] = home
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        for name, figures in measured(names):
            print(f"{name}")
            for key, figure in keyed(name, figures):
                now[key] = figure.value
                print(line(figure, before.get(key)), flush=True)
                missed += figure.verdict is Verdict.MISSED
    if asked.save is not None:
        asked.save.write_text(json.dumps(now, indent=1), encoding="utf-8")
    print(f"{missed} missed" if missed else "all budgets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
