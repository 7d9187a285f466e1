"""The views of a type without a drawn face: its size from its facts or those of its form factor. Nothing is guessed."""

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.form_factors import CARD_SLOT_PITCH_MM, FormFactor, form_factor
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_quantity, split_quantity
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

_STRAIGHT = 0.5
"""Length of the straight cable before and after its bend, in radii."""


class Shape(Enum):
    """The kind of drawing."""

    CARD = auto()
    BRACKET = auto()
    MODULE = auto()
    FINNED = auto()
    PLATE = auto()
    RACK = auto()
    FOOTPRINT = auto()
    BEND = auto()


@dataclass(frozen=True, slots=True)
class View:
    """One view to scale.

    Attributes:
        title: its name and size.
        words: text drawn on it if there is room.
        parts: slots of a bracket, units of a rack, 0 if there are none.
        inner_mm: first unit of a rack above the floor, diameter of a cable.
    """

    shape: Shape
    title: str
    wide_mm: float
    high_mm: float
    words: str = ""
    parts: int = 0
    inner_mm: float = 0.0


def type_views(kind: HardwareType) -> tuple[list[View], str]:
    """The views of a type in addition to its faces, and their captions."""
    if kind.family is Family.RACK:
        return _rack(kind), ""
    if kind.family is Family.CABLE:
        return _cable(kind), ""
    length, high = kind.number("board_length_mm"), kind.number("board_height_mm")
    if length and high:
        return _card(kind, length, high), ""
    plugged = form_factor(kind.text("form_factor")) or form_factor(kind.text("cage"))
    if plugged is not None:
        text = QCoreApplication.translate("TypeFaces", "Size of the form factor, not of this type: {source} ({confidence})")
        return _module(kind, plugged), text.format(source=plugged.source, confidence=confidence_name(plugged.confidence))
    if kind.elements or kind.port_groups:
        return [], ""
    wide, tall = kind.number("width_mm"), kind.number("height_mm")
    if wide and tall:
        return [
            View(Shape.PLATE, _titled(QCoreApplication.translate("TypeFaces", "FRONT"), wide, tall), wide, tall, tr_type_name(kind.model))
        ], ""
    return [], "" if kind.family is Family.ACCESSORY else QCoreApplication.translate("TypeFaces", "Size not known")


def _rack(kind: HardwareType) -> list[View]:
    wide, deep, high = (kind.number(name) for name in ("outer_width_mm", "outer_depth_mm", "outer_height_mm"))
    views = []
    if wide and high:
        units = kind.number("units_u") or 0
        title = _titled(QCoreApplication.translate("TypeFaces", "FRONT"), wide, high)
        words = format_quantity(units, "U") if units else ""
        views.append(View(Shape.RACK, title, wide, high, words, int(units), kind.number("first_unit_mm") or 0.0))
    if wide and deep:
        views.append(View(Shape.FOOTPRINT, _titled(QCoreApplication.translate("TypeFaces", "From above"), wide, deep), wide, deep))
    return views


def _cable(kind: HardwareType) -> list[View]:
    radius, across = kind.number("bend_radius_mm"), kind.number("outer_diameter_mm")
    if not radius or not across:
        return []
    text = QCoreApplication.translate("TypeFaces", "Minimum bend: radius {radius}, diameter {diameter}")
    title = text.format(radius=format_quantity(radius, "mm"), diameter=format_quantity(across, "mm"))
    side = radius * (1 + _STRAIGHT) + across
    return [View(Shape.BEND, title, side, side, inner_mm=across)]


def _card(kind: HardwareType, length: float, high: float) -> list[View]:
    views = [
        View(Shape.CARD, _titled(QCoreApplication.translate("TypeFaces", "Side"), length, high), length, high, tr_type_name(kind.model))
    ]
    slots = int(kind.number("board_slots") or 0)
    if slots and not kind.elements and not kind.port_groups:
        text = (
            QCoreApplication.translate("TypeFaces", "1 slot")
            if slots == 1
            else QCoreApplication.translate("TypeFaces", "{count} {count|slot|slots}")
        )
        views.append(View(Shape.BRACKET, filled_text(text, count=slots), slots * CARD_SLOT_PITCH_MM, high, parts=slots))
    return views


def _module(kind: HardwareType, plugged: FormFactor) -> list[View]:
    translate = QCoreApplication.translate
    finned = any(end.heat_sink == "finned" for end in kind.ends)
    above = _titled(translate("TypeFaces", "From above"), plugged.length_mm, plugged.width_mm)
    shape = Shape.FINNED if finned else Shape.MODULE
    views = [View(shape, above, plugged.length_mm, plugged.width_mm, "" if finned else tr_type_name(kind.model))]
    if plugged.height_mm is not None:
        side = _titled(translate("TypeFaces", "Side"), plugged.length_mm, plugged.height_mm)
        views.append(View(Shape.MODULE, side, plugged.length_mm, plugged.height_mm))
    return views


def _titled(name: str, wide_mm: float, high_mm: float) -> str:
    """A name and two sizes: "Side · 267 × 111 mm"."""
    (wide, unit), (high, other) = split_quantity(wide_mm, "mm"), split_quantity(high_mm, "mm")
    if unit == other:
        return f"{name} · {wide} × {high}{THIN_SPACE}{unit}"
    return f"{name} · {wide}{THIN_SPACE}{unit} × {high}{THIN_SPACE}{other}"
