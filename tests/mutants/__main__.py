"""Mutation testing: plant faults that change a value, one at a time, and count those that no test finds.

    python -m tests.mutants --seeds 1 --count 25         four fifths of them in the calculating packages
    python -m tests.mutants --seeds 1 2 --count 250      in turn: the first of each seed, the second of each ...
    python -m tests.mutants --note                       note first which tests run which lines

Faults are drawn uniformly over the lines that have any. A fault is planted in a process, never in the tree. The tests that run its line
are run, the cheapest first, until one fails or `CPU_S` seconds are used. What was judged is kept in `build/mutants` and not judged again:
delete `judged.jsonl` after a change.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.mutants.calls import map_name
from tests.mutants.faults import Fault, compiles, faults
from tests.mutants.judging import CPU_S, Job
from tests.mutants.recorded import Recorded

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
CALLS = KEPT / "calls"
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
CALCULATING = ("core", "derived", "checks", "formats", "reports", "operations", "sizing", "monitor", "onsite")
REST = ("store", "project", "catalog", "cli", "ui")
_APART = ("tests/mutants", "tests/kills", "tests/end_to_end", "tests/test_house", "tests/frozen", "tests/disk")
"""Folders whose tests start programs of their own, or read sources."""
_WALKS = frozenset(
    {
        *("tests/operations/test_any_sequence.py", "tests/operations/test_digests_in_any_sequence.py"),
        *("tests/operations/test_bay_sequences.py", "tests/checks/test_power_walk.py"),
        *("tests/checks/test_incremental.py", "tests/checks/test_report.py"),
    }
)
"""Long walks that check no values but that nothing breaks."""
REST_SHARE = 0.2
_IMPORT = re.compile(r"^ *(?:from|import) ((?:gpudesk|tests)[\w.]*)(?: import (\([^)]*\)|.*))?$", re.MULTILINE)
_NEAR = 4
"""This many of the test files that import a module are noted for it where not all are, or run whole where none are noted."""
_UNKNOWN_S = 1.0
"""What a file of tests is taken to cost that was not noted."""


@cache
def every_fault(packages: Sequence[str]) -> Mapping[tuple[str, int], list[Fault]]:
    """Module and line to the faults of the line."""
    of_line: dict[tuple[str, int], list[Fault]] = defaultdict(list)
    for package in packages:
        for path in sorted((ROOT / "gpudesk" / package).rglob("*.py")):
            for fault in faults(path.read_bytes()):
                of_line[str(path.relative_to(ROOT / "gpudesk")), fault.line].append(fault)
    return of_line


def drawn(seed: int, count: int, packages: Sequence[str]) -> list[tuple[str, Fault]]:
    """Faults with the module that each is in: lines drawn uniformly, then one of the faults of the line."""
    of_line = every_fault(packages)
    chance, found = random.Random(seed), []
    for line in chance.sample(sorted(of_line), len(of_line)):
        fault = chance.choice(of_line[line])
        if compiles(fault, (ROOT / "gpudesk" / line[0]).read_bytes()):
            found.append((line[0], fault))
        if len(found) == count:
            break
    return found


def noted_files(*, window: bool) -> list[str]:
    """The files of tests that are noted: all but those of the window, of which only those near a fault are."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))
    return [name for name in files if not name.startswith(_APART) and name not in _WALKS and name.startswith("tests/ui/") == window]


def _imports(path: Path) -> set[str]:
    """The modules of the program and of the tests that a file names, as paths."""
    named: set[str] = set()
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        named |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    return {f"{name.replace('.', '/')}.py" for name in named}


def near(modules: Iterable[str], files: Collection[str], steps: int = 3) -> dict[str, list[str]]:
    """Of some test files those that import a module, for each the nearest: directly, or over other modules."""
    every = {str(path.relative_to(ROOT)): _imports(path) for top in ("gpudesk", "tests") for path in (ROOT / top).rglob("*.py")}
    found = {}
    for module in modules:
        reached, ring, chosen = {f"gpudesk/{module}"}, {f"gpudesk/{module}"}, list[str]()
        for _ in range(steps):
            ring = {path for path, named in every.items() if path not in reached and named & ring}
            reached |= ring
            unlike = {path: -len(set(Path(path).stem.split("_")) & set(Path(module).stem.split("_"))) for path in ring.intersection(files)}
            chosen += sorted(unlike, key=lambda path: (unlike[path], (ROOT / path).stat().st_size))
        found[module] = chosen[:_NEAR]
    return found


