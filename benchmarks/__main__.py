"""`python -m benchmarks [NAME…]`: measures, prints the table, exits 1 if a budget is missed.

Each module `bench_NAME` of this folder has a function `run() -> list[Figure]` and is measured in a process of its own, so that the memory,
caches and garbage of one leave no mark on the next.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
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


def line(figure: Figure) -> str:
    """One line of the table."""
    sign = "≥" if figure.least else "≤"
    budget = "" if figure.budget is None else f"{sign} {number(figure.budget)} {figure.unit}"
    return f"  {figure.name:<66} {number(figure.value):>10} {figure.unit:<6} {budget:>16}  {figure.verdict}"


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
    names: list[str] = parser.parse_args().names or known
    if unknown := set(names) - set(known):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    missed = 0
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with TemporaryDirectory(prefix="gpudesk-bench-") as home:
        os.environ["GPUDESK_HOME"] = home
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        for name, figures in measured(names):
            print(f"{name}")
            for figure in figures:
                print(line(figure), flush=True)
                missed += figure.verdict is Verdict.MISSED
    print(f"{missed} missed" if missed else "all budgets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
