"""The colors of drawn hardware, from `resources/look/hardware.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from PySide6.QtGui import QColor

from gpudesk import locate
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.ui.toolkit.theme.tokens import Theme, load_themes

_PAINTED = 0.2
"""From this saturation on a bezel is painted; below it is bare metal of one gray or another."""
_DARK = 0.29
"""The maximum lightness of a block: light text is drawn on it."""


@dataclass(frozen=True, slots=True)
class Skin:
    """Tones of metal and of inset parts, and the network and rail colors drawn on it.

    Attributes:
        flat: drawn in lines on black, without tones (high contrast).
        signals: the theme whose rail and network colors are legible on this metal.
    """

    outline: QColor
    chassis: QColor
    panel: QColor
    raised: QColor
    recess: QColor
    well: QColor
    light_edge: QColor
    dark_edge: QColor
    line: QColor
    detail: QColor
    bright: QColor
    screw: QColor
    plate: QColor
    ink: QColor
    quiet_ink: QColor
    free: QColor
    lamp: QColor
    lamp_off: QColor
    contact: QColor
    flat: bool
    signals: Theme

    def network(self, name: str) -> QColor | None:
        """The color of a network or feed, None for a name that has none."""
        color = getattr(self.signals.network, name, None)
        return color if isinstance(color, QColor) else None


def skin(current: Theme) -> Skin:
    """The skin of a theme."""
    return _skin(current.name == "contrast")


def metal() -> Skin:
    """The skin of the light and the dark theme."""
    return _skin(False)


@cache
def _skin(flat: bool) -> Skin:
    body = _document()["lines" if flat else "metal"]
    tones = {part.name: _colour(body[part.name]) for part in fields(Skin) if part.name not in ("flat", "signals")}
    # Hardware is dark in every theme, so what is on it takes the colors made for a dark ground.
    return Skin(**tones, flat=flat, signals=load_themes()["contrast" if flat else "dark"])


def block_colour(kind: HardwareType) -> QColor:
    """The color of a device of that type at low zoom: that of its paint if specified, else that of its family."""
    families: Mapping[str, str] = _document()["families"]
    own = QColor(kind.colour) if kind.colour else QColor()
    if own.isValid() and own.hslSaturationF() >= _PAINTED:
        return QColor.fromHslF(own.hslHueF(), 0.85 * own.hslSaturationF(), min(own.lightnessF(), _DARK))
    return QColor(families.get(kind.family.value, families["server"]))


def _colour(text: str) -> QColor:
    """A color written #RRGGBB or #RRGGBBAA."""
    colour = QColor(text[:7])
    if len(text) == 9:
        colour.setAlpha(int(text[7:], 16))
    return colour


@cache
def _document() -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads(locate.resource("look", "hardware.json").read_text(encoding="utf-8"))
    return document
