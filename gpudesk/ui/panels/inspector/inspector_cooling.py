"""The forms of the inspector for parts of the cooling, one or several at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gpudesk.core.cooling.cooling_kinds import CARRIERS, KIND_NAMES, LOOPS, REDUNDANCY_NAMES, SUPPLIES, TAKES_FROM, CoolingKind, Redundancy
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.operations.cooling.cooling_nodes import PLACES as COOLED_PLACES
from gpudesk.operations.cooling.cooling_nodes import connect_cooling, power_cooling
from gpudesk.project.cooling_rules import coolants
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_measures import add_measure
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.quantities import format_quantity, rounded_load
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.field_rows import FieldList

tr = text_context("CoolingForm")

TABLE = "cooling_node"
_NONE = 0
_FIGURES: tuple[tuple[str, str, float, tuple[float, float]], ...] = (
    ("capacity_w", "W", 1, (1, 1e9)),
    ("airflow_m3_h", "m³/h", 1, (1, 1e7)),
    ("flow_l_min", "L/min", 1, (1, 1e7)),
    ("supply_dc", "°C", 10, (0, 100)),
    ("delta_dk", "K", 10, (0.1, 100)),
    ("volume_l", "L", 1, (1, 1e7)),
)
"""Column, unit, divisor of the column's unit, bounds."""
_OF_AIR = ("supply_dc", "delta_dk")
_OF_LOOPS = ("supply_dc", "delta_dk", "volume_l")
_OF_AIR_UNITS = ("capacity_w", "airflow_m3_h")
_OF_LIQUID_UNITS = ("capacity_w", "flow_l_min")


