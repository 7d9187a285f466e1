"""Texts of a network drawing."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.derived.fabric.fabric_tiers import TIERS
from gpudesk.ui.toolkit.quantities import format_number, grouped
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("DrawingCounts")

_TIERS = (
    QT_TRANSLATE_NOOP("FabricDrawing", "NODES"),
    QT_TRANSLATE_NOOP("FabricDrawing", "LEAF"),
    QT_TRANSLATE_NOOP("FabricDrawing", "SPINE"),
    QT_TRANSLATE_NOOP("FabricDrawing", "CORE"),
)
_KINDS = {
    NetworkKind.COMPUTE: QT_TRANSLATE_NOOP("FabricDrawing", "Compute fabric"),
    NetworkKind.STORAGE: QT_TRANSLATE_NOOP("FabricDrawing", "Storage fabric"),
    NetworkKind.IN_BAND: QT_TRANSLATE_NOOP("FabricDrawing", "In-band network"),
    NetworkKind.OUT_OF_BAND: QT_TRANSLATE_NOOP("FabricDrawing", "Out-of-band network"),
    NetworkKind.OTHER: QT_TRANSLATE_NOOP("FabricDrawing", "Other network"),
}
_LAST_FIGURES = re.compile(r"(\d+)\D*$")
Made = TypeVar("Made")


class KeptTexts:
    """Texts of one drawing, each created once: a frame with hundreds of cards has no time to format them again."""

    def __init__(self) -> None:
        self._diagram: FabricDiagram | None = None
        self._made: dict[tuple[Any, ...], Any] = {}

    def of(self, diagram: FabricDiagram, make: Callable[..., Made], *given: Any) -> Made:
        """Cached result of `make(*given)` for this drawing."""
        if diagram is not self._diagram:
            self._diagram, self._made = diagram, {}
        key = (make, *given)
        known: Made | None = self._made.get(key)
        if known is None:
            known = self._made[key] = make(diagram, *given)
        return known


class DrawingCounts(QObject):
    """Text of counts; do not subclass, as plural forms are looked up by the class name of the object."""

    def links(self, count: int) -> str:
        """Text with the number of links."""
        return grouped(tr("%n link(s)", "", count), count)

    def gpus(self, count: int) -> str:
        """Text with the number of GPUs."""
        return grouped(tr("%n GPU(s)", "", count), count)

    def alone(self, count: int) -> str:
        """Text with the number of switches not connected to any node."""
        return grouped(tr("%n switch(es) without nodes", "", count), count)


def said(text: str) -> str:
    """A text of the drawing in the person's language."""
    return QCoreApplication.translate("FabricDrawing", text)


def tier_name(tier: int) -> str:
    """Name of a tier at its left end."""
    return said(_TIERS[tier])


def kind_name(kind: NetworkKind) -> str:
    """Name of a kind of network."""
    return said(_KINDS[kind])


def short_name(name: str) -> str:
    """The trailing digits of a name, which distinguish it from its neighbors; the complete name if it has none."""
    match = _LAST_FIGURES.search(name)
    return match.group(1) if match else name


def rail_text(first: int, last: int) -> str:
    """The rails of a leaf; "" if it has none."""
    if first == ABSENT:
        return ""
    return str(first) if first == last else f"{first}–{last}"


def joined_text(diagram: FabricDiagram, tier: int, item: int) -> str:
    """Links of a device downward and upward, and its free ports."""
    devices = diagram.tiers[tier]
    down, up = int(devices.down[item]), int(devices.up[item])
    free = max(int(devices.ports[item]) - up - down, 0)
    if tier == 0:
        return said(QT_TRANSLATE_NOOP("FabricDrawing", "{up} ↑ · {free} free")).format(up=format_number(up), free=format_number(free))
    if not up:
        return said(QT_TRANSLATE_NOOP("FabricDrawing", "{down} ↓ · {free} free")).format(down=format_number(down), free=format_number(free))
    counted = said(QT_TRANSLATE_NOOP("FabricDrawing", "{down} ↓ {up} ↑")).format(down=format_number(down), up=format_number(up))
    return counted + (" · " + said(QT_TRANSLATE_NOOP("FabricDrawing", "{free} free")).format(free=format_number(free)) if free else "")


def unit_title(number: int) -> str:
    """Title of a unit: its number among the units."""
    return said(QT_TRANSLATE_NOOP("FabricDrawing", "Unit {number}")).format(number=format_number(number + 1))


def unit_name(diagram: FabricDiagram, unit: int) -> str:
    """A unit by its number; groups outside the units by their kind: "UFM appliance"."""
    if not diagram.guests[unit]:
        return unit_title(unit)
    first, last = diagram.tiers[0].group_first[unit : unit + 2].tolist()
    models = {tr_type_name(diagram.type_of(0, item).model) for item in range(first, last)}
    return models.pop() if len(models) == 1 else said(QT_TRANSLATE_NOOP("FabricDrawing", "Others"))


def shortest_name(name: str) -> str:
    """The abbreviation in a name, such as UFM, or its first word."""
    words = name.split()
    return next((word for word in words if word.isupper()), words[0])


