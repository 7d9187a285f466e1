"""The forms of the inspector for ways for cables: what each is, how large, how full, and what runs through it."""

from functools import partial
from typing import Any

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.floor.floor_items import outline_points
from gpudesk.derived.cabling.pathway_lines import length_mm
from gpudesk.derived.pathways.pathway_limits import way_limits
from gpudesk.derived.pathways.pathway_loads import way_loads
from gpudesk.operations.cabling.pathway_operations import BOUNDS, CARRIES, change_pathways
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_measures import add_measure
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm
from gpudesk.ui.panels.words.pathway_labels import carried_name, way_kind_name
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import FieldList

tr_way_fields = text_context("WayFields")
tr_way_form = text_context("WayForm")
tr_ways_form = text_context("WaysForm")

TABLE = "pathway"


class WayFields(Form):
    """Settings of one or several pathways."""

    def say(self, **settings: Any) -> None:
        """Change the selected ways."""
        self.session.do(change_pathways, [ref.id for ref in self.selection], settings)

    def size_rows(self, rows: FieldList) -> None:
        """Permitted content of the pathways, their size and height, and their limits."""
        entries = [(carried, carried_name(carried)) for carried in CARRIES]
        self.choice(rows, tr_way_fields("Contents"), entries, lambda: self.common("carries"), lambda value: self.say(carries=value))
        for name, label in (
            ("height_mm", tr_way_fields("Height")),
            ("width_mm", tr_way_fields("Width")),
            ("depth_mm", tr_way_fields("Depth")),
        ):
            self._measure(rows, name, label, "mm")

    def limit_rows(self, rows: FieldList) -> None:
        """How full, heavy and tight they may be."""
        self._measure(rows, "fill_percent", tr_way_fields("Planned fill"), "%", tr_way_fields("site sheet"))
        self._measure(rows, "load_kg_per_m", tr_way_fields("Load rating per meter"), "kg", tr_way_fields("not limited"))
        self._measure(rows, "bend_radius_mm", tr_way_fields("Bend radius"), "mm", tr_way_fields("not known"))

    def _measure(self, rows: FieldList, name: str, label: str, unit: str, empty: str = "") -> None:
        def shared() -> float | None:
            value, same = self.common(name)
            return float(value) if same and value is not None else None

        def commit(value: float | None) -> None:
            if value is not None or empty:
                self.say(**{name: None if value is None else round(value)})

        add_measure(self, rows, label, unit, shared, commit, empty=empty, bounds=BOUNDS[name])


class WayForm(WayFields, NamedForm):
    """One cable pathway."""

    def subtitle(self) -> str:
        row = self.rows()[0]
        halls = self.session.snapshot["hall"]
        names = [str(halls.row(int(row[name]))["name"]) for name in ("hall_id", "to_hall_id") if row[name] is not None]
        return f"{way_kind_name(int(row['kind']))} · {' – '.join(names)} · " + tr_way_form("phase {number}").format(number=row["phase"])

    def fill(self, rows: FieldList) -> None:
        row = self.rows()[0]
        self.group(rows, tr_way_form("Pathway"))
        rows.add_gap()
        self.name_row(rows)
        leads = row["to_hall_id"] is not None
        kinds = [PathwayKind.DUCT, PathwayKind.CONDUIT, PathwayKind.RISER] if leads else list(PathwayKind)
        entries = [(int(kind), way_kind_name(kind)) for kind in kinds]
        self.choice(rows, tr_way_form("Kind"), entries, lambda: self.common("kind"), lambda kind: self.say(kind=kind))
        self.size_rows(rows)
        if leads:
            self._measure(rows, "length_mm", tr_way_form("Length"), "mm")
        else:
            self.fact(rows, tr_way_form("Length"), self._length)
        self.phase_row(rows)
        self.line(rows, tr_way_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        rows.add_gap()
        self.group(rows, tr_way_form("Contents"))
        for name, label in (
            ("cables", tr_way_form("Cables")),
            ("fill", tr_way_form("Filled to")),
            ("limit", tr_way_form("Planned / full at")),
            ("weight", tr_way_form("Weight per meter")),
            ("bend", tr_way_form("Required radius")),
        ):
            self.fact(
                rows, label, partial(self._figure, name), missing=tr_way_form("There are no cables, or they have not been counted yet")
            )
        rows.add_gap()
        self.group(rows, tr_way_form("Limits"))
        rows.add_gap()
        self.limit_rows(rows)
        rows.add_gap()

    def _length(self) -> str:
        points = outline_points(str(self.rows()[0]["outline"]))
        return format_quantity(round(length_mm(points)), "mm") if len(points) > 1 else MISSING

    def _figure(self, name: str) -> str:
        """Fill of the fullest meter, as far as counted with the checks."""
        snapshot = self.session.snapshot
        place = snapshot[TABLE].position(self.selection[0].id)
        limits = way_limits(snapshot)
        if name == "limit":
            return f"{format_quantity(limits.fill_percent[place], '%')} · {format_quantity(limits.full_percent[place], '%')}"
        loads = snapshot.known(way_loads)
        if loads is None:
            return ""
        lying = loads.ways(snapshot.types)
        if name == "cables":
            return format_number(int(lying.cables[place]))
        if name == "fill":
            percent = 100 * float(lying.area_mm2[place]) / float(limits.area_mm2[place])
            return format_quantity(round(percent, 1), "%", decimals=1)
        if name == "weight":
            return format_quantity(round(float(lying.kg_per_m[place]), 1), "kg", decimals=1)
        return format_quantity(round(float(lying.bend_radius_mm[place])), "mm")


class WaysForm(WayFields):
    """Several cable pathways: settings for all."""

    def title(self) -> str:
        return tr_ways_form("%n pathway(s)", "", len(self.selection))

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_ways_form("Set for all"))
        rows.add_gap()
        self.size_rows(rows)
        self.limit_rows(rows)
        self.phase_row(rows)
        rows.add_gap()
