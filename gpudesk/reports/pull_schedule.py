"""The pull schedule: cables that run between the same two racks as one bundle, in the order in which one goes along the racks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import pi, sqrt

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.link_ends import Ends
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.placement import Mask
from gpudesk.derived.cable_routes import routes
from gpudesk.derived.rack_order import racks_by_row
from gpudesk.derived.way_plan import way_plan
from gpudesk.formats.tables import SheetCell
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.cable_lines import CableLines, stand_name
from gpudesk.reports.flow import Flow
from gpudesk.reports.page import Page
from gpudesk.reports.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.shapes import Align
from gpudesk.reports.sheet import Paper, Sheet
from gpudesk.reports.table import Cell, Column, Special, Table
from gpudesk.reports.wording import Wording

_TITLE = QT_TRANSLATE_NOOP("reports", "Pull schedule")
_PACKED = pi / 4
"""The share of a bundle's cross-section that round cables fill when they lie loosely: that of circles in squares (derived)."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Cables between two stands.

    Attributes:
        legs: as `CableLines` counts them.
        kinds: (network, model, length in mm or ABSENT) → how many cables.
        through: the names of the ways that it takes, from `near` to `far`; empty within a rack and where no way joins them.
        diameter_mm: of the bundle, None where the thickness of a cable is not known.
    """

    near: int
    far: int
    legs: Ids
    kinds: Mapping[tuple[str, str, int], int]
    through: tuple[str, ...]
    diameter_mm: float | None


def bundles(lines: CableLines) -> list[Bundle]:
    """The cables by the pair of racks that they join, as one goes along the rows; those within a rack before all that leave it."""
    rank = _ranks(lines.snapshot, np.union1d(lines.stands["a"], lines.stands["b"]))
    a, b = (np.array([rank[stand] for stand in lines.stands[side].tolist()], np.int64) for side in "ab")
    low, high = np.minimum(a, b), np.maximum(a, b)
    order = np.lexsort([high, high != low, low])
    if not len(order):
        return []
    breaks = np.flatnonzero((np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)) + 1
    stand_of = {place: stand for stand, place in rank.items()}
    groups = np.split(order, breaks)
    first = np.array([legs[0] for legs in groups], np.int64)
    through = _through(lines, first, (a > b)[first])
    return [
        _bundle(lines, stand_of[int(low[legs[0]])], stand_of[int(high[legs[0]])], legs, ways)
        for legs, ways in zip(groups, through, strict=True)
    ]


def pull_schedule(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """One table, a line for each kind of cable of each bundle."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)

    def pages() -> Iterator[Page]:
        lines = CableLines(subject.snapshot, choices, wording)
        flow = Flow(sheet, wording.say("reports", _TITLE))
        flow.paragraph(wording.say("reports", _HOW), 7.5)
        flow.space(2)
        nothing = wording.say("reports", QT_TRANSLATE_NOOP("reports", "No cable is laid in what was chosen."))
        rows: list[Sequence[Cell]] = [(Special.TICK_BOX, *cells) for cells in _cells(lines, wording)]
        flow.table(Table(_columns(wording), rows, empty=nothing))
        yield from flow.pages

    return Report(wording.say("reports", _TITLE), subject, wording, pages, phase=phase_words(choices.phase, wording))


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The same as a list."""
    lines = CableLines(subject.snapshot, choices, wording)
    heads = [wording.say("reports", head) for head, *_ in _HEADS]
    heads[5] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Length in m"))
    heads[8] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Bundle in mm"))
    rows: list[Sequence[SheetCell]] = [heads]
    for number, bundle in enumerate(bundles(lines), start=1):
        near, far = (stand_name(lines, stand) for stand in (bundle.near, bundle.far))
        for (network, model, length), count in bundle.kinds.items():
            rows.append(
                [
                    number,
                    near,
                    far,
                    network,
                    model,
                    None if length == ABSENT else length / 1000,
                    count,
                    " → ".join(bundle.through),
                    bundle.diameter_mm,
                ]
            )
    return {wording.say("reports", _TITLE): rows}


_HOW = QT_TRANSLATE_NOOP(
    "reports",
    "A bundle holds all cables between two racks. Its diameter supposes round cables that lie loosely; it is derived and no limit.",
)
_HEADS = (
    (QT_TRANSLATE_NOOP("reports", "Bundle"), 14.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "From"), 26.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "To"), 26.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Network"), 26.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Cable type"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Length"), 18.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Cables"), 16.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Through"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Bundle ⌀"), 17.0, Align.RIGHT),
)


def _columns(wording: Wording) -> list[Column]:
    tick = Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Pulled")), 13.0, Align.CENTRE)
    return [tick, *(Column(wording.say("reports", head), width, align, wrap=not width) for head, width, align in _HEADS)]


def _cells(lines: CableLines, wording: Wording) -> Iterator[tuple[str, ...]]:
    for number, bundle in enumerate(bundles(lines), start=1):
        names = [str(number), stand_name(lines, bundle.near), stand_name(lines, bundle.far)]
        through = " → ".join(bundle.through)
        thick = wording.quantity(bundle.diameter_mm, "mm", decimals=0, scale=False)
        for (network, model, length), count in bundle.kinds.items():
            words = "–" if length == ABSENT else wording.quantity(length / 1000, "m")
            yield (*names, network, model, words, wording.number(count), through, thick)
            names, through, thick = ["", "", ""], "", ""


def _bundle(lines: CableLines, near: int, far: int, legs: Ids, through: tuple[str, ...]) -> Bundle:
    snapshot, cables = lines.snapshot, lines.snapshot["cable"]
    rows = lines.legs[legs]
    assembly = cables["assembly"][rows]
    _, first = np.unique(np.where(assembly == ABSENT, -rows - 2, assembly), return_index=True)
    kept = legs[np.sort(first)]
    found = Counter((lines.network(leg), lines.model(leg), int(cables["length_mm"][lines.legs[leg]])) for leg in kept.tolist())
    kinds = dict(sorted(found.items(), key=lambda item: (item[0][0], item[0][1], -item[0][2])))
    return Bundle(near, far, legs, kinds, through, _diameter_mm(snapshot, cables["type_id"][lines.legs[kept]]))


def _through(lines: CableLines, legs: Ids, turned: Mask) -> list[tuple[str, ...]]:
    """The names of the ways of some legs, from the end "a", or from the end "b" of those that are turned."""
    snapshot, places = lines.snapshot, lines.places
    a, b = (
        Ends(
            snapshot["device"].ids[places.device[side][legs]], places.port[side][legs].astype(np.int32), *np.zeros((2, len(legs)), np.int32)
        )
        for side in "ab"
    )
    first, sections = routes(snapshot, a, b).sections()
    way = snapshot.cached(way_plan).network.way[sections]
    names = snapshot["pathway"]["name"].tolist()
    found = []
    for number, back in enumerate(turned.tolist()):
        taken = way[first[number] : first[number + 1]].tolist()
        one = tuple(name for name, _ in groupby(names[place] for place in taken if place != ABSENT))
        found.append(one[::-1] if back else one)
    return found


def _diameter_mm(snapshot: Snapshot, types: Ids) -> float | None:
    area = 0.0
    for type_id, count in zip(*np.unique(types, return_counts=True), strict=True):
        thick = None if type_id == ABSENT else snapshot.types[int(type_id)].number("outer_diameter_mm")
        if thick is None:
            return None
        area += int(count) * thick**2
    return sqrt(area / _PACKED)


def _ranks(snapshot: Snapshot, stands: Ids) -> dict[int, int]:
    """In which order one comes by: racks along their rows, then devices that stand by themselves."""
    racks = snapshot["rack"]
    inside = [int(racks.ids[place]) for group in racks_by_row(snapshot, np.arange(racks.rows)) for place in group.tolist()]
    wanted = set(stands.tolist())
    found = [stand for stand in inside if stand in wanted]
    found += sorted((stand for stand in wanted if stand < ABSENT), reverse=True)
    return {stand: place for place, stand in enumerate(found)}


KIND = Kind(
    "pull-schedule",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Which cables are pulled together between which racks: kinds, lengths and the thickness of each bundle"),
    pull_schedule,
    tables,
)
