"""The measured modules of this folder: each `bench_NAME` has a function `run() -> list[Figure]`."""

import importlib
from pathlib import Path

from benchmarks.figures import Figure

PREFIX = "bench_"


def module_names() -> list[str]:
    """The measured modules, without their prefix."""
    return sorted(path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py"))


def measure(name: str) -> list[Figure]:
    """The figures of one module."""
    figures: list[Figure] = importlib.import_module(f"benchmarks.{PREFIX}{name}").run()
    return figures
