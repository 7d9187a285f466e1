"""Interface of the canvas to the rest of the UI: typed values of its signals and providers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.values.columns import Ids
from gpudesk.derived.racks.device_placement import Spot, Verdict
from gpudesk.ui.toolkit.object_ref import ObjectRef

TYPE_MIME = "application/x-gpudesk-type"
"""Drag and drop of a catalog entry: its key as UTF-8."""


class ScopeKind(StrEnum):
    """Which racks a drawing shows."""

    ALL = "all"
    HALL = "hall"
    ROW = "row"
    RACKS = "racks"


@dataclass(frozen=True, slots=True)
class Scope:
    """The racks that a drawing shows: all of them, or those of some halls or rows, or racks one by one."""

    kind: ScopeKind = ScopeKind.ALL
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A device tested at a spot; `device_id` is None for one from the catalog."""

    type_key: str
    spot: Spot
    device_id: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A device of the project and its target position."""

    device_id: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Seat:
    """A bay of a device: the id of the device that holds it, and its name."""

    holder_id: int
    bay: str


@dataclass(frozen=True, slots=True)
class RackCaption:
    """Texts at the top and bottom of a rack; an unknown value is None and is shown as missing.

    Attributes:
        detail: role or type and phase, in the user's language.
        power_w, power_limit_w: the sum of the selected power value and the capacity of the rack's feeds.
        used_half_units, reserved_half_units: in units of the rack.
        mass_kg: of rack and devices.
        pdu_count: rack power distribution units.
    """

    detail: str = ""
    power_w: float | None = None
    power_limit_w: float | None = None
    used_half_units: int | None = None
    reserved_half_units: int = 0
    mass_kg: float | None = None
    pdu_count: int = 0


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One step of a paint mode: its color, its name, how many devices have it, and the pattern over the color."""

    colour: QColor
    text: str
    count: int | None = None
    pattern: Qt.BrushStyle = Qt.BrushStyle.NoBrush


@dataclass(frozen=True)
class DevicePaint:
    """Devices painted by one property.

    Attributes:
        title: of the legend, in the person's language.
        legend: the steps.
        step: the place in `legend` of each device of the snapshot (in the order of its rows), -1 where the property is
            not known, shape (devices,).
        strips: whether hardware keeps its metal close up and shows the color only as a strip at its edge.
    """

    title: str
    legend: tuple[LegendEntry, ...]
    step: Ids
    strips: bool = True


Judge = Callable[[Sequence[Candidate]], Sequence[Verdict]]
"""Determines for devices tested together whether each can be placed at its position."""
KindSource = Callable[[str], HardwareType | None]
"""The hardware type of a catalog key, None if there is none."""
CaptionSource = Callable[[int], RackCaption]
"""The caption of a rack id."""
Marks = Mapping[ObjectRef, str]
"""The heaviest severity ("error", "warning", "info") of the findings that name an object."""

__all__ = [
    "TYPE_MIME",
    "Candidate",
    "CaptionSource",
    "DevicePaint",
    "Face",
    "Judge",
    "KindSource",
    "LegendEntry",
    "Marks",
    "Move",
    "ObjectRef",
    "RackCaption",
    "Scope",
    "ScopeKind",
    "Seat",
    "Spot",
    "Verdict",
]


@dataclass(frozen=True)
class RackPaint:
    """Racks colored by one property.

    Attributes:
        key, title: of the mode; the title names the unit.
        legend: the steps; the counts are those of one hall.
        inks: the legible ink on each step.
        step: the index in `legend` for each rack of the snapshot, shape (racks,).
        figures: the figure of each rack of the snapshot below its name.
        floor: device on the floor that is colored like a rack → its step and its figure.
        unit: unit of the figures if the title names it; "" if they contain it.
        edges: cooling unit on the floor → the severity whose color is used for its front.
    """

    key: str
    title: str
    legend: tuple[LegendEntry, ...]
    inks: tuple[QColor, ...]
    step: Ids
    figures: tuple[str, ...]
    floor: Mapping[int, tuple[int, str]]
    unit: str = ""
    edges: Mapping[int, str] = field(default_factory=dict)
