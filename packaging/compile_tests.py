"""Compile the program and tests once, before several workers of pytest would each do it at the same time.

    python packaging/compile_tests.py [FILE | FOLDER | FILE::TEST ...]

Without a name: all tests. pytest rewrites the assertions of a test file when it first imports it and keeps the result in `__pycache__`.
On a fresh checkout every worker would find nothing there and rewrite all of it; here pytest's own functions write the same files. They
are private, and constraints.txt pins the version of pytest.
"""

import compileall
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TOP = Path(__file__).resolve().parents[1]
REWRITTEN = re.compile(r"/(test_[^/]*|conftest)\.py$")
"""What pytest rewrites, of the paths below tests/. It imports everything else there as Python does."""


def kept_path(source: Path) -> Path:
    """Where pytest keeps the rewritten form of a test file."""
    return rewrite.get_cache_dir(source) / (source.name[:-3] + rewrite.PYC_TAIL)


def rewrite_one(source: Path, config: pytest.Config) -> None:
    """Write the rewritten form of a test file, unless a valid one is there."""
    kept = kept_path(source)
    if rewrite._read_pyc(source, kept) is not None:
        return
    source_hash, code = rewrite._rewrite_test(source, config)
    kept.parent.mkdir(exist_ok=True)
    unfinished = kept.with_name(f"{kept.name}.{os.getpid()}")
    with unfinished.open("wb") as file:
        rewrite._write_pyc_fp(file, source_hash, code)
    unfinished.replace(kept)


def rewrite_some(sources: list[Path]) -> None:
    """Write the rewritten forms of some test files."""
    # pytest itself puts all its settings together; assertions are rewritten as they say.
    config = pytest.Config.fromdictargs({}, [])
    for source in sources:
        rewrite_one(source, config)


def chosen(names: list[str]) -> list[Path]:
    """The test files that some names represent, and the conftest.py of every folder."""
    sources = set(TOP.glob("tests/**/conftest.py"))
    for name in names or ["tests"]:
        path = TOP / name.partition("::")[0]
        sources.update([path] if path.is_file() else path.rglob("test_*.py"))
    return sorted(sources)


def main() -> None:
    """Compile what the arguments name."""
    compileall.compile_dir(TOP / "gpudesk", quiet=1)
    compileall.compile_dir(TOP / "tests", quiet=1, rx=REWRITTEN)
    sources = chosen(sys.argv[1:])
    count = os.cpu_count() or 1
    with ProcessPoolExecutor(count) as pool:
        list(pool.map(rewrite_some, [sources[first::count] for first in range(count)]))


if __name__ == "__main__":
    main()
