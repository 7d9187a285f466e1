"""What was read for one project is never recorded in another one that was opened while the reading ran."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.places.onsite import evidence_files
from tests.patience import PATIENCE_MS
from tests.ui.built import Step, put_built
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand
from tests.ui.places.onsite.test_camera_folder import not_held, photo_field

CONTENT = b"stored picture"
TAKEN = Photo(EvidenceFile("IMG_1.jpg", len(CONTENT), "ab" * 32, "cd" * 32), "image/jpeg", 8, 8, CONTENT)


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site, ready for photos."""
    return PLAN, (not_held,)


def take_offered(onsite: SiteHand, field: str, path: Path) -> None:
    """A photo of the camera folder, whose original is kept."""
    place = onsite.place
    place.evidence.keeps_originals = True
    assert place.page.task is not None
    place.evidence.take_photo(place.page.task, field, TAKEN, path, lambda _: None)


def take_chosen(onsite: SiteHand, field: str, path: Path) -> None:
    """A chosen file."""
    onsite.place.take_files(field, [path])


@pytest.mark.parametrize(("take", "reads"), [(take_offered, "keep_original_of"), (take_chosen, "read_photo")], ids=["offered", "chosen"])
def test_a_photo_that_was_read_for_a_project_does_not_enter_another(
    onsite: SiteHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, take: Callable[[SiteHand, str, Path], None], reads: str
) -> None:
    session, read_on = onsite.hand.desk.session, threading.Event()

    def slow(*_: Any) -> Photo:
        assert read_on.wait(60)
        return TAKEN

    monkeypatch.setattr(evidence_files, reads, slow)
    failures: list[DeskError] = []
    session.failed.connect(failures.append)
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-040")
    first = session.document
    assert first is not None
    try:
        take(onsite, photo_field(onsite).evidence.key, tmp_path / "IMG_1.jpg")
        other = tmp_path / "other.gpudesk"
        put_built(other, PLAN, not_held)
        session.open(other)
        onsite.hand.qtbot.waitUntil(lambda: session.document is not None and session.document is not first, timeout=PATIENCE_MS)
    finally:
        read_on.set()
    onsite.hand.desk.window.go("onsite")
    onsite.rest()
    onsite.begin("Ana Ruiz")
    assert [entry for entry in onsite.log if entry.files] == []
    assert [error.message.plain() for error in failures] == [
        "IMG_1.jpg was not recorded, because another project was opened or the project was closed."
    ]
