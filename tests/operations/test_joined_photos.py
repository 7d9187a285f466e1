"""Photos that were taken on a page join those that the project has, also where both went on without knowing of each other."""

from hashlib import sha256

import pytest

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.formats.onsite.work_files import work_of
from gpudesk.onsite.record_log import entries, given_values, history_of, log_faults, standing_of
from gpudesk.operations.onsite.onsite_packages import Merged
from gpudesk.operations.onsite.onsite_photos import Photo, record_photos
from gpudesk.operations.onsite.record_site_work import add_person, override_hold, withdraw_entry
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.hostile_results import PHOTO, page_entry, page_result, photo_entry, png
from tests.operations.work_packages import ANA, build_site, handed_out, merge, packed, text
from tests.project.sample import Clock

PLACE = "RCK-070", 1


def rails_go_on(document: Document) -> None:
    """The site, with the hold before the rails overridden."""
    build_site(document)
    run(document, add_person, "Ben")
    run(document, override_hold, ANA, *PLACE, "trained crew", "Ben")


def photo(content: bytes) -> Photo:
    return Photo(EvidenceFile(f"{len(content)}.jpg", len(content), sha256(content).hexdigest()), "image/jpeg", 8, 8, content)


def of_page(package: bytes, *contents: bytes) -> bytes:
    """What a page saves on which these photos were taken, one after the other."""
    taken = [photo_entry(number, content) for number, content in enumerate(contents, start=1)]
    parts = {"package.json": package, "result.json": text(page_result(package, *taken))}
    return packed(parts | {f"files/{sha256(content).hexdigest()}": content for content in contents})


def brought_back(document: Document, content: bytes) -> Merged:
    return merge(document, work_of(content, "a.gpuwork"))


def digests(document: Document) -> list[str]:
    """The photos that count."""
    return list(given_values(history_of(document.snapshot, *PLACE))["photo"].value)


def test_a_photo_of_a_page_joins_those_that_the_project_had() -> None:
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first"), photo(b"second one")])
        package = handed_out(document)
        merged = brought_back(document, of_page(package, PHOTO))
        expected = [sha256(content).hexdigest() for content in (b"first", b"second one", PHOTO)]
        assert digests(document) == expected
        assert (merged.added, merged.conflicts) == (1, ())
        assert log_faults(document.snapshot) == []
        count = len(list(entries(document.snapshot)))
        assert brought_back(document, of_page(package, PHOTO)).added == 0
        assert (len(list(entries(document.snapshot))), digests(document)) == (count, expected)


def test_photos_that_were_added_in_both_places_are_no_conflict() -> None:
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        package = handed_out(document)
        run(document, record_photos, ANA, *PLACE, "photo", [photo(b"meanwhile")])
        merged = brought_back(document, of_page(package, PHOTO))
        assert set(digests(document)) == {sha256(b"meanwhile").hexdigest(), sha256(PHOTO).hexdigest()}
        assert merged.conflicts == ()
        standing = standing_of(document.snapshot, *PLACE)
        assert standing is not None
        assert standing.state is not State.FAILED


def test_a_later_result_of_the_same_page_adds_its_new_photo() -> None:
    other = png(8, 9)
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first")])
        package = handed_out(document)
        brought_back(document, of_page(package, PHOTO))
        later = result_of(package, photo_entry(1, PHOTO), both_photos(2, PHOTO, other), contents=(PHOTO, other))
        assert brought_back(document, later).conflicts == ()
        assert set(digests(document)) == {sha256(content).hexdigest() for content in (b"first", PHOTO, other)}
        assert log_faults(document.snapshot) == []


def result_of(package: bytes, *steps: dict[str, object], contents: tuple[bytes, ...]) -> bytes:
    """What a page saves with these entries."""
    parts = {"package.json": package, "result.json": text(page_result(package, *steps))}
    return packed(parts | {f"files/{sha256(content).hexdigest()}": content for content in contents})


def both_photos(number: int, *contents: bytes) -> dict[str, object]:
    """An entry of a page that names the photos taken there before, too, as the page writes it."""
    taken = [photo_entry(number, content) for content in contents]
    return {**taken[0], "value": [one["value"][0] for one in taken], "files": [one["files"][0] for one in taken]}


def page_withdrawal(number: int, about: int) -> dict[str, object]:
    """An entry of a page that withdraws one of its own."""
    return page_entry(number, item=PLACE[0], target=PLACE[1], kind="withdrawal", field="", value=None, reason="blurred", about=about)


def named(*contents: bytes) -> set[str]:
    return {sha256(content).hexdigest() for content in contents}


def came_from_page(document: Document) -> str:
    """The name of the first entry of the field that another writer recorded."""
    return next(entry.name for entry in history_of(document.snapshot, *PLACE) if entry.field == "photo" and entry.writer != ANA.writer)


@pytest.mark.parametrize("first", [True, False], ids=["with a photo of the project", "alone"])
def test_a_photo_that_the_page_withdrew_does_not_return(first: bool) -> None:
    other = png(8, 9)
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        expected = named(b"first", other) if first else named(other)
        if first:
            run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first")])
        package = handed_out(document)
        brought_back(document, of_page(package, PHOTO))
        withdrawn = (photo_entry(1, PHOTO), page_withdrawal(2, 1))
        brought_back(document, result_of(package, *withdrawn, contents=(PHOTO,)))
        assert sha256(PHOTO).hexdigest() not in (digests(document) if first else [])
        again = result_of(package, *withdrawn, photo_entry(3, other), contents=(PHOTO, other))
        assert brought_back(document, again).conflicts == ()
        assert set(digests(document)) == expected
        count = len(list(entries(document.snapshot)))
        assert brought_back(document, again).added == 0
        assert (len(list(entries(document.snapshot))), set(digests(document))) == (count, expected)
        assert log_faults(document.snapshot) == []


@pytest.mark.parametrize("first", [True, False], ids=["with a photo of the project", "alone"])
def test_a_photo_that_the_project_withdrew_does_not_return_with_the_next_result(first: bool) -> None:
    other = png(8, 9)
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        if first:
            run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first")])
        package = handed_out(document)
        brought_back(document, of_page(package, PHOTO))
        run(document, withdraw_entry, ANA, came_from_page(document), "wrong rack")
        # The page does not know of that: its next entry names both photos.
        both = both_photos(2, PHOTO, other)
        brought_back(document, result_of(package, photo_entry(1, PHOTO), both, contents=(PHOTO, other)))
        assert set(digests(document)) == (named(b"first", other) if first else named(other))


@pytest.mark.parametrize("first", [True, False], ids=["with a photo of the project", "alone"])
def test_a_photo_that_the_page_replaced_does_not_return(first: bool) -> None:
    other = png(8, 9)
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        if first:
            run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first")])
        package = handed_out(document)
        brought_back(document, of_page(package, PHOTO))
        brought_back(document, of_page(package, PHOTO, other))
        assert set(digests(document)) == (named(b"first", other) if first else named(other))


def test_the_joined_entry_that_was_withdrawn_is_not_written_again() -> None:
    other = png(8, 9)
    with Document.scratch(Clock()) as document:
        rails_go_on(document)
        run(document, record_photos, ANA, *PLACE, "photo", [photo(b"first")])
        package = handed_out(document)
        brought_back(document, of_page(package, PHOTO))
        joined = given_values(history_of(document.snapshot, *PLACE))["photo"].entry
        run(document, withdraw_entry, ANA, joined.name, "of another rack")
        brought_back(document, of_page(package, PHOTO, other))
        assert sha256(b"first").hexdigest() not in digests(document)
