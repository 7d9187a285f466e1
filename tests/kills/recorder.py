"""`python -m tests.kills.recorder PROJECT`: records without end, and says after each entry how many there are."""

import sys
from pathlib import Path

from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout
from gpudesk.operations.onsite.onsite import record_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

BY = Recorder("Ana", "0123456789abcdef", "+00:00")


def part_of(number: int) -> str:
    """What the entry of a number says, counted from 1."""
    return f"MCP4Y10-N{number:05}"


def record_next(document: Document) -> int:
    """Record one more value, cable after cable and then again; returns how many there are."""
    cables = document.snapshot.cached(layout).ids[Scope.CABLE]
    number = document.snapshot["record"].rows
    target = int(cables[number % len(cables)])
    run(document, record_value, BY, "CAB-030", target, "part", part_of(number + 1))
    return document.snapshot["record"].rows


def _say(word: str | int) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(path: Path) -> None:
    """Record until somebody kills the process."""
    with Document.open(path, clock=Clock()) as document:
        _say("open")
        while True:
            _say(record_next(document))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
