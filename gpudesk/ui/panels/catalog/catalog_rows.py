"""Content of the catalog list: groups of types with their main fact, and the key facts of one type."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Hit
from gpudesk.core.hardware.hardware import Confidence, Fact, Family, HardwareType, Mount
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.catalog.fact_text import FactLine, fact_origin, fact_text, fact_title
from gpudesk.ui.toolkit.quantities import format_quantity, unit_system
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.row_list import Row, RowGroup

IN_USE = "in-use"
"""The key of the group of types already used in the project."""
_ICONS: Mapping[Family, str] = {
    Family.GPU: "kind-gpu",
    Family.SYSTEM: "kind-server",
    Family.SWITCH: "kind-switch",
    Family.RACK: "kind-rack",
    Family.PDU: "kind-pdu",
    Family.POWER_SHELF: "kind-pdu",
    Family.BUSWAY: "kind-pdu",
    Family.UPS: "kind-pdu",
    Family.CDU: "kind-cooling",
    Family.COOLING: "kind-cooling",
    Family.PANEL: "kind-panel",
    Family.CASSETTE: "kind-panel",
    Family.CABLE_MANAGER: "kind-shelf",
    Family.BLANK: "kind-blank",
    Family.SHELF: "kind-shelf",
    Family.STORAGE: "kind-storage",
    Family.SERVER: "kind-server",
    Family.WORKSTATION: "kind-workstation",
    Family.ADAPTER: "kind-chip",
    Family.TRANSCEIVER: "kind-transceiver",
    Family.CABLE: "kind-cable",
    Family.ACCESSORY: "mend",
}
# The facts of a preview in their order; "height" and "footprint" are made of two.
_FACTS = ("height", "depth_mm", "weight_kg", "power_max_w", "airflow_cfm", "psu_redundancy")
_FACTS_OF: Mapping[Family, tuple[str, ...]] = {
    Family.RACK: ("units_u", "footprint", "usable_depth_mm", "static_load_kg", "weight_kg"),
    Family.PDU: ("height_mm", "input_plug", "capacity_va", "breaker_count", "weight_kg"),
    Family.GPU: ("memory_mib", "memory_gb_per_s", "power_max_w", "form_factor", "gpu_architecture"),
    Family.PANEL: ("height", "fibre_count", "panel_connector", "depth_mm", "weight_kg"),
}
MOST_FACTS = 5
"""The most that a preview shows."""
_WORST_FIRST = (Confidence.MEMORY, Confidence.SECONDARY, Confidence.DERIVED, Confidence.READ)


def family_icon(family: Family) -> str:
    """The icon of a family."""
    return _ICONS[family]


def one_fact(family: Family, height_u: float | None, power_w: float | None, weight_kg: float | None) -> str:
    """Text at the end of a row: "8U · 10.2 kW"; unknown values are omitted."""
    parts = []
    if height_u is not None:
        parts.append(format_quantity(height_u, "U"))
    elif family is Family.PDU:
        parts.append(format_quantity(0.0, "U"))
    if power_w is not None:
        parts.append(format_quantity(power_w, "W"))
    if not parts and weight_kg is not None:
        parts.append(format_quantity(weight_kg, "kg"))
    return " · ".join(parts)


def groups(catalog: Catalog | None, snapshot: Snapshot | None, text: str, *, on_floor: bool = False) -> tuple[list[RowGroup], int, int]:
    """The groups for a search text, those used in the project first; the number of matching catalog entries, and the total.

    Args:
        on_floor: only types placed on the floor of a hall.
    """
    keys: frozenset[str] = frozenset()
    row_groups: tuple[RowGroup, ...] = ()
    total = 0
    if catalog is not None:
        keys, row_groups = _all(catalog, on_floor, language(), unit_system())
        total = len(keys)
        if text:
            keys, row_groups = _fitting(catalog, text, on_floor=on_floor)
    used = _in_use(snapshot, keys, catalog, text, on_floor=on_floor)
    in_use = [RowGroup(IN_USE, QCoreApplication.translate("Catalog", "In this project"), used)] if used else []
    return [*in_use, *row_groups], len(keys), total


_Fitting = tuple[frozenset[str], tuple[RowGroup, ...]]
"""The keys of the entries that fit, and their groups."""


def _fitting(catalog: Catalog, text: str, *, on_floor: bool) -> _Fitting:
    hits = [hit for hit in catalog.search(text, limit=len(catalog)) if not on_floor or stands_on_floor(hit)]
    by_family: dict[Family, list[Row]] = {}
    for hit in hits:
        by_family.setdefault(hit.family, []).append(_row_of_hit(hit))
    present = (family for family in catalog.families() if family in by_family)
    groups = tuple(RowGroup(family.value, family_title(catalog, family), by_family[family]) for family in present)
    return frozenset(hit.key for hit in hits), groups


@lru_cache(maxsize=4)
def _all(catalog: Catalog, on_floor: bool, _language: str, _units: str) -> _Fitting:
    """Everything there is: it is shown again whenever the types of the project change, and by each list of parts."""
    return _fitting(catalog, "", on_floor=on_floor)


def stands_on_floor(kind: HardwareType | Hit) -> bool:
    """Whether devices of a type are placed on the floor of a hall: racks, and those that need none."""
    return kind.family is Family.RACK or kind.mount is Mount.FLOOR


def used_keys(snapshot: Snapshot) -> list[str]:
    """The types that racks and devices of the project are of, by key; parts inside others do not count."""
    type_ids = {*snapshot["rack"]["type_id"].tolist(), *snapshot["device"]["type_id"].tolist()}
    return [snapshot.types[type_id].key for type_id in sorted(type_ids)]


def _in_use(snapshot: Snapshot | None, hits: Collection[str], catalog: Catalog | None, text: str, *, on_floor: bool) -> list[Row]:
    if snapshot is None:
        return []
    rows: list[tuple[Family, Row]] = []
    for key in used_keys(snapshot):
        # What the project counts with, which the catalog may say otherwise by now.
        kind = snapshot.types[snapshot.types.id_of(key) or 0]
        if key in hits:
            rows.append((kind.family, row_of_type(kind)))
        elif catalog is None or key not in catalog:
            # An import brought it along: only the project knows it.
            fits = all(word in f"{kind.title} {tr_type_name(kind.title)} {kind.key}".casefold() for word in text.casefold().split())
            if fits and (stands_on_floor(kind) or not on_floor):
                rows.append((kind.family, row_of_type(kind)))
    order = list(Family) if catalog is None else [*catalog.families(), *Family]
    return [row for _, row in sorted(rows, key=lambda entry: (order.index(entry[0]), entry[1].text.casefold()))]


def row_of_type(kind: HardwareType) -> Row:
    """The row of a type."""
    fact = one_fact(kind.family, _height(kind), kind.number("power_max_w"), kind.number("weight_kg"))
    return Row(kind.key, tr_type_name(kind.model), family_icon(kind.family), fact, tr_type_name(kind.title))


def _row_of_hit(hit: Hit) -> Row:
    return Row(
        hit.key,
        tr_type_name(hit.model),
        family_icon(hit.family),
        one_fact(hit.family, hit.height_u, hit.power_max_w, hit.weight_kg),
        tr_type_name(hit.title),
    )


def _height(kind: HardwareType) -> float | None:
    return kind.number("units_u") if kind.family is Family.RACK else kind.number("height_u")


def family_title(catalog: Catalog, family: Family) -> str:
    """The plural name of a family, in the user's language."""
    titles = catalog.family(family)
    return titles.title_es if language() == "es" else titles.title


