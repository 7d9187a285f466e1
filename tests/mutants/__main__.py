"""Mutation testing: plant faults that change a value, one at a time, and count those that no test finds.

    python -m tests.mutants --seed 1 --count 25          faults of the calculating parts
    python -m tests.mutants --seed 1 --count 5 --rest    of store, project, catalog, cli and ui
    python -m tests.mutants --map                        note first which test file calls which function (all tests, once)

Faults are drawn uniformly over the lines that have any. The program is copied; nothing is planted in the tree itself. Golden cases that
call the function run first, then the test files that call it (by the map, else those that import the module), until one fails or `CPU_S`
seconds are used.
"""

import argparse
import ast
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutants.faults import Fault, compiles, faults

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
CALCULATING = ("core", "derived", "checks", "formats", "reports", "operations", "sizing", "monitor", "onsite")
REST = ("store", "project", "catalog", "cli", "ui")
CPU_S = 120.0
"""Processor time for one fault."""
_PATIENCE = 6
"""Seconds of the clock for one of processor time."""
_GOLDEN = "tests/golden/test_recorded.py"
_OWN = ("tests/mutants", "tests/kills", "tests/end_to_end")
"""Folders whose tests are not run: they start programs of their own."""


def drawn(seed: int, count: int, packages: Sequence[str]) -> list[tuple[str, Fault]]:
    """Faults with the module that each is in: lines drawn uniformly, then one of the faults of the line."""
    of_line: dict[tuple[str, int], list[Fault]] = defaultdict(list)
    for package in packages:
        for path in sorted((ROOT / "gpudesk" / package).rglob("*.py")):
            for fault in faults(path.read_bytes()):
                of_line[str(path.relative_to(ROOT / "gpudesk")), fault.line].append(fault)
    chance, found = random.Random(seed), []
    for line in chance.sample(sorted(of_line), len(of_line)):
        fault = chance.choice(of_line[line])
        if compiles(fault, (ROOT / "gpudesk" / line[0]).read_bytes()):
            found.append((line[0], fault))
        if len(found) == count:
            break
    return found


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "CI": "true", "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(root)}


def calls(golden_only: bool) -> dict[str, set[str]]:
    """Which tests call which functions, "module:line" by test; measured where that was not kept, and when the program is another one."""
    stamp = max(path.stat().st_mtime for path in (ROOT / "gpudesk").rglob("*.py"))
    found: dict[str, set[str]] = {}
    for name, tests in (("golden", [_GOLDEN]), ("all", ["tests", f"--ignore={_GOLDEN}"])):
        file = KEPT / f"{name}.json"
        stale = not file.exists() or file.stat().st_mtime < stamp
        if stale and (name == "golden" or not golden_only):
            with tempfile.TemporaryDirectory() as folder:
                tell(f"measuring which functions the {name} tests call ...")
                words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.calls", "--calls-to", folder, *tests]
                subprocess.run(words, cwd=ROOT, env=_environment(ROOT), capture_output=True, check=False)
                merged: dict[str, set[str]] = defaultdict(set)
                for part in Path(folder).glob("*.json"):
                    for test, called in json.loads(part.read_text(encoding="utf-8")).items():
                        merged[test] |= set(called)
            KEPT.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps({test: sorted(called) for test, called in merged.items()}), encoding="utf-8")
        if file.exists():
            found |= {test: set(called) for test, called in json.loads(file.read_text(encoding="utf-8")).items()}
    return found


