"""The folder of a camera: what is new in it is offered at the photo field, whole pictures only."""

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from gpudesk.core.checklist.entries import Entry, Recorder
from gpudesk.core.messages.errors import Cancelled
from gpudesk.core.plan.plan import Plan
from gpudesk.core.running.progress import Progress
from gpudesk.onsite.record_log import given_files
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.operations.onsite.record_site_work import override_hold
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.onsite import camera_folder
from gpudesk.ui.places.onsite.camera_folder import MOST_OFFERED, State, look_into
from gpudesk.ui.places.onsite.evidence_fields import FilesField
from gpudesk.ui.places.onsite.photo_suggestions import PhotoSuggestions
from gpudesk.ui.places.onsite.photos import originals_folder, photo_of
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand, with_people


def picture(colour: str = "steelblue", kind: str = "jpeg") -> bytes:
    """A picture of 3,000 × 2,000 pixels."""
    image = QImage(3000, 2000, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(kind.encode())).write(image)
    return bytes(QByteArray(buffer.data()).data())


def not_held(document: Document) -> None:
    """People, and nothing that holds the item with the photos back."""
    with_people(document)
    by = Recorder("Ana Ruiz", "0123456789abcdef", "+00:00")
    run(document, override_hold, by, "RDY-040", 0, "trained crew", "Bo Lind")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site, ready for photos."""
    return PLAN, (not_held,)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a picture from before."""
    made = tmp_path / "DCIM"
    made.mkdir()
    (made / "IMG_0001.jpg").write_bytes(picture())
    return made


def look(onsite: SiteHand) -> None:
    """Two looks: a file counts when it did not change between them."""
    for _ in range(2):
        onsite.place.camera.look()
        onsite.rest()


def photo_field(onsite: SiteHand) -> FilesField:
    """The first photo field of a page that has one."""
    fields = [field for field in onsite.place.page.fields.values() if isinstance(field, FilesField) and field.takes_photos]
    return fields[0]


def suggestions(onsite: SiteHand) -> PhotoSuggestions:
    return photo_field(onsite).suggestions


def recorded(onsite: SiteHand) -> list[Entry]:
    """The entries that name files."""
    return [entry for entry in onsite.log if entry.files]


def open_page(onsite: SiteHand) -> None:
    """A page with a photo field that nothing holds back."""
    onsite.begin("Ana Ruiz")
    onsite.show("RDY-040")


