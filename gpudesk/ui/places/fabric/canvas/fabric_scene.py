"""Content and layout of a network drawing: tiers as rows, of which only the width is zoomed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.derived.fabric.fabric_tiers import Strands
from gpudesk.ui.canvas.camera import Camera

Findings = Mapping[str, Mapping[int, Severity]]
NODE_STEP, LEAF_STEP, LEAST_UNIT, UNIT_GAP, POD_GAP = 31.0, 123.0, 200.0, 24.0, 64.0
"""Widths of the drawing at scale 1: a node, a leaf, the narrowest unit, and what parts units and pods."""
LEFT_PX, RIGHT_PX, TOP_PX, FOOT_PX = 44.0, 16.0, 48.0, 58.0
"""Space kept free around the tiers: names of tiers, the header, and the names of units."""
CARD_PX, SMALL_PX, BAR_PX = 92.0, 24.0, 4.0
"""Minimum distances for devices as cards with text, small cards, and bars; below these they are grouped."""
CARD_HIGH, NODE_HIGH = 36.0, 34.0
WIDEST_PX = 180.0
_MARKED = (Severity.ERROR, Severity.WARNING)
_MOST_SINGLE = 640
"""Above this number of strands between two tiers, fewer and thicker ones are drawn."""


class Look(IntEnum):
    """Drawing style of the objects in a row."""

    BAR = 0
    SMALL = 1
    CARD = 2


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One tier as drawn.

    Attributes:
        tier: its number.
        level: 0 draws devices, 1 their groups, 2 their pods.
        look: drawing style.
        x, wide: center and width of all objects in it in px, including those out of view.
        first, last: the visible part.
        top, high: in px.
    """

    tier: int
    level: int
    look: Look
    x: Reals
    wide: Reals
    first: int
    last: int
    top: float
    high: float

    @property
    def bottom(self) -> float:
        """Its lower edge in px."""
        return self.top + self.high

    def rects(self, numbers: Ids) -> Reals:
        """Rectangles of its objects, in whole px, shape (n, 4)."""
        x, half = self.x[numbers], self.wide[numbers] / 2
        pixel_rects = np.empty((len(x), 4))
        np.rint(x - half, out=pixel_rects[:, 0])
        pixel_rects[:, 1] = self.top
        np.maximum(np.rint(x + half) - pixel_rects[:, 0], 1.0, out=pixel_rects[:, 2])
        pixel_rects[:, 3] = self.high
        return pixel_rects

    def rect(self, number: int) -> tuple[float, float, float, float]:
        """Rectangle of one of its objects, in whole px."""
        left, top, wide, high = self.rects(np.array([number])).tolist()[0]
        return left, top, wide, high


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """The strands drawn between two rows.

    Attributes:
        low, high: the rows.
        low_level, high_level: grouping level of their ends.
        strands: all of them; `seen`: the visible ones.
        low_x, high_x: end positions of each visible strand, in px.
    """

    low: Row
    high: Row
    low_level: int
    high_level: int
    strands: Strands
    seen: slice
    low_x: Reals
    high_x: Reals

    def __len__(self) -> int:
        return len(self.low_x)


class Boxes:
    """Positions of units and pods along the drawing, in steps.

    Attributes:
        unit, pod: left and right end, shape (units, 2) and (pods, 2).
        width: total width.
        held: for each tier, the container of its devices (a unit, a pod, the site), and their position in it, in device widths.
        count: for each tier, the number of devices in these, at least 1.
    """

    def __init__(self, diagram: FabricDiagram) -> None:
        nodes, leaves = (np.diff(diagram.tiers[tier].group_first) for tier in (0, 1))
        wide = np.maximum(np.maximum(nodes * NODE_STEP, leaves * LEAF_STEP), LEAST_UNIT)
        # A box of switches without connections need not be as long as all of them side by side.
        wide = np.where(nodes == 0, np.minimum(wide, 8 * LEAF_STEP), wide)
        gap = np.full(diagram.units, UNIT_GAP)
        gap[1:][diagram.unit_pod[1:] != diagram.unit_pod[:-1]] = POD_GAP
        gap[:1] = 0.0
        left = np.cumsum(gap) + np.cumsum(wide) - wide
        self.unit = np.stack([left, left + wide], axis=1)
        self.pod = np.zeros((diagram.pods, 2))
        end = float(self.unit[-1, 1]) if len(self.unit) else 0.0
        for pod in range(diagram.pods):
            pod_units = np.flatnonzero(diagram.unit_pod == pod)
            if len(pod_units):
                self.pod[pod] = self.unit[pod_units[0], 0], self.unit[pod_units[-1], 1]
            else:
                self.pod[pod] = end + POD_GAP, end + POD_GAP + 4 * LEAF_STEP
                end = float(self.pod[pod, 1])
        self.width = max(end, LEAST_UNIT)
        self.world = np.array([[0.0, self.width]])
        self.held: list[tuple[Ids, Reals]] = []
        self.count: list[Ids] = []
        for tier, devices in enumerate(diagram.tiers):
            first = devices.group_first if tier <= 1 else devices.pod_first
            count = np.diff(first)
            parent = np.repeat(np.arange(len(count)), count)
            place = (np.arange(len(devices)) - first[parent]).astype(np.float64) + 0.5
            self.held.append((parent, place))
            self.count.append(np.maximum(count, 1))


