"""Letters over the list of places search it; a scanner is not mistaken for a person who searches."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.places.onsite.hand import SiteHand

LATER_MS = 100_000


def open_places(onsite: SiteHand) -> list[str]:
    """Show the places; their names."""
    onsite.tap(onsite.place.side.place)
    onsite.place.side.place_list.setFocus()
    places = onsite.place.side.places.places
    assert places is not None
    return list(places.names)


def current(onsite: SiteHand) -> str:
    index = onsite.place.side.place_list.currentIndex()
    return str(index.data()) if index.isValid() else ""


def test_letters_go_to_the_place_that_begins_with_them(onsite: SiteHand) -> None:
    names = open_places(onsite)
    assert names == ["Everywhere", "Hall 1", "A01", "A02", "A03"]
    places = onsite.place.side.place_list
    for number, letter in enumerate("a03"):
        places.search(letter, LATER_MS + number)
    assert current(onsite) == "A03"
    places.search("h", 3 * LATER_MS)
    assert current(onsite) == "Hall 1"
    assert onsite.place.top.scan.text() == ""


def test_the_same_letter_again_goes_on_to_the_next_place(onsite: SiteHand) -> None:
    open_places(onsite)
    gone = []
    for number in range(4):
        onsite.place.side.place_list.search("A", LATER_MS + number)
        gone.append(current(onsite))
    assert gone == ["A01", "A02", "A03", "A01"]


def test_enter_shows_what_was_searched_for(onsite: SiteHand) -> None:
    open_places(onsite)
    QTest.keyClick(onsite.place.side.place_list, Qt.Key.Key_H)
    assert current(onsite) == "Hall 1"
    QTest.keyClick(onsite.place.side.place_list, Qt.Key.Key_Return)
    onsite.rest()
    assert onsite.place.side.place.text() == "Hall 1"


def test_what_no_place_begins_with_is_a_scan(onsite: SiteHand) -> None:
    open_places(onsite)
    for number, letter in enumerate("A01 U"):
        if onsite.place.side.place_list.hasFocus():
            onsite.place.side.place_list.search(letter, LATER_MS + number)
        else:
            QTest.keyClicks(onsite.place.top.scan, letter)
    assert onsite.place.top.scan.text() == "A01 U"
    assert onsite.place.top.scan.hasFocus()
