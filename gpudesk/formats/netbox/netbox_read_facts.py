"""The facts of a NetBox document: explicit data only, no guesses."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeGuard

from gpudesk.core.hardware.hardware import Confidence, Family, Mount
from gpudesk.core.values.units import PANEL_WIDTH_19_INCH_MM, pitch_for_rails
from gpudesk.formats.netbox.netbox_remarks import Remarks, shown
from gpudesk.formats.netbox.netbox_stated import ASSUMED_SOURCE
from gpudesk.formats.netbox.netbox_text import LENGTH_UNITS_MM, MODULE_BAYS, OUTLETS, POWER, WEIGHT_UNITS_KG, words

Facts = dict[str, dict[str, Any]]

TALLEST_U = 60.0
HEAVIEST_KG = 10_000.0
MOST_POWER_W = 1_000_000
MOST_RACK_UNITS = 70.0
_OUTER_MM = {"outer_width": (50, 1500), "outer_depth": (50, 2000), "outer_height": (50, 4000)}
_LEAST_KG = {"weight": 0.001, "max_weight": 10.0}
_USUAL_WIDTH_MM = {10.0: 315.0, 19.0: 600.0, 21.0: 600.0, 23.0: 700.0}
_USUAL_DEPTH_MM = 1070.0
_FRAME_HEIGHT_MM = 125.0
"""Of a cabinet above and below its units."""
_SUPPLY_WORDS = ("psu", "power", "pem", "ps-", "ps ")


class ImpossibleHeight(Exception):
    """A height that no device has; `args` has the value."""


class FactReader:
    """Collects the facts of one document."""

    def __init__(self, data: Mapping[str, Any], source: str, remarks: Remarks) -> None:
        self.data = data
        self.facts: Facts = {}
        self._source = source
        self._remarks = remarks

    def _put(self, name: str, value: Any, source: str = "", confidence: Confidence = Confidence.SECONDARY) -> None:
        self.facts[name] = {"value": value, "source": source or self._source, "confidence": confidence.value}

    def height_u(self, most: float = TALLEST_U) -> float | int:
        """Return `u_height` in units, rounded up to halves; 1 if missing, as in NetBox.

        Raises:
            ImpossibleHeight: it is negative, not a number or greater than any device.
        """
        raw = self.data.get("u_height")
        if raw is None:
            self._remarks.add("height-missing")
            return 1
        value = raw
        if isinstance(raw, str):
            try:
                value = float(raw)
            except ValueError:
                raise ImpossibleHeight(raw) from None
            self._remarks.add("height-as-text", value=shown(raw))
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise ImpossibleHeight(raw)
        taken = -(-value * 2 // 1) / 2
        if taken != value:
            self._remarks.add("height-rounded", value=value, taken=taken)
        return int(taken) if taken == int(taken) else taken

    def device(self, mount: Mount, height_u: float) -> None:
        """Facts of a device or module."""
        if mount is Mount.UNITS:
            self._put("height_u", height_u)
        depth = self.data.get("is_full_depth")
        if isinstance(depth, bool):
            self._put("full_depth", depth)
        elif depth is not None:
            self._remarks.add("value-not-flag", key="is_full_depth", value=shown(depth))
        self._airflow()
        self._weight("weight", "weight_kg", HEAVIEST_KG)

    def rack(self, family_facts: Mapping[str, Any]) -> None:
        """Add the facts of a rack; `family_facts` are required facts and typical values."""
        width = self.data.get("width")
        rails = float(width) if isinstance(width, int | float) and not isinstance(width, bool) and 10 <= width <= 24 else 19.0
        self._put("rail_width_inch", int(rails) if rails == int(rails) else rails)
        self._put("units_u", family_facts["units_u"])
        self._put("unit_pitch_mm", pitch_for_rails(rails), "Pitch of the units of such rails (EIA-310, Open Rack)", Confidence.DERIVED)
        self._outer(rails, float(family_facts["units_u"]))
        self._weight("weight", "weight_kg", HEAVIEST_KG)
        self._weight("max_weight", "static_load_kg", HEAVIEST_KG)
        if self.data.get("mounting_depth") is not None:
            self._remarks.add("mounting-depth", value=shown(self.data["mounting_depth"]))

    def _outer(self, rails: float, units_u: float) -> None:
        unit = LENGTH_UNITS_MM.get(str(self.data.get("outer_unit")))
        usual = {
            "outer_width": _USUAL_WIDTH_MM.get(rails, PANEL_WIDTH_19_INCH_MM + 120),
            "outer_depth": _USUAL_DEPTH_MM,
            "outer_height": round(units_u * pitch_for_rails(rails) + _FRAME_HEIGHT_MM),
        }
        assumed = []
        for name, (least, most) in _OUTER_MM.items():
            raw = self.data.get(name)
            value_mm = None if unit is None or not _is_number(raw) else float(Decimal(str(raw)) * Decimal(unit))
            if value_mm is None or not least <= value_mm <= most:
                assumed.append(name)
                self._put(f"{name}_mm", usual[name], ASSUMED_SOURCE, Confidence.MEMORY)
            else:
                self._put(f"{name}_mm", _whole(value_mm))
        if assumed:
            self._remarks.add("rack-size-assumed", keys=tuple(assumed))

    def _weight(self, name: str, fact: str, most_kg: float) -> None:
        raw, unit = self.data.get(name), self.data.get("weight_unit")
        if raw is None:
            if name == "weight" and unit is not None and self.data.get("max_weight") is None:
                self._remarks.add("unit-without-weight")
            return
        if not _is_number(raw) or raw < 0:
            self._remarks.add("weight-not-number", value=shown(raw))
        elif raw == 0:
            self._remarks.add("weight-zero")
        elif unit is None:
            self._remarks.add("weight-without-unit", value=raw)
        elif not isinstance(unit, str) or unit not in WEIGHT_UNITS_KG:
            self._remarks.add("weight-unit-unknown", value=shown(unit))
        else:
            weight_kg = raw if unit == "kg" else _whole(float(round(Decimal(str(raw)) * Decimal(WEIGHT_UNITS_KG[unit]), 6)))
            if _LEAST_KG[name] <= weight_kg <= most_kg:
                self._put(fact, weight_kg)
            else:
                self._remarks.add("weight-not-number", value=f"{raw} {unit}")

    def _airflow(self) -> None:
        raw = self.data.get("airflow")
        if raw is None:
            return
        direction = words().airflow.get(raw) if isinstance(raw, str) else None
        if direction is not None:
            self._put("airflow_direction", direction)
        elif raw in words().airflow_without_word:
            self._remarks.add("airflow-without-word", value=shown(raw))
        else:
            self._remarks.add("airflow-unknown", value=shown(raw))

    def power(self) -> None:
        """Add a stated power if unambiguous: the draw of the only inlet of a device without outlets and without supply bays.

        Draws on several inlets may be ratings of supplies, shares of the load or the whole load each, so they remain with the
        ports; but if their ratios match the project export, the shares are added, as in NetBox.
        """
        draws = [_draws(item) for item in _items(self.data.get(POWER))]
        for key, value in (pair for draw in draws for pair in draw.items()):
            if not _is_whole(value):
                self._remarks.add("draw-not-number", key=key, value=shown(value))
        stated_draws = [draw for draw in draws if any(_is_whole(value) for value in draw.values())]
        if not stated_draws:
            return
        if _items(self.data.get(OUTLETS)):
            self._remarks.add("draw-of-inlet")
        elif (shared_w := _shared_w(draws)) is not None:
            self._put("power_provisioned_w", shared_w)
        elif len(draws) > 1:
            self._remarks.add("draw-of-several", count=len(stated_draws))
        elif _takes_supplies(self.data):
            self._remarks.add("draw-beside-bays")
        else:
            for key, fact in (("maximum_draw", "power_nameplate_w"), ("allocated_draw", "power_provisioned_w")):
                value = stated_draws[0].get(key)
                if _is_whole(value) and value <= MOST_POWER_W:
                    self._put(fact, value)


def _shared_w(draws: list[dict[str, Any]]) -> int | None:
    """Return the power of a device with several inlets, if each draw gives its share and its maximum when others fail.

    All inlets are identical, and the shared power is the maximum of some of them, but not all: `netbox_stated` writes it so. The
    maximum of a single inlet may be higher.
    """
    inlets = len(draws)
    first = draws[0] if draws else {}
    share, most = first.get("allocated_draw"), first.get("maximum_draw")
    if inlets < _FEWEST_SHARING or any(draw != first for draw in draws) or not _is_whole(share) or not _is_whole(most):
        return None
    # Both were rounded up, each by less than a watt.
    loads = [most * needed for needed in range(1, inlets) if abs(share * inlets - most * needed) < inlets + needed]
    if share * inlets > most and not loads:
        return None
    shared_w = min([share * inlets, *loads])
    return shared_w if shared_w <= MOST_POWER_W else None


_FEWEST_SHARING = 2


def _draws(item: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item[key] for key in ("maximum_draw", "allocated_draw") if item.get(key) is not None}


def _items(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _takes_supplies(data: Mapping[str, Any]) -> bool:
    names = [f"{item.get('name')} {item.get('position')}".casefold() for item in _items(data.get(MODULE_BAYS))]
    return any(word in name for name in names for word in _SUPPLY_WORDS)


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


_FAMILY_WORDS = (
    (Family.BLANK, ("blank", "filler")),
    (Family.CABLE_MANAGER, ("cable manag", "cable organi", "wire manag", "cable ring", "brush panel", "brush strip")),
    (Family.PANEL, ("patch panel", "patchpanel", "fiber panel", "fibre panel")),
    (Family.SHELF, ("shelf", "cantilever", "drawer")),
    (Family.UPS, ("ups", "uninterruptible", "smart-ups")),
    (Family.CDU, ("coolant distribution", "cdu")),
    (Family.PDU, ("pdu", "power distribution")),
    (Family.STORAGE, ("storage", "nas", "jbod", "disk array", "diskstation", "rackstation")),
)
_SWITCH_PORTS = 5
"""From this number of interfaces, excluding management, a device is classified as a switch or router."""


def family_of_device(data: Mapping[str, Any], lists: Mapping[str, int], traffic_ports: int) -> Family:
    """Return the display family of a device; the document has no field for it, so it is inferred from components and name."""
    if lists.get(OUTLETS, 0) >= 2 and traffic_ports < _SWITCH_PORTS:
        return Family.UPS if _called(data, Family.UPS) else Family.PDU
    if lists.get("front-ports", 0) and not traffic_ports and not lists.get(POWER, 0):
        return Family.PANEL
    bare = not any(lists.values())
    for family, _ in _FAMILY_WORDS:
        needs_bare = family in (Family.BLANK, Family.CABLE_MANAGER, Family.PANEL, Family.SHELF)
        if (bare or not needs_bare) and traffic_ports < _SWITCH_PORTS and _called(data, family):
            return family
    return Family.SWITCH if traffic_ports >= _SWITCH_PORTS else Family.SERVER


def _called(data: Mapping[str, Any], family: Family) -> bool:
    text = f" {data.get('model')} {data.get('description') or ''} ".casefold().replace("-", " ").replace("_", " ")
    name_words = next(known_words for known, known_words in _FAMILY_WORDS if known is family)
    return any(f" {word.replace('-', ' ')}" in text for word in name_words)
