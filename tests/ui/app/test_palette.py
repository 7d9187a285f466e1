import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gpudesk.ui.app.palette import Palette, PaletteModel
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.palette_search import Match, PaletteItem, PaletteProvider, fuzzy_match, match_item, search
from tests.patience import PATIENCE_MS
from tests.ui.showing import show

WORDS = ["Move up one unit", "Move down one unit", "Move to the next rack", "Duplicate", "Undo", "Redo", "Zoom in"]


def item(text: str, *, enabled: bool = True, keywords: str = "", detail: str = "") -> PaletteItem:
    return PaletteItem(text, text, lambda: None, enabled=enabled, keywords=keywords, detail=detail)


def best(query: str, texts: list[str]) -> list[str]:
    """The texts that fit, best first."""
    provider = PaletteProvider("All", lambda _query: [item(text) for text in texts])
    return [found.text for group in search(query, [provider]) for found, _match in group.found]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("undo", "Undo"),
        ("mvup", "Move up one unit"),
        ("mdo", "Move down one unit"),
        ("next", "Move to the next rack"),
        ("rack move", "Move to the next rack"),
        ("dup", "Duplicate"),
        ("zin", "Zoom in"),
    ],
)
def test_a_few_letters_find_what_is_meant(query: str, first: str) -> None:
    assert best(query, WORDS)[0] == first


def test_matched_letters_are_told() -> None:
    assert fuzzy_match("zin", "Zoom in") == Match(fuzzy_match("zin", "Zoom in").score, (0, 5, 6))  # type: ignore[union-attr]
    match = fuzzy_match("dgx-00", "dgx-004")
    assert match is not None
    assert match.positions == (0, 1, 2, 3, 4, 5)


def test_letters_out_of_order_or_far_apart_do_not_match() -> None:
    assert fuzzy_match("odnu", "Undo") is None
    assert fuzzy_match("und", "Previous part of the window") is None
    assert fuzzy_match("xyz", "Undo") is None


def test_accents_and_case_do_not_matter() -> None:
    match = fuzzy_match("energia", "Energía del rack")
    assert match is not None
    assert match.positions == tuple(range(7))
    assert fuzzy_match("AÑADIR", "Anadir") is not None


def test_keywords_find_by_whole_words_and_rank_lower() -> None:
    by_word = match_item("fix", item("Resolve", keywords="fix repair"))
    assert by_word is not None
    assert by_word.positions == ()
    by_name = match_item("fix", item("Fix"))
    assert by_name is not None
    assert by_name.score > by_word.score
    assert match_item("fp", item("Resolve", keywords="fix repair")) is None
    assert match_item("open", item("Undo", enabled=False, detail="Open a project first.")) is None


def test_groups_limits_and_what_is_shown_unasked() -> None:
    racks = PaletteProvider("Racks", lambda _query: [item(f"A{number:02}") for number in range(40)], limit=5)
    actions = PaletteProvider("Actions", lambda _query: [item("Undo"), item("Add", enabled=False)], shown_unasked=True)
    assert [group.title for group in search("", [actions, racks])] == ["Actions"]
    found = search("a0", [actions, racks])
    assert [(group.title, len(group.found)) for group in found] == [("Racks", 5)]
    everything = search("a", [actions, racks])
    assert [group.title for group in everything] == ["Racks", "Actions"]
    assert [entry.text for entry, _match in everything[1].found] == ["Add"]


def test_a_provider_is_asked_with_the_query() -> None:
    asked: list[str] = []

    def items(query: str) -> list[PaletteItem]:
        asked.append(query)
        return []

    assert search(" dgx ", [PaletteProvider("Devices", items)]) == []
    assert asked == ["dgx"]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(1280, 800)
    show(qtbot, made)
    return made


def test_type_choose_and_do(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    items = [
        PaletteItem("undo", "Undo", lambda: done.append("undo"), shortcut="Ctrl+Z", icon="undo"),
        PaletteItem("under", "Under way", lambda: done.append("under")),
        PaletteItem("unit", "Units", lambda: done.append("unit"), enabled=False, detail="Open a project first."),
    ]
    rows = [PaletteItem("u1", "u1-row", lambda: done.append("u1"))]
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    palette = Palette(window, [PaletteProvider("Actions", lambda _query: items), PaletteProvider("Racks", lambda _query: rows)])
    palette.open()
    assert palette.isVisible()
    assert palette.field().hasFocus()
    QTest.keyClicks(palette.field(), "un")
    chosen = palette.current_item()
    assert chosen is not None
    assert chosen.id == "undo"
    QTest.keyClick(palette.field(), Qt.Key.Key_Down)
    assert palette.current_item() is items[1]
    QTest.keyClick(palette.field(), Qt.Key.Key_Down)
    assert palette.current_item() is items[0], "the disabled item is passed over, the last leads to the first"
    QTest.keyClick(palette.field(), Qt.Key.Key_Up)
    QTest.keyClick(palette.field(), Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert field.hasFocus()
    qtbot.waitUntil(lambda: done == ["under"], timeout=PATIENCE_MS)


def test_escape_gives_the_focus_back_and_nothing_found_is_said(window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    palette = Palette(window, [PaletteProvider("Actions", lambda _query: [item("Undo")])])
    palette.open("zzz")
    assert palette.current_item() is None
    assert not palette.list_view().isVisible()
    QTest.keyClick(palette.field(), Qt.Key.Key_Return)
    assert palette.isVisible()
    QTest.keyClick(palette.field(), Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert field.hasFocus()


def test_the_field_stays_where_it_is_when_nothing_is_found(window: QWidget) -> None:
    palette = Palette(window, [PaletteProvider("Actions", lambda _query: [item("Undo")])])
    palette.open("undo")
    settle()
    field = palette.field()
    before = field.mapTo(window, field.rect().topLeft())
    palette.field().setText("zzz")
    settle()
    assert not palette.list_view().isVisible()
    assert field.mapTo(window, field.rect().topLeft()) == before


def test_a_click_chooses_and_the_palette_keeps_within_the_window(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    items = [PaletteItem(str(n), f"dgx-{n:03}", lambda n=n: done.append(str(n))) for n in range(100)]  # type: ignore[misc]
    palette = Palette(window, [PaletteProvider("Devices", lambda _query: items, limit=50)])
    palette.open("dgx")
    assert window.rect().contains(palette.geometry().adjusted(16, 16, -16, -16))
    view = palette.list_view()
    row = view.visualRect(view.model().index(3, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    qtbot.waitUntil(lambda: done == ["2"], timeout=PATIENCE_MS)
    window.resize(500, 300)
    palette.open("dgx")
    assert palette.width() <= 500


def test_focus_elsewhere_closes_it(window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    palette = Palette(window, [PaletteProvider("Actions", lambda _query: [item("Undo")], shown_unasked=True)])
    palette.open()
    field.setFocus()
    assert not palette.isVisible()
    assert field.hasFocus()


def test_model(qtmodeltester: ModelTester, qtbot: QtBot) -> None:
    model = PaletteModel()
    model.set_found(search("a", [PaletteProvider("Racks", lambda _query: [item("A01"), item("A02", enabled=False)])]))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert model.rowCount() == 3
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
    palette = Palette(QWidget(), [])
    qtbot.addWidget(palette.parentWidget())
    assert not palette.eventFilter(palette.field(), QEvent(QEvent.Type.User))