def _imports(path: Path) -> set[str]:
    """The modules of the program and of the tests that a file names, as paths."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {f"{name.replace('.', '/')}.py" for name in named if name.startswith(("gpudesk", "tests"))}


def importing(module: str, every: Mapping[str, set[str]], steps: int = 3) -> list[str]:
    """Test files that import a module, the nearest first: directly, or over other modules."""
    reached, ring, found = {module}, {module}, []
    for _ in range(steps):
        ring = {path for path, named in every.items() if path not in reached and named & ring}
        reached |= ring
        tests = [path for path in ring if Path(path).name.startswith("test_") and not path.startswith(_OWN) and path != _GOLDEN]
        found += sorted(tests, key=lambda path: (_unlike(path, module), (ROOT / path).stat().st_size))
    return found


def _unlike(path: str, module: str) -> int:
    return -len(set(Path(path).stem.split("_")) & set(Path(module).stem.split("_")))


class Bench:
    """A copy of the program in which faults are planted.

    Attributes:
        root: the folder of the copy.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("gpudesk", "tests"):
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in ROOT.iterdir():
            if path.name not in {"gpudesk", "tests", ".git"}:
                (root / path.name).symlink_to(path)
        self._every = {str(path.relative_to(ROOT)): _imports(path) for top in ("gpudesk", "tests") for path in (ROOT / top).rglob("*.py")}

    def stages(self, module: str, fault: Fault, called: Mapping[str, set[str]]) -> list[list[str]]:
        """What to run, one after the other."""
        place = f"{module}:{fault.function}"
        asked = {test for test, names in called.items() if place in names}
        if not fault.function:
            asked = {test for test, names in called.items() if any(name.startswith(f"{module}:") for name in names)}
        golden = sorted((test for test in asked if test.startswith(_GOLDEN)), key=lambda test: len(called[test]))
        others = sorted(
            (test for test in asked if not test.startswith(_GOLDEN)), key=lambda test: (_unlike(test, module), len(called[test]))
        )
        near = [test for test in importing(f"gpudesk/{module}", self._every) if test not in others]
        files = others or near[:25]
        return [stage for stage in (golden, *([each] for each in files)) if stage]

    def judged(self, module: str, fault: Fault, called: Mapping[str, set[str]]) -> tuple[str, str]:
        """What became of a fault ("caught", "survived", "timeout"), and by which test."""
        path = self.root / "gpudesk" / module
        source = path.read_bytes()
        left = CPU_S
        try:
            path.write_bytes(fault.planted(source))
            self._forget(path)
            for stage in self.stages(module, fault, called):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *stage]
                limit = max(10, round(left))
                try:
                    done = subprocess.run(
                        words,
                        cwd=self.root,
                        env=_environment(self.root),
                        capture_output=True,
                        text=True,
                        check=False,
                        timeout=limit * _PATIENCE,
                        preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)),  # type: ignore[misc]
                    )
                except subprocess.TimeoutExpired:
                    return "timeout", stage[0]
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if done.returncode < 0:
                    return "timeout", stage[0]
                if done.returncode in {1, 2, 3}:
                    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                    return "caught", (failed or [stage[0]])[0].removeprefix("FAILED ").partition(" - ")[0]
                left -= after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                if left <= 0:
                    return "survived", f"after {CPU_S:.0f} s"
            return "survived", "after all tests"
        finally:
            path.write_bytes(source)
            self._forget(path)

    @staticmethod
    def _forget(path: Path) -> None:
        """No compiled file of the module may be taken for another source of the same second and size."""
        for each in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            each.unlink()


def tell(text: str) -> None:
    """A line of the answer."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Draw, plant, count."""
    words = argparse.ArgumentParser(prog="python -m tests.mutants")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--count", type=int, default=25)
    words.add_argument("--rest", action="store_true", help="of store, project, catalog, cli and ui")
    words.add_argument("--map", action="store_true", help="measure which test file calls which function, where that was not kept")
    words.add_argument("--list", action="store_true", help="only list the faults")
    asked = words.parse_args()
    chosen = drawn(asked.seed, asked.count, REST if asked.rest else CALCULATING)
    if asked.list:
        for module, fault in chosen:
            tell(f"{module}:{fault.line} {fault.said((ROOT / 'gpudesk' / module).read_bytes())}")
        return
    called = calls(golden_only=not asked.map)
    counts: dict[str, int] = defaultdict(int)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for number, (module, fault) in enumerate(chosen, 1):
            start = time.monotonic()
            became, by = bench.judged(module, fault, called)
            counts[became] += 1
            said = fault.said((ROOT / "gpudesk" / module).read_bytes())
            tell(f"{number}/{len(chosen)} {became} ({by}, {time.monotonic() - start:.0f} s) {module}:{fault.line} {said}")
            if became != "caught":
                survivors.append(f"{became} {module}:{fault.line} {said}")
    tell(f"\nseed {asked.seed}: {counts['caught']} of {len(chosen)} caught, {counts['survived']} survived, {counts['timeout']} timed out")
    tell("A fault that timed out is caught only if the fault itself loops: look at it.")
    tell("\n".join(survivors))


if __name__ == "__main__":
    main()
