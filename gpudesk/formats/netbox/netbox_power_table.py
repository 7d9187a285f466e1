"""The tables of power panels and power feeds that NetBox exports or imports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.formats.netbox.netbox_headers import number_of
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.formats.tables.table_rows import Line, folded_name

FEED_WORDS: Mapping[str, tuple[str, ...]] = {
    "type": ("primary", "redundant"),
    "supply": ("ac", "dc"),
    "phase": ("single-phase", "three-phase"),
}
"""The choices of a feed (PowerFeedTypeChoices, PowerFeedSupplyChoices, PowerFeedPhaseChoices, netbox/dcim/choices.py of 4.6.8)."""
FEED_FIGURES: Mapping[str, int] = {"voltage": 32_767, "amperage": 32_767, "max_utilization": 100}
"""Figures of a feed to the greatest that NetBox takes: volts, amperes, percent."""


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A power panel; `hall` is "" if it has no location, None if the file does not specify it."""

    line: Line
    name: str
    site: str
    hall: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class FeedRow:
    """A power feed.

    Attributes:
        panel: the panel above it.
        site: "" if the file does not specify it: NetBox lists the site of the rack.
        words: values of `FEED_WORDS`, as in the import form.
        figures: values of `FEED_FIGURES`.
    """

    line: Line
    name: str
    panel: str
    site: str
    number: int | None
    words: Mapping[str, str]
    figures: Mapping[str, int]


@dataclass(slots=True)
class PowerTables:
    """Parsed power tables."""

    panels: list[PanelRow] = field(default_factory=list)
    feeds: list[FeedRow] = field(default_factory=list)


def panels_of(lines: Sequence[Line], faults: list[Fault]) -> list[PanelRow]:
    """The panels of some lines."""
    panels = []
    for line in lines:
        cells = {key: text.strip() for key, text in line.cells.items()}
        if not _is_name(line, "panel", cells["panel"], faults):
            continue
        panels.append(PanelRow(line, cells["panel"], cells.get("site", ""), cells.get("hall"), number_of(line)))
    return panels


def feeds_of(lines: Sequence[Line], faults: list[Fault]) -> list[FeedRow]:
    """The feeds of some lines."""
    feeds = []
    for line in lines:
        before = len(faults)
        cells = {key: text.strip() for key, text in line.cells.items()}
        _is_name(line, "feed", cells["feed"], faults)
        words, figures = {}, {}
        for key, choices in FEED_WORDS.items():
            if cells.get(key):
                word = folded_name(cells[key]).replace(" ", "-")
                if word not in choices:
                    text = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
                    faults.append(line.fault(key, text, value=cells[key][:40], words=choices))
                words[key] = word
        for key, most in FEED_FIGURES.items():
            figure = cells.get(key, "").removesuffix("%").strip()
            if figure:
                if not figure.isdecimal() or not 1 <= int(figure[:9]) <= most:
                    text = QT_TRANSLATE_NOOP("tables", "{value} is not a whole number from {low} to {high}.")
                    faults.append(line.fault(key, text, value=figure[:40], low=1, high=most))
                    continue
                figures[key] = int(figure)
        if len(faults) == before:
            feeds.append(FeedRow(line, cells["feed"], cells["panel"], cells.get("site", ""), number_of(line), words, figures))
    return feeds


def _is_name(line: Line, key: str, text: str, faults: list[Fault]) -> bool:
    bound = TEXT_BOUNDS["name"]
    if not text:
        faults.append(line.fault(key, QT_TRANSLATE_NOOP("tables", "the name is missing.")))
    elif len(text) > bound.most or not text.isprintable():
        faults.append(line.fault(key, bound.says, context="texts", most=bound.most))
    else:
        return True
    return False