def family_name(catalog: Catalog, family: Family) -> str:
    """The singular name of a family, in the user's language."""
    titles = catalog.family(family)
    return titles.singular_es if language() == "es" else titles.singular


def key_facts(catalog: Catalog, kind: HardwareType) -> list[FactLine]:
    """The most important facts of a type; unknown ones are omitted."""
    fact_lines = (_key_fact(catalog, kind, name) for name in _FACTS_OF.get(kind.family, _FACTS))
    return [fact for fact in fact_lines if fact is not None][:MOST_FACTS]


def _key_fact(catalog: Catalog, kind: HardwareType, name: str) -> FactLine | None:
    if name == "height":
        return _joined(catalog, kind, "height_mm", ("height_u", "height_mm"), " · ")
    if name == "footprint":
        label = QCoreApplication.translate("Catalog", "Footprint")
        fact_line = _joined(catalog, kind, "outer_width_mm", ("outer_width_mm", "outer_depth_mm"), " × ")
        return None if fact_line is None else FactLine(label, fact_line.value, fact_line.confidence, fact_line.origin)
    fact_line = _joined(catalog, kind, name, (name,), "")
    if fact_line is not None and name == "airflow_cfm":
        return FactLine(fact_line.label, f"{fact_line.value} {_direction(kind)}".rstrip(), fact_line.confidence, fact_line.origin)
    return fact_line


def _direction(kind: HardwareType) -> str:
    short = {
        "front-to-rear": QCoreApplication.translate("Catalog", "F→R"),
        "rear-to-front": QCoreApplication.translate("Catalog", "R→F"),
    }
    return short.get(kind.text("airflow_direction"), "")


def _joined(catalog: Catalog, kind: HardwareType, titled: str, names: Sequence[str], between: str) -> FactLine | None:
    """One or two facts in one line; its confidence is the worst of theirs."""
    facts: list[tuple[str, Fact]] = [(name, kind.facts[name]) for name in names if name in kind.facts and name in catalog.facts]
    if not facts:
        return None
    value = between.join(fact_text(catalog.facts[name], fact) for name, fact in facts)
    confidence = min((fact.confidence for _, fact in facts), key=_WORST_FIRST.index)
    origins = dict.fromkeys(fact_origin(catalog.facts[name], fact) for name, fact in facts)
    return FactLine(short_title(catalog, titled), value, str(confidence), "\n".join(origins))


def short_title(catalog: Catalog, name: str) -> str:
    """A fact's name, shorter than the inspector's where a dock has no room for that."""
    short = {
        "power_max_w": QCoreApplication.translate("Catalog", "Power, max"),
        "psu_redundancy": QCoreApplication.translate("Catalog", "Supplies"),
        "memory_gb_per_s": QCoreApplication.translate("Catalog", "Bandwidth"),
    }
    return short.get(name) or fact_title(catalog.facts[name])


def can_be_placed(kind: HardwareType) -> bool:
    """Whether a type is placed separately, at least in a bay; a part is inside another item."""
    return kind.mount is not Mount.PART


def rack_types(catalog: Catalog, snapshot: Snapshot | None) -> list[tuple[str, str]]:
    """Key and title of every rack that can be chosen, those of the project first."""
    titles = {hit.key: tr_type_name(hit.title) for hit in catalog.search("", Family.RACK, limit=len(catalog))}
    first = [] if snapshot is None else project_rack_types(snapshot)
    known = {key for key, _ in first}
    return [*first, *((key, title) for key, title in titles.items() if key not in known)]


def project_rack_types(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Key and title of every rack type that the project uses."""
    kinds = [snapshot.types[snapshot.types.id_of(key) or 0] for key in used_keys(snapshot)]
    return [(kind.key, tr_type_name(kind.title)) for kind in kinds if kind.family is Family.RACK]
