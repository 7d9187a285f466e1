"""The place of the catalog at 1440×900 with 10,000 types: words as they are typed, filters, sorting, scrolling."""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from time import perf_counter

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.figures import Figure, percentile, timed_s, times_ms
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.imports import keep_library
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.theme import theme

TYPES = 10_000
WIDTH, HEIGHT = 1440, 900
SEARCH_MS, REFRESH_MS, PAINT_MS = 30.0, 50.0, 8.0
WORDS = ("a", "ac", "acme", "acme 9", "qm9700", "dgx h100", "server 2u", "x", "rack 48", "no such thing")
FAMILIES = (Family.GPU, Family.SWITCH, Family.SERVER, Family.CABLE, Family.RACK)
FRAMES = 200
ROUNDS = 3
STEP_PX = 72
"""A notch of the wheel."""
ROW_MS = 16.0
"""A key of somebody who goes through the rows: it repeats 30 times a second, and half of that time is left."""
SHEET_MS = 50.0
CHOICES = 40


def make_types() -> None:
    """Keep copies of the shipped types under other names, 10,000 types in all."""
    catalog = open_catalog()
    shipped = [json.loads(catalog.body(key)) for key in catalog]
    bodies = []
    for number in range(TYPES - len(shipped)):
        body = dict(shipped[number % len(shipped)])
        maker = f"Acme {number % 150}"
        body |= {
            "key": f"acme.{number}-{body['key']}",
            "vendor": maker,
            "model": f"{body['model']} {number}",
            "part_numbers": [f"AC-{number:05}"],
        }
        bodies.append(body)
    keep_library("many", bodies, "generated", datetime.now(UTC))


def p95_ms(body: Callable[[int], object], repeats: int) -> float:
    """The 95th percentile of the least disturbed of three rounds, ms."""
    return least(lambda: times_ms(body, repeats))


def choose(place: CatalogPlace, turn: int, rows: int) -> None:
    """Go to another row by a key and see it: mostly the next one, sometimes far away."""
    table = place.table
    if turn % 8 == 0:
        table.setCurrentIndex(place.model.index((turn * 977) % rows, 0))
    QTest.keyClick(table, Qt.Key.Key_Down)
    table.viewport().repaint()


def finish(place: CatalogPlace) -> None:
    """Let the sheet of the chosen type be made and painted, without the wait for the next key."""
    place.show_sheet_now()
    place.sheet.repaint()
    settle()


def times(measured: Callable[[int], object], between: Callable[[int], object], repeats: int) -> list[float]:
    """How long `measured` takes each time, with `between` done in the meantime, ms."""
    found = []
    for turn in range(repeats):
        started = perf_counter()
        measured(turn)
        found.append((perf_counter() - started) * 1000)
        between(turn)
    return found


def least(rounds: Callable[[], list[float]]) -> float:
    """The 95th percentile of the least disturbed of three rounds, ms."""
    return min(percentile(rounds(), 95) for _ in range(ROUNDS))


def run() -> list[Figure]:
    """Measure the catalog's place."""
    application = QApplication.instance() or QApplication([])
    if isinstance(application, QApplication):
        fonts.install(application)
    theme.set_theme("dark")
    # In a process of its own, which takes what it needed along when it ends.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(make_types).result()
    catalog = open_catalog()
    index_s, _ = timed_s(lambda: catalog.search("x", limit=1))
    table_s, _ = timed_s(catalog.table)
    session = Session(Jobs())
    place = CatalogPlace(session, ActionRegistry(ACTIONS, MENUS, CONDITIONS))
    place.resize(WIDTH, HEIGHT)
    place.show()
    wait_until(lambda: place.catalog is not None and session.jobs.running == 0)
    settle()
    first_s, _ = timed_s(place.refresh)
    figures = [
        Figure("catalog of 10,000 types: search index", index_s * 1000, "ms"),
        Figure("catalog of 10,000 types: columns", table_s * 1000, "ms"),
        Figure("catalog of 10,000 types: first refresh of the place", first_s * 1000, "ms"),
    ]
    searched = p95_ms(lambda turn: catalog.keys_found(WORDS[turn % len(WORDS)]), 5 * len(WORDS))
    figures.append(Figure("catalog of 10,000 types: search, p95", searched, "ms", SEARCH_MS))

    def typed(turn: int) -> None:
        place.filters.search.setText(WORDS[turn % len(WORDS)])
        place.refresh()

    def toggled(turn: int) -> None:
        place.filters.show_family(FAMILIES[turn % len(FAMILIES)])

    figures.append(Figure("catalog of 10,000 types: refresh per keystroke, p95", p95_ms(typed, 3 * len(WORDS)), "ms", REFRESH_MS))
    place.filters.clear()
    figures.append(Figure("catalog of 10,000 types: refresh by a filter, p95", p95_ms(toggled, 20), "ms", REFRESH_MS))
    place.filters.clear()
    settle()
    orders = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
    sorted_ms = p95_ms(lambda turn: place.model.sort(turn % place.model.columnCount(), orders[turn % 2]), 30)
    figures.append(Figure("catalog of 10,000 types: sort, p95", sorted_ms, "ms", REFRESH_MS))
    bar = place.table.verticalScrollBar()

    def scrolled(_turn: int) -> None:
        bar.setValue(bar.value() + STEP_PX if bar.value() < bar.maximum() - STEP_PX else 0)
        QApplication.processEvents()

    def leapt(turn: int) -> None:
        # A leap of the scroll bar, in which no row of the last picture is left.
        bar.setValue((turn * 977) % max(bar.maximum(), 1))
        place.table.viewport().repaint()

    figures.append(Figure("catalog of 10,000 types: a frame of scrolling, p95", p95_ms(scrolled, FRAMES), "ms", PAINT_MS))
    figures.append(Figure("catalog of 10,000 types: all rows repainted, p95", p95_ms(leapt, FRAMES), "ms", PAINT_MS))

    shown = place.model.rowCount()
    # Before each choice nothing else is left to be done: the sheet of the last one is there.
    row_ms = least(lambda: times(lambda turn: choose(place, turn, shown), lambda _: finish(place), CHOICES))
    sheet_ms = least(lambda: times(lambda _: finish(place), lambda turn: choose(place, turn, shown), CHOICES))
    figures.append(Figure("catalog of 10,000 types: a key to the next row painted, p95", row_ms, "ms", ROW_MS))
    figures.append(Figure("catalog of 10,000 types: the sheet of another type painted, p95", sheet_ms, "ms", SHEET_MS))
    place.close()
    session.jobs.close()
    return figures