class CoolingForm(NamedForm):
    """Parts of one kind, or of several."""

    def title(self) -> str:
        return str(self.rows()[0]["name"]) if len(self.selection) == 1 else self.counts.parts_of_cooling(len(self.selection))

    def subtitle(self) -> str:
        kinds = self.distinct("kind")
        words = [power_node_name(KIND_NAMES[int(kinds.pop())])] if len(kinds) == 1 else []
        if len(self.selection) == 1:
            row = self.rows()[0]
            type_id = self._type_id(row)
            words += [tr_type_name(self.session.snapshot.types[type_id].title)] if type_id is not None else []
        return " · ".join(words)

    def fill(self, rows: FieldList) -> None:
        kinds = {CoolingKind(int(kind)) for kind in self.distinct("kind")}
        self.group(rows, tr("Cooling component"))
        rows.add_gap()
        if len(self.selection) == 1:
            self.name_row(rows)
        if not kinds & set(CARRIERS):
            self._connection_rows(rows, kinds)
        if kinds <= set(CARRIERS):
            levels = [(int(level), REDUNDANCY_NAMES[level]) for level in Redundancy]
            self.choice(rows, tr("Redundancy"), levels, lambda: self.common("redundancy"), lambda value: self.set_fields(redundancy=value))
        if kinds <= set(LOOPS):
            self._coolant_row(rows)
        self.phase_row(rows)
        self.line(rows, tr("Notes"), "notes", lambda text: self.set_fields(notes=text))
        self.group(rows, tr("Figures"))
        rows.add_gap()
        self._figure_rows(rows, kinds)
        if len(self.selection) == 1:
            self.group(rows, tr("Now"))
            rows.add_gap()
            self.fact(rows, tr("Heat"), lambda: self._now(lambda plan, node: plan.flow.load_w[node], "W"))
            self.fact(rows, tr("Available capacity"), lambda: self._now(lambda plan, node: plan.flow.able_w[node], "W"))
            if kinds <= set(CARRIERS):
                self.fact(rows, tr("Cools"), self._cools)
        rows.add_gap()

    def _connection_rows(self, rows: FieldList, kinds: set[CoolingKind]) -> None:
        for label, name, allowed in (
            (tr("Supplies"), "supplies_id", SUPPLIES),
            (tr("Cooled by"), "cooled_by_id", TAKES_FROM),
        ):
            fits = [set(allowed.get(kind, ())) for kind in kinds]
            shared = set.intersection(*fits) if fits else set()
            if shared:
                self.choice(rows, label, self._carriers(shared), partial(self._connected, name), self._connect(name))
        sources = self.session.snapshot["power_node"]
        nodes = [(_NONE, tr("from its cords, or unknown")), *zip(sources.ids.tolist(), sources["name"].tolist(), strict=True)]
        self.choice(rows, tr("Power"), nodes, lambda: self._connected("power_node_id"), self._power("power_node_id"))
        self.choice(rows, tr("Second feed"), nodes, lambda: self._connected("power_alternate_id"), self._power("power_alternate_id"))
        self.line(rows, tr("Side"), "unit_side", lambda text: self.set_fields(unit_side=text.strip()))

    def _coolant_row(self, rows: FieldList) -> None:
        spanish = language().startswith("es")
        known = [(coolant.key, coolant.title_es if spanish else coolant.title) for coolant in coolants().by_key.values()]
        entries = [("", tr("default")), *known]
        self.choice(rows, tr("Coolant"), entries, lambda: self.common("coolant"), lambda value: self.set_fields(coolant=value))

    def _figure_rows(self, rows: FieldList, kinds: set[CoolingKind]) -> None:
        shared_figures = set.intersection(*(set(_figures_of(kind)) for kind in kinds))
        labels = {
            "capacity_w": tr("Capacity"),
            "airflow_m3_h": tr("Airflow"),
            "flow_l_min": tr("Flow"),
            "supply_dc": tr("Supply"),
            "delta_dk": tr("Rise"),
            "volume_l": tr("Volume"),
        }
        for name, unit, parts, bounds in _FIGURES:
            if name in shared_figures:
                self._measure(rows, labels[name], name, unit, parts, bounds)

    def _measure(self, rows: FieldList, label: str, name: str, unit: str, parts: float, bounds: tuple[float, float]) -> None:
        def shared() -> float | None:
            value, same = self.common(name)
            return value / parts if same and value is not None else None

        def commit(value: float | None) -> None:
            self.set_fields(**{name: None if value is None else round(value * parts)})

        empty = tr("site sheet") if name in ("supply_dc", "delta_dk") else tr("not known")
        if name in ("capacity_w", "airflow_m3_h", "flow_l_min"):
            empty = tr("from the type")
        add_measure(self, rows, label, unit, shared, commit, empty=empty, bounds=bounds, decimals=0 if parts == 1 else 1)

    def _carriers(self, kinds: set[CoolingKind]) -> list[tuple[Any, str]]:
        nodes = self.session.snapshot[TABLE]
        named = zip(nodes.ids.tolist(), nodes["name"].tolist(), nodes["kind"].tolist(), strict=True)
        return [(_NONE, tr("nothing")), *((row_id, name) for row_id, name, kind in named if CoolingKind(kind) in kinds)]

    def _connected(self, name: str) -> tuple[Any, bool]:
        value, same = self.common(name)
        return (_NONE if value is None else value), same

    def _connect(self, name: str) -> Callable[[Any], object]:
        def chosen(value: Any) -> None:
            other = "cooled_by_id" if name == "supplies_id" else "supplies_id"
            by_other: dict[int | None, list[int]] = {}
            for row in self.rows():
                by_other.setdefault(row[other], []).append(int(row["id"]))
            for other_id, ids in by_other.items():
                fields = {name: value or None, other: other_id}
                self.session.do(connect_cooling, ids, fields["supplies_id"], fields["cooled_by_id"])

        return chosen

    def _power(self, name: str) -> Callable[[Any], object]:
        def chosen(value: Any) -> None:
            row = self.rows()[0]
            fields = {"power_node_id": row["power_node_id"], "power_alternate_id": row["power_alternate_id"], name: value or None}
            ids = [int(selected_row["id"]) for selected_row in self.rows()]
            self.session.do(power_cooling, ids, fields["power_node_id"], fields["power_alternate_id"])

        return chosen

    def _type_id(self, row: dict[str, Any]) -> int | None:
        if row["device_id"] is not None:
            return int(self.session.snapshot["device"].row(int(row["device_id"]))["type_id"])
        return None if row["type_id"] is None else int(row["type_id"])

    def _now(self, value: Callable[[CoolingPlan, int], float], unit: str) -> str:
        """The flow is calculated in the background; until then nothing is shown."""
        plan = self.session.snapshot.known(cooling_plan)
        if plan is None:
            return ""
        figure = float(value(plan, plan.nodes.position(self.selection[0].id)))
        if figure == float("inf"):
            return tr("not known; assumed sufficient")
        return format_quantity(rounded_load(figure) if unit == "W" else figure, unit)

    def _cools(self) -> str:
        served = self.session.snapshot["cooling_service"]
        words = []
        for column, table in COOLED_PLACES.items():
            served_ids = served[column][(served["cooling_id"] == self.selection[0].id) & (served[column] != ABSENT)]
            names = [str(self.session.snapshot[table].row(int(row_id))["name"]) for row_id in served_ids[:4]]
            words += [*names, *([f"+ {len(served_ids) - 4}"] if len(served_ids) > 4 else [])]
        return ", ".join(words)


def _figures_of(kind: CoolingKind) -> tuple[str, ...]:
    if kind is CoolingKind.AIR:
        return _OF_AIR
    if kind in LOOPS:
        return _OF_LOOPS
    if kind is CoolingKind.PUMP:
        return ("flow_l_min",)
    return _OF_AIR_UNITS if kind in (CoolingKind.CRAH, CoolingKind.CRAC, CoolingKind.IN_ROW, CoolingKind.REAR_DOOR) else _OF_LIQUID_UNITS


def cooling_form(session: Session, selection: Sequence[ObjectRef]) -> Form:
    """The form for parts of the cooling."""
    return CoolingForm(session, selection)