def unit_text(diagram: FabricDiagram, unit: int) -> str:
    """Content of a unit."""
    nodes, leaves = diagram.tiers[0], diagram.tiers[1]
    first, last = int(nodes.group_first[unit]), int(nodes.group_first[unit + 1])
    switches = int(leaves.group_first[unit + 1] - leaves.group_first[unit])
    if first == last:
        return DrawingCounts().alone(switches)
    if diagram.guests[unit]:
        return f"{format_number(last - first)} × {unit_name(diagram, unit)}"
    model = tr_type_name(diagram.type_of(0, first).model)
    gpus = sum(int(diagram.type_of(0, item).gpu_count or 0) for item in range(first, min(first + 1, last))) * (last - first)
    words = [f"{unit_title(unit)} · {format_number(last - first)} × {model}"]
    words += [DrawingCounts().gpus(gpus)] if gpus else []
    rails = int(leaves.last_rail[int(leaves.group_first[unit]) : int(leaves.group_first[unit + 1])].max(initial=ABSENT)) + 1
    words += (
        [filled_text(said(QT_TRANSLATE_NOOP("FabricDrawing", "{count} {count|rail|rails}")), count=format_number(rails))]
        if rails > 1
        else []
    )
    return " · ".join(words)


def pod_title(diagram: FabricDiagram, pod: int) -> str:
    """Title of a pod, and its number of units."""
    units = int((diagram.unit_pod == pod).sum())
    title = said(QT_TRANSLATE_NOOP("FabricDrawing", "Pod {number}")).format(number=format_number(pod + 1))
    return title + " · " + said(QT_TRANSLATE_NOOP("FabricDrawing", "units: {count}")).format(count=format_number(units))


def head_text(diagram: FabricDiagram) -> str:
    """Rate, tiers and links of a network in one line."""
    tiers = sum(len(tier) > 0 for tier in diagram.tiers[1:])
    rates = {1: QT_TRANSLATE_NOOP("FabricDrawing", "one tier"), 2: QT_TRANSLATE_NOOP("FabricDrawing", "two tiers")}
    words = [
        f"{diagram.rate_gbps:g} Gb/s",
        said(rates.get(tiers, QT_TRANSLATE_NOOP("FabricDrawing", "three tiers"))),
        DrawingCounts().links(diagram.links),
    ]
    if diagram.planned:
        words.append(said(QT_TRANSLATE_NOOP("FabricDrawing", "{count} not cabled")).format(count=format_number(diagram.planned)))
    return " · ".join(words)


def rails_word() -> str:
    """The text before the colors of the rails."""
    return said(QT_TRANSLATE_NOOP("FabricDrawing", "Rail"))


def spot_text(diagram: FabricDiagram, tier: int, level: int, number: int) -> str:
    """Tooltip and screen reader text of a drawn object."""
    devices = diagram.tiers[tier]
    if level == 0:
        kind = diagram.type_of(tier, number)
        words = [diagram.name(tier, number), tr_type_name(kind.title), joined_text(diagram, tier, number)]
        rail = rail_text(int(devices.rail[number]), int(devices.last_rail[number]))
        if rail:
            words.append(said(QT_TRANSLATE_NOOP("FabricDrawing", "rail {rail}")).format(rail=rail))
        open_links = int(devices.down[number] + devices.up[number] - devices.laid[number])
        if open_links:
            words.append(said(QT_TRANSLATE_NOOP("FabricDrawing", "{count} not cabled")).format(count=format_number(open_links)))
        return "\n".join(words)
    first = devices.group_first if level == 1 else devices.pod_first
    count = int(first[number + 1] - first[number])
    if not count:
        return ""
    held = f"{format_number(count)} × {tr_type_name(diagram.type_of(tier, int(first[number])).title)}"
    title = unit_text(diagram, number) if level == 1 and tier <= 1 else pod_title(diagram, number) if tier < TIERS - 1 else ""
    free = int(devices.free[int(first[number]) : int(first[number + 1])].sum())
    return "\n".join(
        word for word in (title, held, said(QT_TRANSLATE_NOOP("FabricDrawing", "{free} free")).format(free=format_number(free))) if word
    )


def strand_text(low: str, high: str, count: int, planned: int, rail: int) -> str:
    """Tooltip of a strand."""
    words = [f"{low} – {high}", DrawingCounts().links(count)]
    if rail != ABSENT:
        words.append(said(QT_TRANSLATE_NOOP("FabricDrawing", "rail {rail}")).format(rail=rail))
    if planned:
        words.append(said(QT_TRANSLATE_NOOP("FabricDrawing", "{count} not cabled")).format(count=format_number(planned)))
    return "\n".join(words)


def thing_name(diagram: FabricDiagram, tier: int, level: int, number: int) -> str:
    """A device by its name, a unit, a group or a pod by its number."""
    if level == 0:
        return diagram.name(tier, number)
    if level == 1 and tier <= 1:
        return unit_name(diagram, number)
    return pod_title(diagram, number) if level == 2 and tier < TIERS - 1 else tier_name(tier)
