"""A command is killed while it writes: its step is in the file, or nothing of it is; a new project is there whole, or not at all."""

import itertools
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from gpudesk.project.document import Document
from gpudesk.store.lock import Lock
from tests.cli.in_process import gpudesk
from tests.kills.counts import COMMAND, fresh, times
from tests.kills.killed import Doomed
from tests.kills.whole import assert_same, assert_sound, assert_whole

FROM_START = 0.3
"""The share of kills at any moment of the whole command; the others come once it has taken the lock."""


@dataclass(frozen=True)
class Command:
    """A command with its file before and after it, and how long it took: in all, and since it had taken the lock."""

    words: tuple[str, ...]
    before: Path | None
    after: Path
    whole_s: float
    locked_s: float

    def on(self, path: Path) -> list[str]:
        """Its words, for the project at `path`."""
        return [str(path) if word == "FILE" else word for word in self.words]


def prepared(folder: Path, before: Path | None, *words: str) -> Command:
    """The command, run once to its end on a copy."""
    path = folder / "one.gpudesk"
    path.parent.mkdir()
    if before is not None:
        shutil.copyfile(before, path)
    begin_s = monotonic()
    with Doomed("-m", "gpudesk", *(str(path) if word == "FILE" else word for word in words)) as process:
        process.wait_for(path if before is None else Lock.side_file(path))
        locked_s = monotonic()
        code = process.finish()
        end_s = monotonic()
    assert code == 0
    return Command(words, before, path, end_s - begin_s, end_s - locked_s)


def commands(folder: Path) -> Iterator[Command]:
    """Commands that write, each from where it begins, again and again; one is prepared when it is needed."""
    folder.mkdir()
    pod, empty, devices, shelf = (folder / name for name in ("pod.gpudesk", "empty.gpudesk", "devices.csv", "shelf.csv"))
    first: tuple[tuple[str | Path, ...], ...] = (
        ("new", pod, "--template", "small-pod"),
        ("new", empty),
        ("export", pod, "devices-csv", devices),
    )
    for words in first:
        assert gpudesk(*words).returncode == 0
    shelf.write_text("Part number,In stock,Stock only\nMQM9700-NS2F,2,yes\n", encoding="utf-8")
    known = []
    kinds: tuple[tuple[Path | None, *tuple[str, ...]], ...] = (
        (pod, "cable", "FILE"),
        (empty, "import", "FILE", "devices-csv", str(devices)),
        (None, "new", "FILE", "--template", "small-pod"),
        (pod, "stock", "FILE", "--take", str(shelf)),
    )
    for before, *options in kinds:
        known.append(prepared(folder / options[0], before, *options))
        yield known[-1]
    yield from itertools.cycle(known)


def killed(path: Path, command: Command, random: Random) -> bool:
    """Start the command and kill it at some moment; whether it came to its end before."""
    with Doomed("-m", "gpudesk", *command.on(path)) as process:
        if random.random() < FROM_START:
            _, code = process.kill(random, command.whole_s)
        else:
            process.wait_for(*([path] if command.before is None else [Lock.side_file(path)]))
            _, code = process.kill(random, command.locked_s)
    return code == 0


def judged(path: Path, command: Command, ended: bool) -> str:
    """Compare what the command left with the states before and after it; which of them it is."""
    if not path.exists():
        assert command.before is None
        assert not ended
        return "nothing"
    with Document.open(path) as document, Document.open(command.after, write=False) as after:
        at_end = document.snapshot.revision == after.snapshot.revision
    assert at_end or not ended
    reference = command.after if at_end else command.before
    assert reference is not None
    copy = path.parents[1] / "reference.gpudesk"
    shutil.copyfile(reference, copy)
    with Document.open(path) as document, Document.open(copy) as expected:
        assert_sound(document)
        assert_same(document, expected)
    assert_whole(path)
    return "after" if at_end else "before"


@times(2, COMMAND)
def test_a_killed_command(tmp_path: Path, report: Callable[[str], None], times: int) -> None:
    _, random = fresh(report, f"{times} killed commands")
    seen: dict[str, int] = {}
    for number, command in zip(range(times), commands(tmp_path / "made"), strict=False):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "one.gpudesk"
        if command.before is not None:
            shutil.copyfile(command.before, path)
        ended = killed(path, command, random)
        state = judged(path, command, ended)
        name = f"{state}, ended" if ended else state
        seen[name] = seen.get(name, 0) + 1
        shutil.rmtree(folder)
    report(f"{times} killed commands left: " + ", ".join(f"{name} {count}" for name, count in sorted(seen.items())))