def _pytest(*words: str) -> None:
    environment = {**os.environ, "CI": "true", "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    with (KEPT / "said.txt").open("a", encoding="utf-8") as out:
        begin = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"]
        subprocess.run([*begin, *words], cwd=ROOT, env=environment, stdout=out, stderr=out, check=False)


def note(files: Sequence[str]) -> None:
    """Note which lines the tests of some files run, where that was not noted since they changed."""
    CALLS.mkdir(parents=True, exist_ok=True)
    stale = set(Recorded(CALLS).stale) if any(CALLS.glob("*.npz")) else set()
    asked = [name for name in files if not (CALLS / map_name(name)).exists() or map_name(name).removesuffix(".npz") in stale]
    if asked:
        tell(f"noting which lines the tests of {len(asked)} files run; {CALLS}/log says how far ...")
        _pytest("-p", "tests.mutants.calls", "--calls-to", str(CALLS), *asked)


@dataclass(frozen=True)
class Drawn:
    """A fault of a seed."""

    seed: int
    number: int
    group: str
    module: str
    fault: Fault

    @property
    def key(self) -> str:
        """What it is called in `judged.jsonl`."""
        return f"{self.seed}-{self.group}-{self.number}"

    def said(self) -> str:
        """The line before and after."""
        return f"{self.module}: {' '.join(self.fault.said((ROOT / 'gpudesk' / self.module).read_bytes()).split())}"


def of_seeds(seeds: Sequence[int], count: int, group: str | None) -> list[Drawn]:
    """The faults of seeds, in turn, and of each seed both groups evenly."""
    found = []
    for seed in seeds:
        rest = round(count * REST_SHARE)
        for name, packages, most in (("calculating", CALCULATING, count - rest), ("rest", REST, rest)):
            for number, (module, fault) in enumerate(drawn(seed, most, packages) if group in (None, name) else ()):
                found.append((number / most, Drawn(seed, number + 1, name, module, fault)))
    return [each for _, each in sorted(found, key=lambda pair: (pair[0], pair[1].group, pair[1].seed))]


def judge(chosen: Sequence[Drawn], recorded: Recorded, most_s: float) -> Mapping[str, Mapping[str, Any]]:
    """What became of each fault."""
    out = KEPT / "judged.jsonl"
    known = _judged(out)
    jobs = []
    unknown = set(noted_files(window=False)) - recorded.files
    nearest = near({each.module for each in chosen if each.group == "calculating"}, unknown)
    nearest |= near({each.module for each in chosen if each.group == "rest"}, unknown | set(noted_files(window=True)) - recorded.files)
    noted = {
        each.key: [(test.test, test.cost_s) for test in recorded.asked(each.module, each.fault, most_s)]
        for each in chosen
        if each.key not in known
    }
    # A function that keeps its result may have run before the first test: in a process of their own, tests of its module run it again.
    unrun = {each.key: each.module for each in chosen if noted.get(each.key) == [] and not nearest[each.module]}
    users = near(set(unrun.values()), [*noted_files(window=False), *noted_files(window=True)])
    for each in chosen:
        if each.key in noted:
            files = users[each.module] if each.key in unrun else nearest[each.module]
            tests = (*noted[each.key], *((file, _UNKNOWN_S) for file in files))
            apart = each.key in unrun or recorded.loaded(each.module, each.fault)
            jobs.append(Job(each.key, each.module, each.fault, apart, tests, most_s))
    if jobs:
        files = sorted({test.partition("::")[0] for job in jobs for test, _ in job.tests})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "jobs.json")
            file.write_text(json.dumps([job.as_json() for job in jobs]), encoding="utf-8")
            _pytest("-p", "tests.mutants.judging", "--mutants", str(file), "--judged", str(out), *files)
    return _judged(out)


def _judged(out: Path) -> dict[str, dict[str, Any]]:
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    return {found["key"]: found for found in map(json.loads, lines)}


def equivalents() -> dict[str, str]:
    """Faults that change nothing that anyone can see, with the reason."""
    found = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            fault, _, reason = line.rpartition(" ## ")
            found[fault] = reason
    return found


def tell(text: str) -> None:
    """A line of the answer."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Draw, plant, count."""
    words = argparse.ArgumentParser(prog="python -m tests.mutants")
    words.add_argument("--seeds", type=int, nargs="+", default=[1])
    words.add_argument("--count", type=int, default=25, help="faults of each seed")
    words.add_argument("--group", choices=("calculating", "rest"), help="only these packages")
    words.add_argument("--note", action="store_true", help="note which tests run which lines, where that is not known")
    words.add_argument("--list", action="store_true", help="only list the faults, or what was judged of them")
    words.add_argument("--seconds", type=float, default=CPU_S, help="processor time for a fault")
    asked = words.parse_args()
    chosen = of_seeds(asked.seeds, asked.count, asked.group)
    if not asked.list:
        if asked.note or not any(CALLS.glob("*.npz")):
            windows = near({each.module for each in chosen if each.group == "rest"}, noted_files(window=True))
            note([*noted_files(window=False), *sorted({file for files in windows.values() for file in files})])
        judge(chosen, Recorded(CALLS), asked.seconds)
    judged, reasons = _judged(KEPT / "judged.jsonl"), equivalents()
    counts: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for each in chosen:
        found = judged.get(each.key, {"became": "not judged", "how": "", "used_s": 0})
        became = "equivalent" if found["became"] == "survived" and each.said() in reasons else found["became"]
        counts[each.seed, each.group][became] += 1
        if became != "caught":
            how = " ".join(found["how"].split())
            tell(f"{each.key} {became} ({how}, {found['used_s']} s) line {each.fault.line} of {each.said()}")
    for (seed, group), found in sorted(counts.items()):
        whole = found.total() - found["equivalent"] - found["not judged"]
        told = ", ".join(f"{count} {became}" for became, count in sorted(found.items()))
        tell(f"seed {seed}, {group}: {told}")
        tell(f"  caught {found['caught']} of {whole} that are not equivalent: {found['caught'] / max(whole, 1):.1%}")
    tell("A fault that timed out is caught only if the fault itself loops: look at it.")


if __name__ == "__main__":
    main()
