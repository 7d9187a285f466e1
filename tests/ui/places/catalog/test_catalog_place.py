"""The place of the catalog: search, filters, the table, the sheet, comparison, what is missing; by mouse and keys."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.places.catalog.models.comparison_rows import comparison_lines
from gpudesk.ui.places.catalog.models.entry_rows import LIMITS, VALUE, entry_lines
from gpudesk.ui.places.catalog.models.type_columns import Special
from gpudesk.ui.places.catalog.models.type_sheet_lines import LineKind
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit.quantities import format_quantity, set_number_language
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from gpudesk.ui.toolkit.widgets.row_list import RowRole
from gpudesk.ui.toolkit.widgets.tag import Tag
from tests.patience import PATIENCE_MS
from tests.ui.desk import GPU
from tests.ui.hand import CTRL, SWITCH, SYSTEM, Hand
from tests.ui.pauses import pauses_over


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    """The catalog, reached by its key, with the small project open."""
    QTest.keyClick(hand.canvas, Qt.Key.Key_9, CTRL)
    assert hand.desk.window.place == "catalog"
    shown = hand.desk.window.catalog
    hand.qtbot.waitUntil(lambda: shown.catalog is not None and shown.model.rowCount() > 0, timeout=PATIENCE_MS)
    hand.rest()
    return shown


def shown_keys(place: CatalogPlace) -> list[str]:
    return [place.model.key_at(row) for row in range(place.model.rowCount())]


def toggle(hand: Hand, place: CatalogPlace, key: str) -> None:
    """Click a family, a vendor or an origin."""
    index = place.filters.model.index_of(key)
    place.filters.facets.scrollTo(index)
    rect = place.filters.facets.visualRect(index)
    QTest.mouseClick(place.filters.facets.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    hand.rest()


def click_row(hand: Hand, place: CatalogPlace, key: str, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    row = place.model.row_of(key)
    assert row is not None
    index = place.model.index(row, 0)
    place.table.scrollTo(index)
    QTest.mouseClick(place.table.viewport(), Qt.MouseButton.LeftButton, keys, place.table.visualRect(index).center())
    hand.rest()


def sheet_facts(place: CatalogPlace) -> dict[str, str]:
    return {line.label: line.value for line in place.sheet.model.lines() if line.kind in {LineKind.FACT, LineKind.PLAIN}}


def test_it_is_found_as_one_types(hand: Hand, place: CatalogPlace) -> None:
    assert place.filters.search.hasFocus()
    everything = place.model.rowCount()
    QTest.keyClicks(place.filters.search, "h100 dgx")
    hand.qtbot.waitUntil(lambda: place.model.rowCount() < everything, timeout=PATIENCE_MS)
    assert shown_keys(place)[0] == SYSTEM
    assert f" of {everything}" in place.filters.search.count_text()
    QTest.keyClick(place.filters.search, Qt.Key.Key_Escape)
    hand.qtbot.waitUntil(lambda: place.model.rowCount() == everything, timeout=PATIENCE_MS)
    QTest.keyClicks(place.filters.search, "no such thing")
    hand.qtbot.waitUntil(place.note.isVisible, timeout=PATIENCE_MS)
    place.note.link_clicked.emit()
    assert place.model.rowCount() == everything


def test_show_everything_leaves_no_row_filled(hand: Hand, place: CatalogPlace) -> None:
    toggle(hand, place, "families:switch")
    QTest.mouseClick(place.filters.clear_link, Qt.MouseButton.LeftButton)
    hand.rest()
    assert place.filters.is_clear()
    assert not place.filters.facets.selectedIndexes()
    assert not place.filters.facets.currentIndex().isValid()


@pytest.mark.parametrize(("words", "key", "told"), [("qm9700", SWITCH, "Place it"), ("h100 sxm5", GPU, "Show its data sheet")])
def test_the_palette_places_a_part_or_shows_its_sheet(hand: Hand, place: CatalogPlace, words: str, key: str, told: str) -> None:
    hand.do("go.rack")
    for where, verb in (("rack", told), ("catalog", "Show its data sheet")):
        hand.do(f"go.{where}")
        hand.press(Qt.Key.Key_K, CTRL)
        hand.type(words)
        item = hand.desk.window.palette_view.current_item()
        assert item is not None
        assert item.id == f"part:{key}"
        assert item.detail.startswith(f"{verb} · ")
        hand.press(Qt.Key.Key_Return)
        if verb == "Show its data sheet":
            assert hand.desk.window.place == "catalog"
            current = place.current()
            assert current is not None
            assert current.key == key
        else:
            assert hand.desk.window.place == "rack"
            assert hand.placing() == key
            hand.press(Qt.Key.Key_Escape)


def test_another_language_keeps_what_is_looked_at(hand: Hand, place: CatalogPlace) -> None:
    everything = place.model.rowCount()
    toggle(hand, place, "families:system")
    systems = place.model.rowCount()
    QTest.keyClicks(place.filters.search, "dgx")
    hand.qtbot.waitUntil(lambda: place.model.rowCount() < systems, timeout=PATIENCE_MS)
    pauses_over(place)
    hand.rest()
    keys = shown_keys(place)
    assert 2 < len(keys) < everything
    click_row(hand, place, keys[0])
    click_row(hand, place, keys[1], CTRL)
    hand.do("catalog.compare")
    assert place.tabs.current() == "compare"
    place.tabs.set_current("types")
    click_row(hand, place, keys[2])
    place.tabs.set_current("compare")
    compared = len(place.comparison.rows()[0])
    hand.do("view.language.es")
    hand.qtbot.waitUntil(lambda: hand.desk.window.catalog is not place, timeout=PATIENCE_MS)
    hand.rest()
    anew = hand.desk.window.catalog
    hand.qtbot.waitUntil(lambda: 0 < anew.model.rowCount() < everything, timeout=PATIENCE_MS)
    hand.rest()
    assert hand.desk.window.place == "catalog"
    assert anew.tabs.current() == "compare"
    assert len(anew.comparison.rows()[0]) == compared
    assert (anew.filters.text, anew.filters.chosen_families()) == ("dgx", [Family.SYSTEM])
    current = anew.current()
    assert current is not None
    assert current.key == keys[2]
    hand.do("go.rack")
    hand.select("leaf-1")
    hand.do("place.move-up")
    assert hand.place_of("leaf-1") == ("A02", 42)
    hand.do("view.language.en")


def test_what_is_undone_is_seen(hand: Hand, place: CatalogPlace) -> None:
    hand.do("go.rack")
    hand.select("leaf-1")
    hand.do("place.move-up")
    for elsewhere in ("go.catalog", "go.home"):
        hand.do(elsewhere)
        hand.press(Qt.Key.Key_Z, CTRL)
        assert hand.steps[-1], elsewhere
        assert hand.place_of("leaf-1") == ("A02", 42)
        undo = hand.desk.window.registry.action("edit.undo")
        assert undo.toolTip() == "Open a drawing or Power first."
    hand.do("go.rack")
    hand.press(Qt.Key.Key_Z, CTRL)
    assert hand.place_of("leaf-1") == ("A02", 40)
    hand.do("go.home")
    hand.press(Qt.Key.Key_Y, CTRL)
    assert hand.place_of("leaf-1") == ("A02", 40)


def test_families_and_vendors_filter_and_give_their_columns(hand: Hand, place: CatalogPlace) -> None:
    toggle(hand, place, "families:switch")
    assert {place.catalog.get(key).family for key in shown_keys(place)} == {Family.SWITCH}  # type: ignore[union-attr]
    assert "switch_radix" in [column.name for column in place.model.columns()]
    assert Special.FAMILY not in [column.name for column in place.model.columns()]
    toggle(hand, place, "vendors:NVIDIA")
    assert all(key.startswith("nvidia.") for key in shown_keys(place))
    index = place.filters.model.index_of("families:switch")
    assert index.data(RowRole.ICON) == "tick"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith("selected")
    place.filters.facets.setFocus()
    place.filters.facets.setCurrentIndex(index)
    QTest.keyClick(place.filters.facets, Qt.Key.Key_Space)
    hand.rest()
    assert Special.FAMILY in [column.name for column in place.model.columns()]
    QTest.mouseClick(place.filters.clear_link, Qt.MouseButton.LeftButton)
    assert place.filters.is_clear()
    assert not place.filters.clear_link.isEnabled()


def test_a_range_asks_for_figures_in_shown_units(hand: Hand, place: CatalogPlace) -> None:
    toggle(hand, place, "families:gpu")
    row = place.filters._rows["memory_mib"]
    row.low.setFocus()
    QTest.keyClicks(row.low, "100")
    QTest.keyClick(row.low, Qt.Key.Key_Return)
    hand.rest()
    catalog = place.catalog
    assert catalog is not None
    sizes = [catalog.get(key).number("memory_mib") for key in shown_keys(place)]
    assert sizes
    assert all(size is not None and size >= 100 * 1024 for size in sizes)


def test_columns_sort_with_what_is_not_known_last(hand: Hand, place: CatalogPlace) -> None:
    toggle(hand, place, "families:gpu")
    names = [column.name for column in place.model.columns()]
    column = names.index("memory_mib")
    head = place.table.horizontalHeader()
    at = head.sectionViewportPosition(column) + 10
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 8))
    catalog = place.catalog
    assert catalog is not None
    sizes = [catalog.get(key).number("memory_mib") for key in shown_keys(place)]
    known = [size for size in sizes if size is not None]
    assert known == sorted(known)
    assert sizes[: len(known)] == known


def test_the_sheet_shows_every_fact_with_what_contradicts_it(hand: Hand, place: CatalogPlace) -> None:
    click_row(hand, place, SYSTEM)
    catalog = place.catalog
    assert catalog is not None
    kind = catalog.get(SYSTEM)
    facts = sheet_facts(place)
    for name in kind.facts:
        assert catalog.facts[name].title in facts, name
    assert facts["Power, maximum"] == format_quantity(10_200, "W")
    assert facts["Key"] == SYSTEM
    texts = {
        line.kind: [other.value for other in place.sheet.model.lines() if other.kind is line.kind] for line in place.sheet.model.lines()
    }
    assert all(text.startswith("* ") for text in texts[LineKind.CONTRARY])
    assert any("DGX H100/H200 User Guide" in text for text in texts[LineKind.SOURCE])
    assert "2 in this project" in [tag.text() for tag in place.sheet.findChildren(Tag) if tag.isVisible()]


def test_no_is_not_what_is_missing(hand: Hand, place: CatalogPlace) -> None:
    catalog = place.catalog
    assert catalog is not None
    title = catalog.facts["full_depth"].title
    flat = next(entry.type for entry in catalog.all() if (fact := entry.type.facts.get("full_depth")) and fact.value is False)
    deep = next(entry.type for entry in catalog.all() if (fact := entry.type.facts.get("full_depth")) and fact.value is True)
    place.go_to(flat.key)
    hand.rest()
    assert sheet_facts(place)[title] == "no"
    place.go_to(deep.key)
    hand.rest()
    assert sheet_facts(place)[title] == "yes"
    line = next(line for line in comparison_lines(catalog, [flat, deep], differences=False) if line.key == ("fact", "full_depth"))
    assert [cell.text for cell in line.cells[1:]] == ["no", "yes"]


@pytest.mark.parametrize("spoken", ["en", "es"])
def test_a_year_and_a_version_are_no_quantities(place: CatalogPlace, spoken: str) -> None:
    catalog = place.catalog
    assert catalog is not None
    kind = catalog.get("nvidia.h100-sxm5-80gb")
    set_number_language(spoken)
    try:
        lines = {line.key: line for line in comparison_lines(catalog, [kind], differences=False)}
        typed = {line.key: line for line in entry_lines(catalog, kind.body, every=True)}
        assert lines["fact", "year"].cells[1].text.startswith("2022")
        assert lines["fact", "compute_capability"].cells[1].text == "9.0"
        assert (typed["year"].cells[VALUE].text, typed["year"].cells[LIMITS].text) == ("2022", "2000–2100")
        assert typed["compute_capability"].cells[VALUE].text == "9.0"
    finally:
        set_number_language("en")


def test_several_types_stand_side_by_side(hand: Hand, place: CatalogPlace) -> None:
    click_row(hand, place, SYSTEM)
    click_row(hand, place, "nvidia.dgx-b200", CTRL)
    QTest.keyClick(place.table, Qt.Key.Key_C)
    assert place.tabs.current() == "compare"
    model = place.comparison.model
    everything = model.rowCount()
    named = model.row_of(("identity", "part_numbers"))
    assert named is not None
    assert place.catalog is not None
    switch = place.catalog.get("nvidia.qm9700")
    [ordered] = [line for line in comparison_lines(place.catalog, [switch], differences=True) if line.key == ("identity", "part_numbers")]
    assert ordered.cells[1].text == ", ".join(switch.part_numbers) != ""
    assert not any("≠" in cell for line in place.comparison.rows() for cell in line)
    assert any("Other sources differ" in line[0] for line in place.comparison.rows())
    row = model.row_of(("fact", "power_max_w"))
    assert row is not None
    assert {model.index(row, column).data() for column in (1, 2)} >= {format_quantity(14_300, "W")}
    assert model.index(row, 1).data(TableRole.LIT)
    same = model.row_of(("fact", "width_mm"))
    assert same is not None
    assert not model.index(same, 1).data(TableRole.LIT)
    QTest.mouseClick(place.comparison.shown.button("differences"), Qt.MouseButton.LeftButton)
    assert model.rowCount() < everything
    assert model.row_of(("fact", "width_mm")) is None
    QTest.mouseClick(place.comparison.tags.tag(SYSTEM), Qt.MouseButton.LeftButton)
    assert place.comparison.note.isVisible()


def test_what_is_missing_leads_to_the_types_that_lack_it(hand: Hand, place: CatalogPlace) -> None:
    place.tabs.set_current("missing")
    hand.rest()
    model = place.missing.model
    assert model.rowCount() > 5
    row = model.row_of("price_usd")
    assert row is not None
    button = model.index(row, 4)
    place.missing.table.scrollTo(button)
    QTest.mouseClick(
        place.missing.table.viewport(), Qt.MouseButton.LeftButton, pos=place.missing.table.visualRect(button).topLeft() + QPoint(20, 12)
    )
    assert place.tabs.current() == "types"
    catalog = place.catalog
    assert catalog is not None
    assert shown_keys(place)
    assert all("price_usd" not in catalog.get(key).facts for key in shown_keys(place))


def test_a_type_goes_to_the_racks(hand: Hand, place: CatalogPlace) -> None:
    click_row(hand, place, SYSTEM)
    hand.desk.window.registry.action("catalog.place").trigger()
    hand.rest()
    assert hand.desk.window.place == "rack"
    hand.desk.window.go("catalog")
    toggle(hand, place, "families:gpu")
    assert not hand.desk.window.registry.action("catalog.place").isEnabled()


def test_it_needs_no_project(open_desk: Callable[[], Hand]) -> None:
    started = open_desk()
    started.desk.window.go("catalog")
    place = started.desk.window.catalog
    started.qtbot.waitUntil(lambda: place.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert Special.USED not in [column.name for column in place.model.columns()]
    place.go_to(SYSTEM)
    kind = place.current()
    assert kind is not None
    assert kind.key == SYSTEM
    assert not started.desk.window.registry.action("catalog.place").isEnabled()


def test_ctrl_f_searches_from_wherever_one_is_in_the_catalog(hand: Hand, place: CatalogPlace) -> None:
    for page, part in (("types", place.table), ("missing", place.missing), ("libraries", place.tabs.tabs)):
        place.filters.search.setText("h100")
        place.tabs.set_current(page)
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_F, CTRL)
        assert place.filters.search.hasFocus(), page
        QTest.keyClicks(place.filters.search, "qm9700")
        assert place.filters.search.text() == "qm9700", page
    hand.desk.window.go("home")
    hand.do("catalog.find")
    assert hand.desk.window.place == "catalog"
    assert place.filters.search.hasFocus()
