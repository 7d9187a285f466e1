"""The table of 500,000 cables: sorted by each column, searched by words and conditions, and seen at 1440×240."""

from collections.abc import Mapping, Sequence
from time import perf_counter

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from benchmarks.figures import Figure, times_ms
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Array, Columns
from gpudesk.derived.cabling.cable_filter import CableFilter, read_condition
from gpudesk.derived.cabling.cable_table import CableTable, cable_table
from gpudesk.derived.links.link_verdicts import LinkVerdicts, all_link_verdicts
from gpudesk.derived.links.links import Links
from gpudesk.derived.pathways.route_lengths import route_lengths
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.app.render import settle
from gpudesk.ui.places.fabric.docks.cables_view import CablesView
from gpudesk.ui.places.fabric.models.cables_model import COLUMNS, CablesModel
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

CABLES, NODES, SWITCHES = 500_000, 12_500, 17_500
BUDGET_MS = 100.0
WORDS = ("dgx-014", "dgx osfp1p2", "leaf-12 7/2 compute", "109", "no such thing")
CONDITIONS = ("node = dgx-00014", "rail = 4", "length > 30", "medium = MFP*", "network = compute")
FRAMES = 60


def project(lengths_m: Reals) -> Snapshot:
    """A project with 500,000 cables between random ports; nothing of it is anywhere."""
    catalog, random = open_catalog(), np.random.default_rng(6)
    keys = ("nvidia.dgx-h100", "nvidia.qm9700", "nvidia.mfp7e10")
    texts = {name: np.array(values, object) for name, values in (("key", keys), ("body", [catalog.body(key) for key in keys]))}
    items = Columns({"id": np.arange(1, 4), **texts})
    names = [f"dgx-{number:05}" for number in range(NODES)] + [f"leaf-{number}" for number in range(SWITCHES)]
    devices = NODES + SWITCHES
    table = {
        "id": np.arange(1, CABLES + 1),
        "network_id": np.where(np.arange(CABLES) < 300_000, 1, 2),
        "a_device_id": random.integers(1, NODES + 1, CABLES),
        "a_port": random.integers(0, 8, CABLES),
        "b_device_id": random.integers(NODES + 1, devices + 1, CABLES),
        "b_port": random.integers(0, 64, CABLES),
        **{name: np.zeros(CABLES, np.int64) for name in ("a_lane", "b_lane", "lanes")},
        "type_id": np.full(CABLES, 3),
        "length_mm": random.integers(1, 50, CABLES) * 1000,
        "phase": np.ones(CABLES, np.int64),
    }
    device = {"id": np.arange(1, devices + 1), "name": np.array(names, object), "type_id": np.where(np.arange(devices) < NODES, 1, 2)}
    networks = {"id": np.array([1, 2]), "name": np.array(["Compute", "Storage"], object)}
    with Document.scratch() as document:
        empty = document.snapshot.tables
    made = {"cable": table, "device": device, "network": networks}
    snapshot = Snapshot(1, {**empty, "catalog_item": items, **{name: _whole(empty[name], values) for name, values in made.items()}})
    snapshot.remember(route_lengths, lengths_m)
    nothing = np.zeros(0, np.int64)
    none = Ends(nothing, nothing.astype(np.int32), nothing.astype(np.int32), nothing.astype(np.int32))
    unjudged = Links(none, none, nothing, np.zeros(1, np.int64), nothing, np.zeros(0, bool))
    snapshot.remember(all_link_verdicts, LinkVerdicts(unjudged, nothing, ()))
    return snapshot


def _whole(empty: Columns, values: Mapping[str, Array]) -> Columns:
    """A table with some columns; the others have no values."""
    rows = len(values["id"])
    others = {name: np.full(rows, "" if column.dtype == object else ABSENT, column.dtype) for name, column in empty.items()}
    return Columns({**others, **values})


def shown(model: CablesModel, table: CableTable, wanted: CableFilter) -> None:
    """Show what a filter lets through."""
    model.show_cables(table, wanted, {}, judged=True)


def run() -> list[Figure]:
    """Time sorting, searching and painting."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)  # noqa: S101 - narrows the type
    fonts.install(application)
    theme.set_theme("dark")
    snapshot = project(np.random.default_rng(7).uniform(2, 50, CABLES))
    begun = perf_counter()
    table = snapshot.cached(cable_table).make_ready()
    ready_ms = (perf_counter() - begun) * 1000
    model = CablesModel()
    shown(model, table, CableFilter())

    def sort(turn: int) -> None:
        # From the second round on the order of a column is known, as it is at the desk.
        model.sort(turn % len(COLUMNS), (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)[turn // len(COLUMNS)])

    sorts = times_ms(sort, 2 * len(COLUMNS))
    model.sort(2, Qt.SortOrder.AscendingOrder)
    searches = times_ms(lambda turn: shown(model, table, CableFilter(words=WORDS[turn])), len(WORDS))
    filters = [CableFilter(conditions=(condition,)) for text in CONDITIONS if (condition := read_condition(text)) is not None]
    conditions = times_ms(lambda turn: shown(model, table, filters[turn]), len(filters))
    shown(model, table, CableFilter())
    view = CablesView(model)
    view.resize(1440, 240)
    view.show()
    settle()
    bar = view.verticalScrollBar()

    def scroll(turn: int) -> None:
        bar.setValue(turn * 7919 % bar.maximum())
        view.viewport().repaint()

    frames = times_ms(scroll, FRAMES)
    view.close()
    return [
        Figure("500,000 cables: prepared in the background", ready_ms, "ms"),
        Figure("500,000 cables: sorted by a column, slowest of all", worst(sorts), "ms", BUDGET_MS),
        Figure("500,000 cables: searched by text, slowest", worst(searches), "ms", BUDGET_MS),
        Figure("500,000 cables: filtered by a condition, slowest", worst(conditions), "ms", BUDGET_MS),
        Figure("500,000 cables: a frame of the table, scrolled far", float(np.percentile(frames, 95)), "ms"),
    ]


def worst(times: Sequence[float]) -> float:
    """The longest of some times."""
    return max(times)
