"""The selection in the drawing of a network, and its highlights."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_path import Spot, Way, climb, reach, way_between, way_over
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.focus_ring_view import DraggedView
from gpudesk.ui.places.fabric.canvas.fabric_labels import spot_text
from gpudesk.ui.places.fabric.canvas.fabric_overlay import FabricHead, FabricOverlay
from gpudesk.ui.places.fabric.canvas.fabric_scene import LEFT_PX, RIGHT_PX, FabricScene
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("FabricSelecting")

_MOST_LIT = 60_000
_MOST_CHOSEN, _MOST_HOPS, _MOST_ON_WAY = 64, 6, 8


class FabricSelecting(DraggedView):
    """The selection of a drawing of a network.

    Attributes:
        scene: the drawn content.
        rail: rail of the selection's path.
        lights: "path" highlights the path of the selection, "reach" everything it reaches, "none" nothing.
    """

    chosen = Signal(list, list)
    """Ids of devices and of cables that are selected now."""

    _marks: FabricOverlay

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = FabricScene()
        self._marks = FabricOverlay(self.scene)
        self.head = FabricHead(self.scene)
        self.rail = 0
        self.lights = "path"
        self._devices: tuple[int, ...] = ()
        self._cables: tuple[int, ...] = ()

    def show_unit(self, unit: int | None) -> None:
        """Fit one unit in the view; None for all."""
        boxes = self.scene.boxes
        if unit is None or boxes is None or not 0 <= unit < len(boxes.unit):
            self.fit()
            return
        left, right = boxes.unit[unit].tolist()
        self.fit(Bounds(left - 4, 0.0, right + 4, 0.0))

    def unit_in_view(self) -> int | None:
        """The unit that fills the view, None where several are seen."""
        boxes, seen = self.scene.boxes, self.camera.seen
        if boxes is None or not len(boxes.unit):
            return None
        inside = (boxes.unit[:, 0] < seen.right) & (boxes.unit[:, 1] > seen.left)
        middle = (seen.left + seen.right) / 2
        visible_units = np.flatnonzero(inside)
        near = [number for number in visible_units.tolist() if boxes.unit[number, 0] <= middle <= boxes.unit[number, 1]]
        share = (min(boxes.unit[near[0], 1], seen.right) - max(boxes.unit[near[0], 0], seen.left)) / (seen.right - seen.left) if near else 0
        return int(near[0]) if near and share > 0.8 else None

    @property
    def devices(self) -> tuple[int, ...]:
        """Ids of the selected devices, in the order of selection."""
        return self._devices

    @property
    def cables(self) -> tuple[int, ...]:
        """Ids of the selected cables."""
        return self._cables

    def bring_into_view(self) -> None:
        """Show the unit of the first selected device, or of the lower end of the cable, if it is outside the view."""
        diagram = self.scene.diagram
        if diagram is None:
            return
        spot = next((spot for key in self._devices if (spot := self.spot(key)) is not None), None)
        links: Ids = self._selected_links() if spot is None else np.empty(0, np.int64)
        if len(links):
            spot = int(diagram.tier_a[links[0]]), int(diagram.a[links[0]])
        if spot is None or spot[0] > 1:
            return
        row = next((row for row in self.scene.rows(self.camera)[0] if row.tier == spot[0]), None)
        if row is None:
            return
        number = int(diagram.numbers(spot[0], row.level, np.array([spot[1]]))[0])
        if not LEFT_PX <= float(row.x[number]) <= self.width() - RIGHT_PX:
            self.show_unit(int(diagram.tiers[spot[0]].group[spot[1]]))

    def select(self, devices: Sequence[int], cables: Sequence[int] = (), *, tell: bool = True) -> None:
        """Select exactly these."""
        chosen = tuple(dict.fromkeys(devices)), tuple(dict.fromkeys(cables))
        if chosen == (self._devices, self._cables):
            return
        self._devices, self._cables = chosen
        self._light()
        self.invalidate()
        if tell:
            self.chosen.emit(list(self._devices), list(self._cables))

    def set_lights(self, lights: str) -> None:
        """Light the path of the selection, all that it reaches, or nothing."""
        self.lights = lights
        self._light()
        self.invalidate()

    def set_rail(self, rail: int) -> None:
        """Set the rail for the path of the selection."""
        self.rail = rail
        self._light()
        self.invalidate()

    def spot(self, device_id: int) -> Spot | None:
        """Tier and number of a drawn device."""
        diagram = self.scene.diagram
        if diagram is None or not diagram.snapshot["device"].has(device_id):
            return None
        place = diagram.snapshot["device"].position(device_id)
        return None if diagram.tier_of[place] == ABSENT else (int(diagram.tier_of[place]), int(diagram.item_of[place]))

    def go_to_device(self, device_id: int) -> bool:
        """Select a device and bring it into view, close enough to distinguish it from its neighbors; false if it is not drawn."""
        spot = self.spot(device_id)
        if spot is None:
            return False
        self.select((device_id,))
        self.reveal_spot(spot)
        return True

    def reveal_spot(self, spot: Spot) -> None:
        """Bring a device into view: its unit if it has one."""
        diagram, boxes = self.scene.diagram, self.scene.boxes
        if diagram is None or boxes is None or spot[0] > 1:
            return
        unit = int(diagram.tiers[spot[0]].group[spot[1]])
        row = next((row for row in self.scene.rows(self.camera)[0] if row.tier == spot[0]), None)
        seen, (left, right) = self.camera.seen, boxes.unit[unit].tolist()
        if row is None or row.level or left < seen.left - 1 or right > seen.right + 1:
            self.show_unit(unit)

    def _light(self) -> None:
        """Calculate the highlights of the selection, and the path as text."""
        diagram, scene = self.scene.diagram, self.scene
        empty: Ids = np.empty(0, np.int64)
        scene.lit, scene.path, self._marks.path_links, self.head.hops = empty, (), (), ()
        self._marks.selected = ()
        if diagram is None:
            return
        devices = diagram.snapshot["device"]
        self._marks.selected = tuple(devices.position(key) for key in self._devices if devices.has(key))
        spots = [spot for key in self._devices if (spot := self.spot(key)) is not None]
        links = self._selected_links()
        if self.lights == "none" or not (spots or len(links)):
            self._tell()
            return
        way = self._way(spots, links)
        if len(spots) <= _MOST_CHOSEN:
            lit = reach(diagram, spots) if self.lights == "reach" else self._direct(spots)
            scene.lit = np.union1d(lit, links)[:_MOST_LIT]
        if way is not None and len(way.spots) > 1:
            scene.path = tuple(int(diagram.tiers[tier].place[item]) for tier, item in way.spots)
            self._marks.path_links = way.links
            self.head.hops = tuple(self._hop_name(way, number) for number in range(len(way.spots)))
        self._tell()

    def _direct(self, spots: list[Spot]) -> Ids:
        diagram = self.scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        link_groups = [links for tier, item in spots for links in (diagram.links_up(tier, item), diagram.links_down(tier, item))]
        return np.unique(np.concatenate(link_groups)) if link_groups else np.empty(0, np.int64)

    def _selected_links(self) -> Ids:
        diagram = self.scene.diagram
        if diagram is None or not self._cables:
            return np.empty(0, np.int64)
        cables = diagram.snapshot["cable"]
        ids = np.array([key for key in self._cables if cables.has(key)], np.int64)
        if not len(ids):
            return ids
        known, link = diagram.cable_links
        places = cables.positions(ids)
        at = np.minimum(np.searchsorted(known, places), max(len(known) - 1, 0))
        return link[at[known[at] == places]] if len(known) else np.empty(0, np.int64)

    def _way(self, spots: list[Spot], links: Ids) -> Way | None:
        """The path of the selection: over the cable, from the one device up, or from device to device."""
        diagram = self.scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        if len(links) and not spots:
            return way_over(diagram, int(links[0])) if len(links) <= _MOST_ON_WAY else None
        if len(spots) == 1:
            return climb(diagram, spots[0], self.rail) if spots[0][0] == 0 else None
        if not 2 <= len(spots) <= _MOST_HOPS:
            return None
        whole = Way((spots[0],), ())
        for target in spots[1:]:
            part = way_between(diagram, whole.spots[-1], target, self.rail)
            if part is None:
                return whole
            whole = Way((*whole.spots, *part.spots[1:]), (*whole.links, *part.links))
        return whole

    def _hop_name(self, way: Way, number: int) -> str:
        """A device of the path, with its upward port for a node."""
        diagram = self.scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        tier, item = way.spots[number]
        name = diagram.name(tier, item)
        if number or tier or not way.links or diagram.cable[way.links[0]] == ABSENT:
            return name
        cables, place = diagram.snapshot["cable"], int(diagram.cable[way.links[0]])
        is_a_side = int(cables["a_device_id"][place]) == diagram.device_id(tier, item)
        port = int(cables["a_port" if is_a_side else "b_port"][place])
        named = next((port_.name for port_ in diagram.type_of(tier, item).ports() if port_.index == port), "")
        return f"{name} {named}".strip()

    def _tell(self) -> None:
        """Keep the accessible description up to date."""
        diagram = self.scene.diagram
        if diagram is None or not (self._devices or self._cables):
            self.setAccessibleDescription(tr("Nothing selected"))
            return
        spot = self.spot(self._devices[-1]) if self._devices else None
        words = [] if spot is None else [spot_text(diagram, spot[0], 0, spot[1]).replace("\n", ", ")]
        self.setAccessibleDescription("; ".join([*words, " → ".join(self.head.hops)]).strip("; "))