@dataclass
class FabricScene:
    """The state that the layers of the drawing paint.

    Attributes:
        diagram: None while nothing is shown.
        findings: the weightiest severity of each device and cable.
        lit: links that are lit; the others are dim.
        path: devices from hop to hop, as places in the table `device`.
        colours: colors that the person chose for rails or networks, by their keys.
    """

    diagram: FabricDiagram | None = None
    findings: Findings = field(default_factory=dict)
    lit: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    path: tuple[int, ...] = ()
    boxes: Boxes | None = None
    _laid: tuple[object, ...] = ()
    _ended: Camera | None = None
    _ends: dict[tuple[int, int], tuple[Reals, Reals]] = field(default_factory=dict)
    _rows: tuple[list[Row], list[Bundle]] = field(default_factory=lambda: ([], []))

    def show(self, diagram: FabricDiagram | None, findings: Findings) -> None:
        """Show another drawing."""
        if diagram is not self.diagram:
            self.diagram = diagram
            self.boxes = None if diagram is None else Boxes(diagram)
            self.lit, self.path = np.empty(0, np.int64), ()
            self._laid, self._ended = (), None
        self.findings = findings
        self.__dict__.pop("marked", None)
        self.__dict__.pop("failing", None)

    @cached_property
    def marked(self) -> tuple[Ids, Mask]:
        """Table indexes of drawn devices with findings, and which of them have an error rather than a warning."""
        marked_devices = [] if self.diagram is None else [one for one in self.findings.get("device", {}).items() if one[1] in _MARKED]
        if self.diagram is None or not marked_devices:
            return np.empty(0, np.int64), np.empty(0, bool)
        devices = self.diagram.snapshot["device"]
        known = [(devices.position(key), severity is Severity.ERROR) for key, severity in marked_devices if devices.has(key)]
        places, graver = np.array([place for place, _ in known], np.int64), np.array([grave for _, grave in known], bool)
        drawn = self.diagram.tier_of[places] != ABSENT
        return places[drawn], graver[drawn]

    @cached_property
    def failing(self) -> Ids:
        """The links of which something is wrong."""
        severity_of_cable = self.findings.get("cable", {})
        if self.diagram is None or not severity_of_cable:
            return np.empty(0, np.int64)
        cables = self.diagram.snapshot["cable"]
        wrong = [key for key, severity in severity_of_cable.items() if severity in _MARKED and cables.has(key)]
        places = np.sort(cables.positions(np.array(wrong, np.int64)))
        known, link = self.diagram.cable_links
        if not len(known):
            return np.empty(0, np.int64)
        at = np.minimum(np.searchsorted(known, places), len(known) - 1)
        found_links: Ids = link[at[known[at] == places]]
        return found_links

    # where things are

    def rows(self, camera: Camera) -> tuple[list[Row], list[Bundle]]:
        """The rows from the nodes up and the strands between them, for a view."""
        key = (self.diagram, camera)
        if self._laid != key:
            self._laid = key
            self._rows = self._lay_out(camera)
        return self._rows

    def _lay_out(self, camera: Camera) -> tuple[list[Row], list[Bundle]]:
        diagram = self.diagram
        if diagram is None:
            return [], []
        shown = [tier for tier in range(len(diagram.tiers)) if len(diagram.tiers[tier])]
        rows: list[Row] = []
        room = max(camera.height - TOP_PX - FOOT_PX - CARD_HIGH, 1.0)
        for place, tier in enumerate(shown):
            top = TOP_PX + (room if len(shown) == 1 else room * (1 - place / (len(shown) - 1)))
            rows.append(self._row(camera, tier, round(top)))
        by_tier = {row.tier: row for row in rows}
        bundles = [self._bundle(by_tier[low], by_tier[high], camera) for low, high in diagram.pairs]
        return rows, bundles

    def ends(self, camera: Camera, tier: int, level: int) -> tuple[Reals, Reals]:
        """Center and width of all objects of a tier at a level, in px; upper tiers stay in view as long as their container is."""
        if self._ended != camera:
            self._ended, self._ends = camera, {}
        tier_ends = self._ends.get((tier, level))
        if tier_ends is None:
            tier_ends = self._ends[tier, level] = self._end(camera, tier, level)
        return tier_ends

    def _end(self, camera: Camera, tier: int, level: int) -> tuple[Reals, Reals]:
        diagram, boxes = self.diagram, self.boxes
        assert diagram is not None  # noqa: S101 - narrows the type
        assert boxes is not None  # noqa: S101 - narrows the type
        if level == 2 or (level == 1 and tier <= 1):
            spans = boxes.world if tier == 3 else boxes.pod if level == 2 else boxes.unit
            left, right = _clamped(camera, spans, keep=tier > 0)
            return (left + right) / 2, np.maximum(right - left, 1.0)
        left, pitch = self._pitches(camera, tier)
        parent, place = boxes.held[tier]
        if level == 1:
            first, last = diagram.tiers[tier].group_first[:-1], diagram.tiers[tier].group_first[1:] - 1
            begin = left[parent[first]] + (place[first] - 0.5) * pitch[parent[first]]
            end = left[parent[last]] + (place[last] + 0.5) * pitch[parent[last]]
            return (begin + end) / 2, end - begin
        wide = _without_gap(pitch)
        return left[parent] + place * pitch[parent], wide[parent]

    def _pitches(self, camera: Camera, tier: int) -> tuple[Reals, Reals]:
        """Start positions of a tier's containers, in px, and the distance of their devices."""
        assert self.boxes is not None  # noqa: S101 - narrows the type
        spans = self.boxes.unit if tier <= 1 else self.boxes.pod if tier == 2 else self.boxes.world
        left, right = _clamped(camera, spans, keep=tier > 0)
        return left, (right - left) / self.boxes.count[tier]

    def _row(self, camera: Camera, tier: int, top: float) -> Row:
        high = NODE_HIGH if tier == 0 else CARD_HIGH
        # Devices that are narrower than that everywhere need not be laid out one by one.
        for level in range(int(self._pitches(camera, tier)[1].max(initial=0.0) < BAR_PX - 1), 3):
            x, wide = self.ends(camera, tier, level)
            first, last = _in_view(camera, x, wide)
            last = max(last, first + 1)
            seen = wide[first:last]
            mean = float(np.partition(seen, len(seen) // 2)[len(seen) // 2]) if len(seen) else 0.0
            if mean >= BAR_PX - 1 or level == 2:
                look = Look.CARD if mean >= CARD_PX - 16 else Look.SMALL if mean >= SMALL_PX - 4 else Look.BAR
                return Row(tier, level, look, x, wide, first, min(last, len(x)), top, high)
        raise AssertionError

    def _bundle(self, low: Row, high: Row, camera: Camera) -> Bundle:
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        for low_level, high_level in _coarser(low.level, high.level):
            strands = diagram.strands(low.tier, low_level, high.tier, high_level)
            low_x, low_wide = self.ends(camera, low.tier, low_level)
            begin, end = np.searchsorted(strands.low, _in_view(camera, low_x, low_wide)).tolist()
            if end - begin <= _MOST_SINGLE or (low_level, high_level) == (2, 2):
                break
        high_x, high_wide = self.ends(camera, high.tier, high_level)
        seen = slice(begin, end)
        low_at, high_at = strands.low[seen], strands.high[seen]
        return Bundle(
            low,
            high,
            low_level,
            high_level,
            strands,
            seen,
            low_x[low_at] + (strands.low_share[seen] - 0.5) * spread(low_wide[low_at], 0),
            high_x[high_at] + (strands.high_share[seen] - 0.5) * spread(high_wide[high_at], high_level),
        )

    # what is where

    def at(self, camera: Camera, x: float, y: float) -> tuple[int, int, int] | None:
        """Tier, level and number of the object at a point of the view."""
        for row in self.rows(camera)[0]:
            if row.top - 3 <= y < row.bottom + 3 and row.last > row.first:
                near = row.first + int(np.argmin(np.abs(row.x[row.first : row.last] - x)))
                reach = max(float(row.wide[near]) / 2, 3.0)
                return (row.tier, row.level, near) if abs(float(row.x[near]) - x) <= reach else None
        return None

    def strand_at(self, camera: Camera, x: float, y: float) -> tuple[Bundle, int] | None:
        """The strand at a point of the view."""
        best: tuple[float, Bundle, int] | None = None
        for bundle in self.rows(camera)[1]:
            top, bottom = bundle.high.bottom, bundle.low.top
            if not top < y < bottom or not len(bundle):
                continue
            at = strand_x(bundle.low_x, bundle.high_x, np.array((y - top) / (bottom - top)))
            near = int(np.argmin(np.abs(at - x)))
            off = abs(float(at[near]) - x)
            if off <= 4.0 and (best is None or off < best[0]):
                best = (off, bundle, bundle.seen.start + near)
        return None if best is None else best[1:]

    def devices_of(self, tier: int, level: int, number: int) -> Ids:
        """The ids of the devices represented by an object."""
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        devices = diagram.tiers[tier]
        if level == 0:
            items = np.array([number])
        else:
            first = devices.group_first if level == 1 else devices.pod_first
            items = np.arange(first[number], first[number + 1])
        device_ids: Ids = diagram.snapshot["device"].ids[devices.place[items]]
        return device_ids

    def links_of(self, bundle: Bundle, strand: int) -> Ids:
        """The links of a strand."""
        diagram = self.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        is_between_tiers = (diagram.tier_a == bundle.low.tier) & (diagram.tier_b == bundle.high.tier)
        low = diagram.numbers(bundle.low.tier, bundle.low_level, diagram.a[is_between_tiers]) == bundle.strands.low[strand]
        high = diagram.numbers(bundle.high.tier, bundle.high_level, diagram.b[is_between_tiers]) == bundle.strands.high[strand]
        links: Ids = np.flatnonzero(is_between_tiers)[low & high]
        return links


def _in_view(camera: Camera, x: Reals, wide: Reals) -> tuple[int, int]:
    """The first visible object, and the one after the last."""
    half = wide / 2
    seen = np.flatnonzero((x > -half) & (x < camera.width + half))
    return (int(seen[0]), int(seen[-1]) + 1) if len(seen) else (0, 0)


def _without_gap(pitch: Reals) -> Reals:
    """Drawn width of devices at this distance, in px."""
    gap = np.where(pitch >= CARD_PX, 16.0, np.where(pitch >= SMALL_PX, 4.0, np.minimum(1.0, pitch / 4)))
    return np.minimum(pitch - gap, WIDEST_PX)


def spread(wide: Reals, level: int) -> Reals:
    """Distance of strands that end in the same object, in px: grouped objects spread them over their full width."""
    return np.minimum(wide * 0.7, 0.7 * WIDEST_PX) if level == 0 else wide * 0.8


def strand_x(low_x: Reals, high_x: Reals, share: Reals) -> Reals:
    """Positions of strands at a fraction of the distance from the upper row down: broadcastable shapes."""
    return high_x + (low_x - high_x) * (share * share * (3 - 2 * share))


def _coarser(low: int, high: int) -> list[tuple[int, int]]:
    """By what ends are gathered, from the finest on."""
    steps = [(low, high)]
    while steps[-1] != (2, 2):
        low, high = steps[-1]
        steps.append((low + 1, high) if low <= high and low < 2 else (low, high + 1) if high < 2 else (low + 1, high))
    return steps


def _clamped(camera: Camera, spans: Reals, *, keep: bool) -> tuple[Reals, Reals]:
    """Ends of spans in px; with `keep` those that reach into the view end at its edge."""
    left, right = camera.x_px(spans[:, 0]), camera.x_px(spans[:, 1])
    if not keep:
        return left, right
    low, high = LEFT_PX, camera.width - RIGHT_PX
    inside: Mask = (left < high) & (right > low)
    return np.where(inside, np.maximum(left, low), left), np.where(inside, np.minimum(right, high), right)
