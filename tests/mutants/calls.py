"""A plugin of pytest that notes which blocks of the program each test runs: `-p tests.mutants.calls --calls-to FOLDER FILES`.

Each file of tests runs in a fork of its own, so that what one test leaves in a cache is seen in the first that needs it. What runs in a
process of its own is not seen.
"""

import hashlib
import json
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from tests.mutants import blocks, forks

ROOT = Path(__file__).resolve().parents[2]
IMPORT_TIME = "import-time.json"
"""The file with the blocks that run while modules are loaded."""
_WHOLE = "tests/golden/"
_CPU_S = 15
"""Processor time for a file of tests; those that come later in it are not noted. Golden cases are noted whole."""
_PATIENCE_S = 2400


def digest(path: Path) -> str:
    """What a file holds, in short."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def map_name(test_file: str) -> str:
    """The name of the map of a file of tests."""
    return test_file.removesuffix(".py").replace("/", ".") + ".npz"


class Calls:
    """What ran, by test.

    Attributes:
        out: the folder that gets a file for each file of tests.
    """

    def __init__(self, out: Path) -> None:
        self.out = out

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """One fork for each file of tests."""
        forks.load_program()
        (self.out / IMPORT_TIME).write_text(json.dumps(sorted(blocks.names[number] for number in blocks.hit)), encoding="utf-8")
        of_file: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            of_file[item.nodeid.partition("::")[0]].append(item)
        start_s, count = time.monotonic(), 0

        def start(file: str) -> forks.Fork:
            return forks.forked(session.config, lambda _: self._note(session, file, of_file[file]))

        def done(file: str, fork: forks.Fork) -> None:
            nonlocal count
            count += 1
            said = fork.read("broken") or (f"signal {fork.signal}" if fork.signal else "")
            line = (
                f"{count}/{len(of_file)} {file} {len(of_file[file])} tests {fork.used_s:.1f} s {said} at {time.monotonic() - start_s:.0f} s"
            )
            with Path(self.out / "log").open("a", encoding="utf-8") as log:
                log.write(line + "\n")

        forks.in_turn(list(of_file), forks.workers(), start, done, _PATIENCE_S)
        return True

    def _note(self, session: pytest.Session, file: str, items: list[pytest.Item]) -> None:
        run = forks.Run(session)
        session.config.pluginmanager.register(run)
        costs, seen = [], []
        for item, after in zip(items, [*items[1:], None], strict=True):
            blocks.hit.clear()
            costs.append(run.one(item, after))
            seen.append(np.array(sorted(blocks.hit), dtype=np.uint32))
            if forks.used_s() > _CPU_S and not file.startswith(_WHOLE):
                break
        items = items[: len(costs)]
        every = np.unique(np.concatenate(seen)) if seen else np.empty(0, dtype=np.uint32)
        bits = np.zeros((len(items), len(every)), dtype=bool)
        for row, numbers in enumerate(seen):
            bits[row, np.searchsorted(every, numbers)] = True
        named = [blocks.names[number] for number in every.tolist()]
        modules = sorted({name.partition(":")[0] for name in named})
        digests = {f"gpudesk/{module}": digest(ROOT / "gpudesk" / module) for module in modules}
        digests[file] = digest(ROOT / file)
        part = self.out / f"{map_name(file)}.part"
        with part.open("wb") as out:
            np.savez_compressed(
                out,
                tests=np.array([item.nodeid for item in items]),
                costs=np.array(costs),
                passed=np.array([item.nodeid not in run.failed for item in items]),
                names=np.array(named),
                bits=np.packbits(bits, axis=1),
                digests=np.array(json.dumps(digests)),
            )
        part.rename(self.out / map_name(file))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where to write."""
    parser.addoption("--calls-to", type=Path, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Begin where it is asked for."""
    out = config.getoption("--calls-to")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        forks.few_examples()
        config.pluginmanager.register(Calls(out))


blocks.watch()
