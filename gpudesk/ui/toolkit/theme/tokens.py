"""The design tokens as typed values.

`resources/look/tokens.json` is the one place where a color or a size of the interface is written down; this module
reads it once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from PySide6.QtGui import QColor

from gpudesk import locate

THEME_NAMES = ("light", "dark", "contrast")
SEVERITIES = ("error", "warning", "info", "ok")


@dataclass(frozen=True, slots=True)
class SurfaceColours:
    """Backgrounds: `canvas` for the drawing area, `panel` for tools, `raised` and `overlay` in front, `sunken` behind."""

    canvas: QColor
    panel: QColor
    raised: QColor
    overlay: QColor
    sunken: QColor
    field: QColor


@dataclass(frozen=True, slots=True)
class BorderColours:
    """Lines: `subtle` between rows, `default` around controls and docks, `strong` around drawn objects."""

    subtle: QColor
    default: QColor
    strong: QColor


@dataclass(frozen=True, slots=True)
class TextColours:
    """Inks of text, from most to least important, and the ink on an accent fill."""

    primary: QColor
    secondary: QColor
    tertiary: QColor
    disabled: QColor
    on_accent: QColor
    link: QColor


@dataclass(frozen=True, slots=True)
class SeverityColours:
    """The ink and the tinted background of one severity; its shape is drawn by `widgets.marks`."""

    colour: QColor
    surface: QColor


@dataclass(frozen=True, slots=True)
class NetworkColours:
    """Colors of networks and feeds in plans."""

    compute: QColor
    storage: QColor
    in_band: QColor
    out_of_band: QColor
    power_a: QColor
    power_b: QColor


@dataclass(frozen=True, slots=True)
class Theme:
    """Every color of one theme.

    Attributes:
        series: colors to distinguish series in a chart.
        rail, network: colors of rails and of kinds of networks; the open project can set other rail colors.
        of_networks: network colors set by the open project, by network id.
    """

    name: str
    surface: SurfaceColours
    border: BorderColours
    text: TextColours
    accent: QColor
    accent_pressed: QColor
    selection: QColor
    selection_line: QColor
    hover: QColor
    focus_ring: QColor
    grid: QColor
    grid_major: QColor
    severity: Mapping[str, SeverityColours]
    heat: tuple[QColor, ...]
    heat_text: tuple[QColor, ...]
    series: tuple[QColor, ...]
    rail: tuple[QColor, ...]
    network: NetworkColours
    of_networks: Mapping[int, QColor] = field(default_factory=dict)

    @property
    def is_dark(self) -> bool:
        """Whether text is lighter than its ground."""
        return self.name != "light"


@dataclass(frozen=True, slots=True)
class TypeStep:
    """One step of the type scale: height of the face and of the line in px at 96 dpi, weight 400 or 600."""

    px: int
    line: int
    weight: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes, radii, line widths (px) and durations (ms), by the names of tokens.json."""

    size: Mapping[str, int]
    radius: Mapping[str, int]
    line: Mapping[str, float]
    motion_ms: Mapping[str, int]
    spacing: tuple[int, ...]
    type_scale: Mapping[str, TypeStep]
    family: str


@cache
def load_themes() -> Mapping[str, Theme]:
    """The three themes by name."""
    themes = _document()["themes"]
    return {name: _theme(name, themes[name]) for name in THEME_NAMES}


@cache
def load_metrics() -> Metrics:
    """Everything of the tokens that does not depend on the theme."""
    document = _document()
    motion = {name.removesuffix("_ms"): value for name, value in document["motion"].items() if name.endswith("_ms")}
    scale = {name: TypeStep(step["px"], step["line"], step["weight"]) for name, step in document["type"]["scale"].items()}
    return Metrics(
        size=document["size"],
        radius=document["radius"],
        line=document["line"],
        motion_ms=motion,
        spacing=tuple(document["spacing"]["scale"]),
        type_scale=scale,
        family=document["type"]["family"],
    )


def stated_contrast(theme_name: str) -> Mapping[str, float]:
    """The contrast ratios that the tokens promise for one theme, by "ink on ground"."""
    stated = _document()["themes"][theme_name]["contrast"]
    return {pair: ratio for pair, ratio in stated.items() if isinstance(ratio, float | int)}


@cache
def _document() -> dict[str, Any]:
    text = locate.resource("look", "tokens.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def _theme(name: str, body: dict[str, Any]) -> Theme:
    return Theme(
        name=name,
        surface=SurfaceColours(**_colours(body["surface"])),
        border=BorderColours(**_colours(body["border"])),
        text=TextColours(**_colours(body["text"])),
        accent=QColor(body["accent"]),
        accent_pressed=QColor(body["accent_pressed"]),
        selection=QColor(body["selection"]),
        selection_line=QColor(body["selection_line"]),
        hover=QColor(body["hover"]),
        focus_ring=QColor(body["focus_ring"]),
        grid=QColor(body["grid"]),
        grid_major=QColor(body["grid_major"]),
        severity={
            severity: SeverityColours(QColor(body["severity"][severity]["colour"]), QColor(body["severity"][severity]["surface"]))
            for severity in SEVERITIES
        },
        heat=tuple(QColor(colour) for colour in body["heat"]),
        heat_text=tuple(QColor(colour) for colour in body["heat_text"]),
        series=tuple(QColor(colour) for colour in body["rail"]),
        rail=tuple(QColor(colour) for colour in body["rail"]),
        network=NetworkColours(**_colours(body["network"])),
    )


def _colours(body: dict[str, str]) -> dict[str, QColor]:
    return {name: QColor(value) for name, value in body.items()}
