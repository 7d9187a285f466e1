"""Links: whether cables are long enough for their routes."""

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled
from gpudesk.checks.rules.common.link_view import port_names
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.pathways.pathway_loads import CHOICES, PATHS, drawn_lengths, drawn_lengths_of
from gpudesk.project.types import Types

LENGTH_LIMITS = (
    "cable_slack_in_rack_mm",
    "cable_slack_mm",
    "tray_above_rack_mm",
    "under_floor_mm",
    *CHOICES,
)
_ROUNDING_MM = 1.0


@rule(
    "link.length",
    title=QT_TRANSLATE_NOOP("checks", "Cables are long enough for their route"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables are too short for their route"),
    severity=Severity.ERROR,
    scope=Scope.CABLE,
    spared_by_removal=True,
    reads=reading(PATHS, {"cable": ("length_mm", "by_hand"), "device": ("name",), "catalog_item": ("body",)}),
    limits=LENGTH_LIMITS,
    when=cabled,
    source=QT_TRANSLATE_NOOP("checks", "Drawn pathways, ports in the racks, and the slack of the site sheet"),
)
def length(view: View) -> Iterator[Violation]:
    """Along drawn pathways, or within a rack. If the length is only an estimate, nothing is reported."""
    cables = view.snapshot["cable"]
    places, needed_mm = view.cached(needed_lengths)
    has = cables.at("length_mm", places)
    short = (has != ABSENT) & (has + _ROUNDING_MM < np.nan_to_num(needed_mm))
    names = ("id", "length_mm", "type_id", "by_hand", "a_device_id", "b_device_id")
    columns = [cables.at(name, places[short]).tolist() for name in names]
    columns += [port_names(view, *(cables.at(f"{side}_{name}", places[short]) for name in ("device_id", "port"))) for side in "ab"]
    places_of_a = {device: view.row_place("device", device) for device in dict.fromkeys(columns[4])}
    longer = _Longer(view.types)
    for needed, cable, has_mm, type_id, by_hand, a, b, one, other in zip(needed_mm[short].tolist(), *columns, strict=True):
        long, takes = Quantity(float(has_mm), "mm"), Quantity(float(np.ceil(needed)), "mm")
        text = QT_TRANSLATE_NOOP("checks", "The cable between {one} and {other} is {length} long; its pathway requires {needed}.")
        message = rule_text(text, one=one, other=other, length=long, needed=takes)
        objects = (("cable", cable), ("device", a)) if a == b else (("cable", cable), ("device", a), ("device", b))
        yield Violation(
            (cable,),
            objects,
            places_of_a[a],
            message,
            long,
            takes,
            longer.of(cable, type_id, by_hand, takes.value),
        )


def needed_lengths(view: View) -> tuple[Ids, Reals]:
    """Cables by index, and their required length in mm, NaN if it cannot be determined (call `view.cached(needed_lengths)`)."""
    cables = view.snapshot["cable"]
    if view.only is None:
        return np.arange(cables.rows), view.snapshot.cached(drawn_lengths)
    places = cables.positions(view.ids)
    places = places[places != ABSENT]
    return places, drawn_lengths_of(view.snapshot, places)


class _Longer:
    """The fixes that take the next length in which a type is sold; what many cables share is made once."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._sold: dict[int, list[float]] = {}
        self._titles: dict[int, Message] = {}

    def of(self, cable: int, type_id: int, by_hand: int, needed_mm: float) -> Fix | None:
        """The longer cable for a cable, None if there is none."""
        if type_id == ABSENT:
            return None
        sold = self._sold.get(type_id)
        if sold is None:
            sold = self._sold[type_id] = sorted(1000 * sold_length.length_m for sold_length in self._types[type_id].lengths)
        at = bisect_left(sold, needed_mm)
        if at == len(sold):
            return None
        length_mm = round(sold[at])
        title = self._titles.get(length_mm)
        if title is None:
            text = QT_TRANSLATE_NOOP("checks", "Use a cable of {length}")
            title = self._titles[length_mm] = rule_text(text, length=Quantity(float(length_mm), "mm"))
        return Fix("set_cables", {"cable_ids": [cable], "values": {"length_mm": length_mm, "by_hand": by_hand}}, title)
