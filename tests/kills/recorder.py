"""`python -m tests.kills.recorder PROJECT`: records without end, and says after each entry how many there are.

Every ninth entry is a photo, the others are values.
"""

import sys
from hashlib import sha256
from pathlib import Path

from gpudesk.core.checklist.entries import EvidenceFile, Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout
from gpudesk.operations.onsite.onsite_photos import Photo, record_photos
from gpudesk.operations.onsite.record_site_work import record_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

PHOTO_ITEM = "RDY-040"
"""An item of the site with photos. Its hold is overridden by the first entry."""
BY = Recorder("Ana", "0123456789abcdef", "+00:00")


def part_of(number: int) -> str:
    """What the entry of a number says, counted from 1."""
    return f"MCP4Y10-N{number:05}"


def is_photo(number: int) -> bool:
    """Whether the entry of a number is a photo."""
    return number % 9 == 0


def content_of(number: int) -> bytes:
    """The bytes of the photo of a number; many pages of the file, so that a kill meets them half written."""
    return f"{number:08}".encode() * 25_000


def photo_of(number: int) -> Photo:
    """The photo of a number."""
    content = content_of(number)
    return Photo(EvidenceFile(f"{number}.jpg", len(content), sha256(content).hexdigest()), "image/jpeg", 2560, 1920, content)


def record_next(document: Document) -> int:
    """Record one more value or photo, cable after cable and then again; returns how many entries there are."""
    cables = document.snapshot.cached(layout).ids[Scope.CABLE]
    number = document.snapshot["record"].rows
    if is_photo(number + 1):
        run(document, record_photos, BY, PHOTO_ITEM, 0, "photos", [photo_of(number + 1)])
        return document.snapshot["record"].rows
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
