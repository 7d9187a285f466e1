"""Objects found by the palette: actions, racks, devices, power and cooling nodes, and catalog types."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.palette_search import PaletteItem, PaletteProvider, fold
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name

if TYPE_CHECKING:
    from gpudesk.core.values.columns import Columns
    from gpudesk.ui.app.window_places import WindowPlaces

_MOST_CANDIDATES = 200
_AT_ONCE = 20_000
"""Up to this number of cables are indexed while the user waits."""


def providers(window: "WindowPlaces") -> list[PaletteProvider]:
    """The groups of the palette in the order in which they are listed."""
    finder = _Found(window)
    return [
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Actions")), lambda _: window.registry.palette_items(), 9, shown_unasked=True),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Racks")), finder.racks),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Devices")), finder.devices),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Cables")), finder.cables),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Power and cooling")), finder.power),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Rows and halls")), finder.rows),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "On the floor")), finder.floor_items),
        PaletteProvider(_said(QT_TRANSLATE_NOOP("Palette", "Catalog parts")), finder.parts),
    ]


def _racks(count: int) -> str:
    return _said(QT_TRANSLATE_NOOP("Palette", "racks: {count}")).format(count=format_number(count))


def _said(text: str) -> str:
    return QCoreApplication.translate("Palette", text)


class _Found:
    """Looks up objects for one window."""

    def __init__(self, window: "WindowPlaces") -> None:
        self._window = window

    def racks(self, query: str) -> Sequence[PaletteItem]:
        session = self._window.session
        if not session.is_open or not query:
            return ()
        racks, halls = session.snapshot["rack"], session.snapshot["hall"]
        items = []
        for place in _named(racks, query):
            hall = str(halls["name"][halls.position(int(racks["hall_id"][place]))])
            items.append(self._item("rack", racks, place, hall, "kind-rack"))
        return items

    def rows(self, query: str) -> Sequence[PaletteItem]:
        """Rows and halls by name, or by kind and name: "row A"."""
        session = self._window.session
        if not session.is_open or not query:
            return ()
        snapshot, letters = session.snapshot, fold("".join(query.split()))
        halls, racks = snapshot["hall"], snapshot["rack"]
        row, hall = _said(QT_TRANSLATE_NOOP("Palette", "Row")), _said(QT_TRANSLATE_NOOP("Palette", "Hall"))
        items = []
        lined = snapshot["rack_row"]
        for row_id, name, hall_id in zip(lined.ids.tolist(), lined["name"], lined["hall_id"].tolist(), strict=True):
            if _in_order(letters, fold(f"{row} {name}")):
                count = _racks(len(racks.where("row_id", row_id)))
                detail = f"{halls['name'][halls.position(hall_id)]} · {count}"
                items.append(self._on_floor(ObjectRef("rack_row", row_id), f"{row} {name}", detail, "row"))
        for hall_id, name in zip(halls.ids.tolist(), halls["name"], strict=True):
            if _in_order(letters, fold(f"{hall} {name}")):
                count = _racks(len(racks.where("hall_id", hall_id)))
                items.append(self._on_floor(ObjectRef("hall", hall_id), str(name), count, "hall", keywords=hall))
        return items[:_MOST_CANDIDATES]

    def devices(self, query: str) -> Sequence[PaletteItem]:
        session = self._window.session
        if not session.is_open or not query:
            return ()
        from gpudesk.core.values.columns import ABSENT
        from gpudesk.derived.racks.device_placement import unit_name

        devices, racks, types = session.snapshot["device"], session.snapshot["rack"], session.snapshot.types
        items = []
        for place in _named(devices, query):
            rack = int(devices["rack_id"][place])
            where = "" if rack == ABSENT else f"{racks['name'][racks.position(rack)]} {unit_name(int(devices['position'][place]))}"
            model = tr_type_name(types[int(devices["type_id"][place])].model)
            items.append(self._item("device", devices, place, f"{model} · {where}" if where else model, "kind-server"))
        return items

    def cables(self, query: str) -> Sequence[PaletteItem]:
        """Cables by their numbers, devices and ports: "dgx-014 OSFP1P2", "cable 109"."""
        session = self._window.session
        if not session.is_open or not query or not session.snapshot["cable"].rows:
            return ()
        from gpudesk.derived.cabling.cable_filter import CableFilter, passing
        from gpudesk.derived.cabling.cable_table import cable_table

        snapshot = session.snapshot
        if snapshot["cable"].rows > _AT_ONCE and snapshot.known(cable_table) is None:
            # A user who types does not wait until all of them are known by name.
            session.jobs.read(lambda _: snapshot.cached(cable_table).make_ready())
            return ()
        table = snapshot.cached(cable_table)
        word = _said(QT_TRANSLATE_NOOP("Palette", "cable"))
        words = " ".join(part for part in query.split() if part.casefold() != word.casefold())
        if not words:
            return ()
        items = []
        for place in passing(table, CableFilter(words=words), table.ids[:0]).nonzero()[0][:_MOST_CANDIDATES].tolist():
            ref = ObjectRef("cable", int(table.ids[place]))
            text = " → ".join(" ".join(table.end_text(place, far=far)) for far in (False, True))
            detail = f"{word} {ref.id} · {table.media[int(table.medium[place])]}".removesuffix(" · ")
            run = partial(self._window.show_object, ref)
            known = f"{word} {ref.id} {table.interface(place)} {table.networks[int(table.network[place])]}"
            items.append(PaletteItem(f"cable:{ref.id}", text, run, detail=detail, icon="cable", keywords=known))
        return items

    def power(self, query: str) -> Sequence[PaletteItem]:
        """Sources, panels, feeds, air, loops and their units by name, or by kind and name: "feed A01"."""
        session = self._window.session
        if not session.is_open or not query:
            return ()
        from gpudesk.core.cooling.cooling_kinds import KIND_NAMES
        from gpudesk.core.power.power_kinds import PowerNodeKind
        from gpudesk.ui.toolkit.code_labels import power_node_name

        letters, items = fold("".join(query.split())), []
        kinds = {
            "power_node": [power_node_name(kind.name.lower()) for kind in PowerNodeKind],
            "cooling_node": [power_node_name(kind) for kind in KIND_NAMES],
        }
        for table, above, icon in (("power_node", "fed_by_id", "power"), ("cooling_node", "supplies_id", "kind-cooling")):
            rows = session.snapshot[table]
            over = rows.positions(rows[above])
            for place, (name, kind) in enumerate(zip(rows["name"], rows["kind"].tolist(), strict=True)):
                words = kinds[table][kind]
                if not _in_order(letters, fold(f"{words} {name} {words}")):
                    continue
                detail = words if over[place] < 0 else f"{words} · {rows['name'][over[place]]}"
                ref = ObjectRef(table, int(rows.ids[place]))
                run = partial(self._window.show_object, ref)
                items.append(PaletteItem(f"{table}:{ref.id}", str(name), run, detail=detail, icon=icon, keywords=f"{words} {name}"))
                if len(items) == _MOST_CANDIDATES:
                    return items
        return items

    def floor_items(self, query: str) -> Sequence[PaletteItem]:
        """Columns, doors, routes and the like by their name or kind."""
        session = self._window.session
        if not session.is_open or not query:
            return ()
        from gpudesk.ui.panels.words.floor_item_labels import kind_name

        rows, halls = session.snapshot["floor_item"], session.snapshot["hall"]
        items = []
        for row_id, name, kind, hall_id in zip(
            rows.ids.tolist(), rows["name"], rows["kind"].tolist(), rows["hall_id"].tolist(), strict=True
        ):
            ref, words = ObjectRef("floor_item", row_id), kind_name(kind)
            if _in_order(fold("".join(query.split())), fold(f"{name} {words}")):
                detail = f"{words} · {halls['name'][halls.position(hall_id)]}"
                run = partial(self._go_on_floor, ref)
                items.append(PaletteItem(f"floor_item:{row_id}", str(name), run, detail=detail, icon="hall", keywords=words))
            if len(items) == _MOST_CANDIDATES:
                break
        return items

    def parts(self, query: str) -> Sequence[PaletteItem]:
        """Parts: placed in the drawing, or their sheets in the catalog if it is shown or they cannot be placed."""
        if not query:
            return ()
        from gpudesk.catalog.catalog import open_catalog
        from gpudesk.ui.panels.catalog.catalog_rows import can_be_placed

        window = self._window
        items = []
        for hit in open_catalog().search(query, limit=12):
            kind = open_catalog().get(hit.key)
            to_sheet = window.place == "catalog" or not (can_be_placed(kind) and window.session.writable)
            does = (
                _said(QT_TRANSLATE_NOOP("Palette", "Show its data sheet")) if to_sheet else _said(QT_TRANSLATE_NOOP("Palette", "Place it"))
            )
            run = partial(self._show if to_sheet else self._place, hit.key)
            items.append(
                PaletteItem(
                    f"part:{hit.key}", tr_type_name(kind.title), run, detail=f"{does} · {kind.described_in(language())}", icon="catalog"
                )
            )
        return items

    def _item(self, table: str, rows: "Columns", place: int, detail: str, icon: str) -> PaletteItem:
        ref = ObjectRef(table, int(rows.ids[place]))
        words = " ".join(str(rows[name][place]) for name in ("serial", "asset"))
        return PaletteItem(f"{table}:{ref.id}", str(rows["name"][place]), lambda: self._go(ref), detail=detail, icon=icon, keywords=words)

    def _on_floor(self, ref: ObjectRef, text: str, detail: str, icon: str, keywords: str = "") -> PaletteItem:
        return PaletteItem(f"{ref.table}:{ref.id}", text, partial(self._go_on_floor, ref), detail=detail, icon=icon, keywords=keywords)

    def _go_on_floor(self, ref: ObjectRef) -> None:
        self._window.go("floor")
        self._window.floor.go_to(ref)

    def _go(self, ref: ObjectRef) -> None:
        """Show it in the current place: in the drawing of networks or on the floor if shown, else in the elevation."""
        fabric = self._window.shown_fabric
        if fabric is not None and ref.table == "device" and fabric.view.spot(ref.id) is not None:
            fabric.go_to(ref)
            return
        floor = self._window.shown_floor
        if floor is not None and floor.stands(ref):
            floor.go_to(ref)
            return
        self._window.go("rack")
        self._window.rack.go_to(ref)

    def _show(self, key: str) -> None:
        self._window.go("catalog")
        self._window.catalog.go_to(key)

    def _place(self, key: str) -> None:
        floor = self._window.shown_floor
        if floor is not None and floor.takes(key):
            floor.place_by_keys(key)
            return
        self._window.go("rack")
        self._window.rack.place_by_keys(key)


def _named(rows: "Columns", query: str) -> Iterator[int]:
    """The places of rows in whose name, serial or asset the letters of the query occur in order; at most some hundred."""
    letters = fold("".join(query.split()))
    match_count = 0
    for place, texts in enumerate(zip(rows["name"], rows["serial"], rows["asset"], strict=True)):
        if any(text and _in_order(letters, fold(text)) for text in texts):
            yield place
            match_count += 1
            if match_count == _MOST_CANDIDATES:
                return


def _in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
