"""The names that templates give to networks, in the person's language."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.operations.cabling.network_operations import change_network
from gpudesk.ui.panels.words.network_labels import WELL_KNOWN, network_name, network_named
from gpudesk.ui.toolkit.translate import install_language
from tests.ui.cabled import CABLES, cable
from tests.ui.hand import Hand


def test_names_of_templates_are_translated_and_those_of_people_stay() -> None:
    install_language("es")
    shown = [network_name(name) for name in WELL_KNOWN]
    assert shown == ["Cómputo", "Almacenamiento", "En banda", "Fuera de banda"]
    assert network_name("Rails of hall 2") == "Rails of hall 2"
    assert [network_named(name.upper()) for name in shown] == list(WELL_KNOWN)
    assert network_named("in-band") == "In-band"
    assert network_named("Rails*") == "Rails*"


def test_a_network_is_found_by_the_name_that_is_shown(hand: Hand, tmp_path: Path) -> None:
    place = cable(hand, tmp_path / "c.gpudesk")
    hand.desk.session.do(change_network, place.network_id, {"name": "In-band"})
    hand.rest()
    install_language("es")
    filters = place.cables.filters
    for typed, found in (("red = en banda", CABLES), ("red = in-band", CABLES), ("red = almacenamiento", 0)):
        filters.clear()
        QTest.keyClicks(filters.field, typed)
        QTest.keyClick(filters.field, Qt.Key.Key_Return)
        hand.rest()
        assert place.cables.model.rowCount() == found
