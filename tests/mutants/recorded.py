"""Which tests run a line: the maps that `tests.mutants.calls` wrote, and the tests to run for a fault."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from tests.mutants.blocks import PACKAGE, block_of_line
from tests.mutants.calls import IMPORT_TIME, digest
from tests.mutants.faults import Fault

ROOT = PACKAGE.parent
_GOLDEN = "tests/golden/test_recorded.py"
_FEW_HITS = 2
"""Where so few tests of a file run a line, what they made may be kept for the others: these run too."""

_AT_A_TIME = 5
"""This many tests of a file run before those of other files have their turn."""


@dataclass(frozen=True)
class Asked:
    """A test to run.

    Attributes:
        cost_s: the processor time it takes, as measured.
    """

    test: str
    cost_s: float


@dataclass(frozen=True)
class _File:
    tests: list[str]
    costs: list[float]
    passed: np.ndarray
    column: dict[str, int]
    bits: np.ndarray

    def rows(self, names: set[str]) -> np.ndarray:
        found = [self.column[name] for name in names if name in self.column]
        return np.asarray(self.bits[:, found].any(axis=1)) if found else np.zeros(len(self.tests), dtype=bool)


class Recorded:
    """The maps of a folder; those of files that have changed since are left out."""

    def __init__(self, folder: Path) -> None:
        digests = cache(lambda name: digest(ROOT / name) if (ROOT / name).exists() else "")
        self.stale: list[str] = []
        self.import_time = set(json.loads((folder / IMPORT_TIME).read_text(encoding="utf-8")))
        self._files: list[_File] = []
        for path in sorted(folder.glob("*.npz")):
            with np.load(path) as kept:
                if any(digests(name) != old for name, old in json.loads(str(kept["digests"])).items()):
                    self.stale.append(path.stem)
                    continue
                names = kept["names"].tolist()
                bits = np.unpackbits(kept["bits"], axis=1, count=len(names)).astype(bool)
                columns = {name: place for place, name in enumerate(names)}
                self._files.append(_File(kept["tests"].tolist(), kept["costs"].tolist(), kept["passed"], columns, bits))

    @cached_property
    def files(self) -> set[str]:
        """The files of tests that are noted."""
        return {each.tests[0].partition("::")[0] for each in self._files if each.tests}

    def loaded(self, module: str, fault: Fault) -> bool:
        """Whether a fault also acts while modules are loaded."""
        block = block_of_line((PACKAGE / module).read_text(encoding="utf-8")).get(fault.line)
        return block is None or f"{module}:{block}" in self.import_time

    def asked(self, module: str, fault: Fault, most_s: float) -> list[Asked]:
        """The tests that run the line of a fault, the cheapest first, in all at most of so much processor time."""
        block = block_of_line((PACKAGE / module).read_text(encoding="utf-8")).get(fault.line)
        names = {f"{module}:{block}"} if block is not None else set(_users(module, fault.line))
        found, later = self._running(names)
        if not found and block is None:
            found, later = self._running({name for each in self._files for name in each.column if name.startswith(f"{module}:")})
        chosen, sum_s = [], 0.0
        for each in [*self._mixed(sorted(found, key=lambda each: self._order(each, module))), *sorted(later, key=lambda each: each.cost_s)]:
            if sum_s < most_s:
                chosen.append(each)
                sum_s += each.cost_s
        return chosen

    def _running(self, names: set[str]) -> tuple[list[Asked], list[Asked]]:
        found, later = [], []
        for each in self._files:
            rows = each.rows(names)
            hits = np.flatnonzero(rows)
            found += [Asked(each.tests[row], each.costs[row]) for row in hits.tolist() if each.passed[row]]
            if 0 < len(hits) <= _FEW_HITS:
                rest = np.flatnonzero(~rows & each.passed)
                later += [Asked(each.tests[row], each.costs[row]) for row in rest.tolist() if row > hits[0]]
        return found, later

    @staticmethod
    def _mixed(found: list[Asked]) -> list[Asked]:
        """The same with at most a few of each file at a time: those that are left over come later, a few of each again."""
        times: dict[str, int] = defaultdict(int)
        rounds = []
        for each in found:
            file = each.test.partition("::")[0]
            rounds.append(times[file] // _AT_A_TIME)
            times[file] += 1
        return [each for _, each in sorted(zip(rounds, found, strict=True), key=lambda pair: pair[0])]

    @staticmethod
    def _order(asked: Asked, module: str) -> tuple[float, int, float]:
        """The cheapest first, in steps of four; among these what is called like the module. Golden cases see more for what they cost."""
        near = len(set(re.split(r"[_/.]", asked.test.partition("::")[0])) & set(re.split(r"[_/.]", module)))
        cost_s = asked.cost_s / 4 if asked.test.startswith(_GOLDEN) else asked.cost_s
        return round(np.log2(max(cost_s, 0.002)) / 2), -near, cost_s


def _users(module: str, line: int) -> Iterator[str]:
    """The blocks of functions that name what a line outside functions defines: a constant, a field, else its class."""
    body, owner = ast.parse((PACKAGE / module).read_bytes()).body, ""
    while True:
        statement = next((each for each in body if each.lineno <= line <= (each.end_lineno or each.lineno)), None)
        if not isinstance(statement, ast.ClassDef):
            break
        body, owner = statement.body, statement.name
    bound = set() if statement is None else {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and _stored(node)}
    if isinstance(statement, ast.FunctionDef):
        bound.add(statement.name)
    for name in bound or {owner}:
        for path, named in _naming(name).items():
            yield from (f"{path}:{each}" for each in named)


def _stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _naming(name: str) -> dict[str, set[int]]:
    """Module to the blocks in which a name is used."""
    found: dict[str, set[int]] = defaultdict(set)
    for path, source in _sources().items():
        for line in _lines(source, name):
            block = block_of_line(source).get(line)
            if block is not None:
                found[path].add(block)
    return found


def _lines(source: str, name: str) -> Iterator[int]:
    """The lines with a name; a text or a remark may hold it as well."""
    for found in re.finditer(rf"\b{re.escape(name)}\b", source):
        yield source.count("\n", 0, found.start()) + 1


@cache
def _sources() -> dict[str, str]:
    return {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