def test_a_new_picture_is_offered_and_recorded_with_both_hashes(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    assert not suggestions(onsite).isVisible()
    onsite.place.watch_camera(folder)
    onsite.rest()
    assert onsite.hand.desk.window.settings.text("camera-folder") == str(folder)
    assert suggestions(onsite).isVisible()
    assert suggestions(onsite).add_buttons == {}
    original = picture("darkred")
    (folder / "IMG_0002.JPG").write_bytes(original)
    look(onsite)
    assert list(suggestions(onsite).add_buttons) == ["IMG_0002.JPG"]
    assert recorded(onsite) == []
    onsite.tap(suggestions(onsite).add_buttons["IMG_0002.JPG"])
    (entry,) = recorded(onsite)
    (file,) = given_files(entry)
    kept = onsite.hand.snapshot.tables["attachment"]
    assert (file.name, file.original_sha256) == ("IMG_0002.JPG", sha256(original).hexdigest())
    assert kept["sha256"].tolist() == [file.sha256]
    assert (kept["width"][0], kept["height"][0]) == (2560, 1706)
    assert suggestions(onsite).add_buttons == {}


def test_a_half_written_picture_is_waited_for(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.place.watch_camera(folder)
    onsite.rest()
    content = picture("darkgreen")
    path = folder / "IMG_0003.jpg"
    path.write_bytes(content[: len(content) // 2])
    look(onsite)
    look(onsite)
    assert suggestions(onsite).add_buttons == {}
    assert suggestions(onsite).trouble.text() == "IMG_0003.jpg is not complete yet."
    # A copy that reserves its room first has its size from the beginning.
    path.write_bytes(content[: len(content) // 2] + bytes(len(content) - len(content) // 2))
    look(onsite)
    assert suggestions(onsite).add_buttons == {}
    path.write_bytes(content)
    look(onsite)
    assert list(suggestions(onsite).add_buttons) == ["IMG_0003.jpg"]
    assert not suggestions(onsite).trouble.isVisible()


def test_a_folder_that_disappears_is_said_and_goes_on_when_it_is_back(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.place.watch_camera(folder)
    onsite.rest()
    away = folder.with_name("away")
    folder.rename(away)
    look(onsite)
    assert (
        suggestions(onsite).trouble.text().replace("\u200b", "")
        == f"{folder} cannot be read. Connect the camera again, or choose another folder."
    )
    (away / "IMG_0004.png").write_bytes(picture(kind="png"))
    away.rename(folder)
    look(onsite)
    look(onsite)
    assert not suggestions(onsite).trouble.isVisible()
    assert list(suggestions(onsite).add_buttons) == ["IMG_0004.png"]
    onsite.tap(suggestions(onsite).skip_buttons["IMG_0004.png"])
    look(onsite)
    assert suggestions(onsite).add_buttons == {}
    onsite.tap(suggestions(onsite).stop)
    assert onsite.place.camera.folder is None
    assert onsite.hand.desk.window.settings.text("camera-folder") == ""
    assert not suggestions(onsite).isVisible()


def test_hostile_files_are_refused_or_passed_over(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.place.watch_camera(folder)
    onsite.rest()
    os.mkfifo(folder / "pipe.jpg")
    (folder / "endless.jpg").symlink_to("/dev/zero")
    (folder / "folder.jpg").mkdir()
    (folder.parent / "secret.jpg").write_bytes(picture())
    (folder / "linked.jpg").symlink_to(folder.parent / "secret.jpg")
    (folder / "lost.jpg").symlink_to(folder / "nowhere")
    (folder / "notes.txt").write_bytes(picture())
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "drawing.png").write_bytes(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>')
    (folder / "huge.bmp").write_bytes(huge_bitmap())
    look(onsite)
    assert suggestions(onsite).add_buttons == {}
    assert set(onsite.place.camera.unreadable) == {"drawing.png", "huge.bmp"}
    assert set(onsite.place.camera.waiting) == {"empty.jpg"}
    assert recorded(onsite) == []


def huge_bitmap() -> bytes:
    """A bitmap that says it is 60,000 × 60,000 pixels."""
    head = (54).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little") + (40).to_bytes(4, "little")
    return b"BM" + head + (60_000).to_bytes(4, "little") * 2 + b"\x01\x00\x18\x00" + bytes(24)


def test_only_so_many_pictures_wait(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.place.watch_camera(folder)
    onsite.rest()
    small = photo_of("x", picture()).content
    for number in range(MOST_OFFERED + 6):
        (folder / f"P{number:03}.jpg").write_bytes(small)
    look(onsite)
    assert len(onsite.place.camera.offered) == MOST_OFFERED
    assert onsite.place.camera.offered[-1].photo.file.name == f"P{MOST_OFFERED + 5:03}.jpg"
    assert next(iter(suggestions(onsite).add_buttons)) == f"P{MOST_OFFERED + 5:03}.jpg"


def baseline(folder: Path) -> frozenset[State]:
    """What is there and not new."""
    return look_into(folder, None, {}, Progress()).states


def test_a_file_is_read_once_in_each_state(folder: Path) -> None:
    path = folder / "IMG_0009.jpg"
    known = baseline(folder)
    path.write_bytes(picture()[:5000])
    first = look_into(folder, known, {}, Progress())
    assert not first.waiting[path.name].was_read
    second = look_into(folder, known, first.waiting, Progress())
    assert second.waiting[path.name].was_read
    assert look_into(folder, known, second.waiting, Progress()).waiting == second.waiting
    path.write_bytes(picture())
    third = look_into(folder, known, second.waiting, Progress())
    assert not third.waiting[path.name].was_read
    (offered,) = look_into(folder, known, third.waiting, Progress()).photos
    assert offered.photo.file.name == path.name
    assert (offered.thumbnail.width(), offered.thumbnail.height()) == (96, 63)


def test_of_many_new_pictures_only_the_newest_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = baseline(folder)
    small = photo_of("x", picture()).content
    for number in range(MOST_OFFERED + 4):
        path = folder / f"P{number:03}.jpg"
        path.write_bytes(small)
        # The highest name is the oldest file.
        os.utime(path, ns=(0, (1000 - number) * 10**9))
    read: list[str] = []

    def noted(name: str, content: bytes) -> Photo:
        read.append(name)
        return photo_of(name, content)

    monkeypatch.setattr(camera_folder, "photo_of", noted)
    first = look_into(folder, known, {}, Progress())
    second = look_into(folder, known, first.waiting, Progress())
    assert read == [f"P{number:03}.jpg" for number in reversed(range(MOST_OFFERED))]
    assert [each.photo.file.name for each in second.photos] == read
    assert {name for name, _, _ in second.states} >= {f"P{MOST_OFFERED + 3:03}.jpg"}


def test_a_look_stops_between_two_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = baseline(folder)
    for number in range(3):
        (folder / f"P{number}.jpg").write_bytes(picture())
    waiting = look_into(folder, known, {}, Progress()).waiting
    progress, read = Progress(), []

    def stopping(name: str, content: bytes) -> Photo:
        read.append(name)
        progress.cancel()
        return photo_of(name, content)

    monkeypatch.setattr(camera_folder, "photo_of", stopping)
    with pytest.raises(Cancelled):
        look_into(folder, known, waiting, progress)
    assert len(read) == 1


def test_a_file_that_becomes_a_link_or_a_pipe_after_the_look_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = baseline(folder)
    secret = folder.parent / "secret.jpg"
    secret.write_bytes(picture())
    for name in ("linked.jpg", "pipe.jpg"):
        (folder / name).write_bytes(picture())
    waiting = look_into(folder, known, {}, Progress()).waiting
    content_of = camera_folder._content

    def exchanged(path: Path) -> bytes:
        path.unlink()
        if path.name == "linked.jpg":
            path.symlink_to(secret)
        else:
            os.mkfifo(path)
        return content_of(path)

    monkeypatch.setattr(camera_folder, "_content", exchanged)
    assert look_into(folder, known, waiting, Progress()).photos == ()


def test_a_picture_that_replaces_another_is_offered_in_its_place(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.place.watch_camera(folder)
    onsite.rest()
    for name in ("IMG_0002.jpg", "IMG_0003.jpg"):
        (folder / name).write_bytes(picture("darkred"))
    look(onsite)
    before = dict(suggestions(onsite).add_buttons)
    original = picture("darkgreen", "png")
    (folder / "IMG_0002.jpg").write_bytes(original)
    look(onsite)
    assert list(suggestions(onsite).add_buttons) == ["IMG_0002.jpg", "IMG_0003.jpg"]
    assert suggestions(onsite).add_buttons["IMG_0003.jpg"] is before["IMG_0003.jpg"]
    assert suggestions(onsite).add_buttons["IMG_0002.jpg"] is not before["IMG_0002.jpg"]
    assert onsite.place.camera.offered[-1].photo.file.original_sha256 == sha256(original).hexdigest()


def test_the_window_asks_nothing_of_a_folder_before_it_was_read(onsite: SiteHand, folder: Path) -> None:
    camera = onsite.place.camera
    followed: list[str] = []
    camera._watcher.addPaths = followed.extend  # type: ignore[method-assign, assignment]
    camera.watch(folder / "away")
    assert followed == []
    onsite.rest()
    assert (camera.is_gone, followed) == (True, [])
    camera.watch(folder)
    assert followed == []
    onsite.rest()
    assert followed == [str(folder)]


def test_another_project_gets_no_picture_of_a_look_under_way(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    camera = onsite.place.camera
    onsite.place.watch_camera(folder)
    onsite.rest()
    (folder / "IMG_0002.jpg").write_bytes(picture())
    camera.look()
    onsite.rest()
    camera.look()
    camera._memory = replace(camera._memory, project="another")
    camera.forget()
    onsite.rest()
    look(onsite)
    assert camera.offered == []


def restarted(onsite: SiteHand, folder: Path, memory: str) -> list[str]:
    """What a window that starts with this memory offers."""
    onsite.place.camera.watch(folder, memory)
    onsite.rest()
    look(onsite)
    return list(suggestions(onsite).add_buttons)


def test_what_was_neither_taken_nor_skipped_is_offered_again_after_a_restart(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    settings = onsite.hand.desk.window.settings
    onsite.place.watch_camera(folder)
    onsite.rest()
    for number, colour in ((2, "darkred"), (3, "darkgreen"), (4, "navy")):
        (folder / f"IMG_000{number}.jpg").write_bytes(picture(colour))
    look(onsite)
    before = settings.text("camera-pictures")
    assert sorted(restarted(onsite, folder, before)) == ["IMG_0002.jpg", "IMG_0003.jpg", "IMG_0004.jpg"]
    onsite.tap(suggestions(onsite).add_buttons["IMG_0002.jpg"])
    onsite.place.camera.drop(onsite.place.camera.offered[-1].photo)
    (folder / "IMG_0005.jpg").write_bytes(picture("black"))
    # One waits still, and one arrived between two looks.
    assert sorted(restarted(onsite, folder, settings.text("camera-pictures"))) == ["IMG_0003.jpg", "IMG_0005.jpg"]
    # The window was killed after it recorded a picture, and before it noted that: the picture is in the project.
    assert "IMG_0002.jpg" not in restarted(onsite, folder, before)


@pytest.mark.parametrize("memory", ["", "[", "[1]", '["a", "b", []]', '["a", 1, [["x"]]]', "null", '["another", 0, []]'])
def test_a_memory_of_another_project_or_none_offers_nothing_from_before(onsite: SiteHand, folder: Path, memory: str) -> None:
    open_page(onsite)
    assert restarted(onsite, folder, memory) == []


def test_originals_are_kept_next_to_the_project_where_that_is_chosen(onsite: SiteHand, folder: Path, tmp_path: Path) -> None:
    document = onsite.hand.desk.session.document
    assert document is not None
    assert document.path is not None
    originals = originals_folder(document.path)
    open_page(onsite)
    chosen = tmp_path / "chosen.jpg"
    chosen.write_bytes(picture("darkblue"))
    onsite.place.take_files(photo_field(onsite).evidence.key, [chosen])
    onsite.rest()
    assert not originals.exists()

    onsite.tap(photo_field(onsite).originals)
    assert onsite.hand.desk.window.settings.text("keep-originals") == "yes"
    onsite.place.watch_camera(folder)
    onsite.rest()
    (folder / "IMG_0002.JPG").write_bytes(picture("darkred"))
    look(onsite)
    onsite.tap(suggestions(onsite).add_buttons["IMG_0002.JPG"])
    onsite.place.take_files(photo_field(onsite).evidence.key, [chosen])
    onsite.rest()
    files = {file.name: file for entry in recorded(onsite) for file in given_files(entry)}
    kept = {path.name: path.read_bytes() for path in originals.iterdir()}
    assert {name: sha256(content).hexdigest() for name, content in kept.items()} == {
        f"{file.original_sha256[:16]} {name}": file.original_sha256 for name, file in files.items()
    }
    assert set(files) == {"IMG_0002.JPG", "chosen.jpg"}


def test_a_picture_that_was_replaced_is_not_kept_as_the_original_of_another(onsite: SiteHand, folder: Path) -> None:
    open_page(onsite)
    onsite.tap(photo_field(onsite).originals)
    onsite.place.watch_camera(folder)
    onsite.rest()
    (folder / "IMG_0002.JPG").write_bytes(picture("darkred"))
    look(onsite)
    (folder / "IMG_0002.JPG").write_bytes(picture("darkgreen"))
    onsite.tap(suggestions(onsite).add_buttons["IMG_0002.JPG"])
    assert recorded(onsite) == []
    assert "original cannot be kept" in photo_field(onsite).note.text()
