"""What differs between two states as lines of a table: what came, went, moved and changed."""

from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import Domain, domain_title
from gpudesk.derived.racks.device_placement import unit_name
from gpudesk.derived.totals.comparison import Comparison, place_parts, referred_name
from gpudesk.project.compare import Difference, Sort
from gpudesk.project.outside_plan import OUTSIDE_PREFIX
from gpudesk.project.pairing import REFERENCES
from gpudesk.project.redundant_roles import REDUNDANT_PLAN_PREFIX, REDUNDANT_PREFIX
from gpudesk.project.site_sheet import baseline_definitions, site_definitions
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.code_labels import face_name, side_name, status_name
from gpudesk.ui.toolkit.parts.plain_table import Cell, Line
from gpudesk.ui.toolkit.parts.sheet_rows import title
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name

MOST_LINES = 5000
"""More differences than a person reads are counted, not listed."""
_TABLES = {
    "phase": (QT_TRANSLATE_NOOP("Differences", "build phase"), "phase"),
    "hall": (QT_TRANSLATE_NOOP("Differences", "hall"), "hall"),
    "rack_row": (QT_TRANSLATE_NOOP("Differences", "row"), "row"),
    "rack": (QT_TRANSLATE_NOOP("Differences", "rack"), "kind-rack"),
    "device": (QT_TRANSLATE_NOOP("Differences", "device"), "kind-server"),
    "reservation": (QT_TRANSLATE_NOOP("Differences", "reserved units"), "reserve"),
    "floor_item": (QT_TRANSLATE_NOOP("Differences", "floor item"), "hall"),
    "underlay": (QT_TRANSLATE_NOOP("Differences", "underlay"), "layers"),
    "power_node": (QT_TRANSLATE_NOOP("Differences", "power component"), "power"),
    "power_cord": (QT_TRANSLATE_NOOP("Differences", "power cord"), "power"),
    "cooling_node": (QT_TRANSLATE_NOOP("Differences", "cooling component"), "kind-cooling"),
    "cooling_service": (QT_TRANSLATE_NOOP("Differences", "cooled object"), "kind-cooling"),
    "network": (QT_TRANSLATE_NOOP("Differences", "network"), "fabric"),
    "network_stage": (QT_TRANSLATE_NOOP("Differences", "network stage"), "fabric"),
    "pathway": (QT_TRANSLATE_NOOP("Differences", "pathway"), "fabric"),
    "cable": (QT_TRANSLATE_NOOP("Differences", "cable"), "fabric"),
    "workload": (QT_TRANSLATE_NOOP("Differences", "workload"), "size"),
    "catalog_item": (QT_TRANSLATE_NOOP("Differences", "type in use"), "catalog"),
    "site_value": (QT_TRANSLATE_NOOP("Differences", "site sheet"), "hall"),
    "baseline_value": (QT_TRANSLATE_NOOP("Differences", "baseline"), "status"),
    "severity": (QT_TRANSLATE_NOOP("Differences", "severity of a rule"), "check"),
    "exclusion": (QT_TRANSLATE_NOOP("Differences", "excluded problem"), "exclude"),
    "setting": (QT_TRANSLATE_NOOP("Differences", "setting"), "status"),
    "person": (QT_TRANSLATE_NOOP("Differences", "person on site"), "status"),
}
_COLUMNS = {
    "rack_id": QT_TRANSLATE_NOOP("Differences", "rack"),
    "hall_id": QT_TRANSLATE_NOOP("Differences", "hall"),
    "row_id": QT_TRANSLATE_NOOP("Differences", "row"),
    "parent_id": QT_TRANSLATE_NOOP("Differences", "held by"),
    "type_id": QT_TRANSLATE_NOOP("Differences", "type"),
    "position": QT_TRANSLATE_NOOP("Differences", "unit"),
    "face": QT_TRANSLATE_NOOP("Differences", "face"),
    "side": QT_TRANSLATE_NOOP("Differences", "side"),
    "slot": QT_TRANSLATE_NOOP("Differences", "slot"),
    "name": QT_TRANSLATE_NOOP("Differences", "name"),
    "role": QT_TRANSLATE_NOOP("Differences", "role"),
    "status": QT_TRANSLATE_NOOP("Differences", "status"),
    "serial": QT_TRANSLATE_NOOP("Differences", "serial number"),
    "asset": QT_TRANSLATE_NOOP("Differences", "asset"),
    "notes": QT_TRANSLATE_NOOP("Differences", "notes"),
    "phase": QT_TRANSLATE_NOOP("Differences", "phase"),
    "reason": QT_TRANSLATE_NOOP("Differences", "reason"),
    "height": QT_TRANSLATE_NOOP("Differences", "height"),
    "value": QT_TRANSLATE_NOOP("Differences", "value"),
    "x_mm": QT_TRANSLATE_NOOP("Differences", "x, mm"),
    "y_mm": QT_TRANSLATE_NOOP("Differences", "y, mm"),
    "angle_ddeg": QT_TRANSLATE_NOOP("Differences", "angle, °"),
    "width_mm": QT_TRANSLATE_NOOP("Differences", "width, mm"),
    "depth_mm": QT_TRANSLATE_NOOP("Differences", "depth, mm"),
    "height_mm": QT_TRANSLATE_NOOP("Differences", "height, mm"),
    "right_x_mm": QT_TRANSLATE_NOOP("Differences", "right corner, x, mm"),
    "right_y_mm": QT_TRANSLATE_NOOP("Differences", "right corner, y, mm"),
    "clear_width_mm": QT_TRANSLATE_NOOP("Differences", "clear width, mm"),
    "clear_height_mm": QT_TRANSLATE_NOOP("Differences", "clear height, mm"),
    "outline": QT_TRANSLATE_NOOP("Differences", "outline"),
    "kind": QT_TRANSLATE_NOOP("Differences", "kind"),
    "opacity_percent": QT_TRANSLATE_NOOP("Differences", "opacity, %"),
    "raised_floor": QT_TRANSLATE_NOOP("Differences", "raised floor"),
    "tile_mm": QT_TRANSLATE_NOOP("Differences", "floor tile, mm"),
    "uniform_limit_kg_per_m2": QT_TRANSLATE_NOOP("Differences", "uniform load, kg/m²"),
    "point_limit_kg": QT_TRANSLATE_NOOP("Differences", "point load, kg"),
    "rolling_limit_kg": QT_TRANSLATE_NOOP("Differences", "rolling load, kg"),
    "rack_names": QT_TRANSLATE_NOOP("Differences", "rack name pattern"),
    "rail_depth_mm": QT_TRANSLATE_NOOP("Differences", "mounting depth, mm"),
    "body": QT_TRANSLATE_NOOP("Differences", "facts"),
    "version": QT_TRANSLATE_NOOP("Differences", "version"),
    "severity": QT_TRANSLATE_NOOP("Differences", "severity"),
    "team": QT_TRANSLATE_NOOP("Differences", "team"),
    "device_id": QT_TRANSLATE_NOOP("Differences", "device"),
    "port": QT_TRANSLATE_NOOP("Differences", "inlet"),
    "from_device_id": QT_TRANSLATE_NOOP("Differences", "plugged into"),
    "from_port": QT_TRANSLATE_NOOP("Differences", "outlet"),
    "from_node_id": QT_TRANSLATE_NOOP("Differences", "feed"),
    "fed_by_id": QT_TRANSLATE_NOOP("Differences", "fed by"),
    "alternate_id": QT_TRANSLATE_NOOP("Differences", "alternate"),
    "feed_side": QT_TRANSLATE_NOOP("Differences", "feed side"),
    "wiring": QT_TRANSLATE_NOOP("Differences", "wiring"),
    "line": QT_TRANSLATE_NOOP("Differences", "line"),
    "voltage_v": QT_TRANSLATE_NOOP("Differences", "voltage, V"),
    "breaker_a": QT_TRANSLATE_NOOP("Differences", "breaker, A"),
    "derating_percent": QT_TRANSLATE_NOOP("Differences", "derating, %"),
    "continuous_percent": QT_TRANSLATE_NOOP("Differences", "continuous load, %"),
    "capacity_va": QT_TRANSLATE_NOOP("Differences", "rating, VA"),
    "receptacle": QT_TRANSLATE_NOOP("Differences", "receptacle"),
    "supplies_id": QT_TRANSLATE_NOOP("Differences", "supplies"),
    "cooled_by_id": QT_TRANSLATE_NOOP("Differences", "cooled by"),
    "cooling_id": QT_TRANSLATE_NOOP("Differences", "cooled by"),
    "power_node_id": QT_TRANSLATE_NOOP("Differences", "power"),
    "power_alternate_id": QT_TRANSLATE_NOOP("Differences", "second feed"),
    "unit_side": QT_TRANSLATE_NOOP("Differences", "side"),
    "redundancy": QT_TRANSLATE_NOOP("Differences", "redundancy"),
    "capacity_w": QT_TRANSLATE_NOOP("Differences", "capacity, W"),
    "airflow_m3_h": QT_TRANSLATE_NOOP("Differences", "airflow, m³/h"),
    "flow_l_min": QT_TRANSLATE_NOOP("Differences", "flow, L/min"),
    "supply_dc": QT_TRANSLATE_NOOP("Differences", "supply temperature, tenths of °C"),
    "delta_dk": QT_TRANSLATE_NOOP("Differences", "temperature rise, tenths of K"),
    "volume_l": QT_TRANSLATE_NOOP("Differences", "volume, L"),
    "coolant": QT_TRANSLATE_NOOP("Differences", "coolant"),
    "length_mm": QT_TRANSLATE_NOOP("Differences", "length, mm"),
    "network_id": QT_TRANSLATE_NOOP("Differences", "network"),
    "a_module_id": QT_TRANSLATE_NOOP("Differences", "module at A"),
    "b_module_id": QT_TRANSLATE_NOOP("Differences", "module at B"),
    "assembly": QT_TRANSLATE_NOOP("Differences", "splitter"),
    "task": QT_TRANSLATE_NOOP("Differences", "task"),
    "asked": QT_TRANSLATE_NOOP("Differences", "requirements"),
    "model": QT_TRANSLATE_NOOP("Differences", "model"),
    "on_type": QT_TRANSLATE_NOOP("Differences", "runs on"),
    "on_phase": QT_TRANSLATE_NOOP("Differences", "runs on phase"),
    "demand": QT_TRANSLATE_NOOP("Differences", "hourly demand"),
    "by_hand": QT_TRANSLATE_NOOP("Differences", "set by hand"),
}
_LONG = frozenset(["body", "notes", "outline", "asked", "model"])
"""Columns whose values are too long to be shown side by side."""
_SORTS = {
    Sort.ADDED: QT_TRANSLATE_NOOP("Differences", "Added"),
    Sort.REMOVED: QT_TRANSLATE_NOOP("Differences", "Removed"),
    Sort.MOVED: QT_TRANSLATE_NOOP("Differences", "Moved"),
    Sort.CHANGED: QT_TRANSLATE_NOOP("Differences", "Changed"),
}


def counts(comparison: Comparison) -> dict[Sort, int]:
    """How many of each sort."""
    return comparison.differences.counts()


_SETTINGS = {
    OUTSIDE_PREFIX: QT_TRANSLATE_NOOP("Differences", "Out of scope: {subject}"),
    REDUNDANT_PREFIX: QT_TRANSLATE_NOOP("Differences", "Devices required with the role {subject}"),
    REDUNDANT_PLAN_PREFIX: QT_TRANSLATE_NOOP("Differences", "Template that requires the role {subject}"),
}
"""Prefix of the keys of settings → their title."""


def sort_title(sort: Sort) -> str:
    """The head over the differences of a sort."""
    return _said(_SORTS[sort])


def difference_lines(comparison: Comparison) -> list[Line]:
    """The differences under heads by sort; at most `MOST_LINES`, and then how many more there are."""
    lines: list[Line] = []
    by_sort: dict[Sort, list[Difference]] = {sort: [] for sort in Sort}
    for difference in comparison.differences:
        by_sort[difference.sort].append(difference)
    room = MOST_LINES
    for sort, differences in by_sort.items():
        if not differences:
            continue
        head = QCoreApplication.translate("Differences", "{sort}: {count}").format(
            sort=sort_title(sort), count=format_number(len(differences))
        )
        lines.append(Line(f"group:{sort}", (), head))
        shown = differences[: max(room, 0)]
        named = zip(shown, comparison.names(shown), strict=True)
        lines += [_line(comparison, difference, _titled(comparison, difference, name)) for difference, name in named]
        if len(differences) > room:
            more = QCoreApplication.translate("Differences", "and {count} more").format(
                count=format_number(len(differences) - max(room, 0))
            )
            lines.append(Line(f"more:{sort}", (Cell(more, ink="text.tertiary"), Cell(), Cell())))
        room -= len(differences)
    return lines


def _line(comparison: Comparison, difference: Difference, name: str) -> Line:
    table, icon = _TABLES[difference.table]
    details = "; ".join(_change(comparison, *change) for change in difference.columns)
    key = (difference.table, difference.left_id, difference.right_id)
    cells = (
        Cell(name or MISSING, icon=icon),
        Cell(_said(table), step="caption", ink="text.tertiary"),
        Cell(details, step="caption", ink="text.secondary", tool_tip=details.replace("; ", "\n")),
    )
    return Line(key, cells)


def difference_name(comparison: Comparison, difference: Difference) -> str:
    """The name of what differs; values of sheets and types are shown by their titles."""
    return _titled(comparison, difference, comparison.names([difference])[0])


def _titled(comparison: Comparison, difference: Difference, name: str) -> str:
    """The title of a value, a type or a setting of this name, the name of other objects."""
    if difference.table == "setting":
        return setting_title(name)
    if difference.table == "site_value" and name in site_definitions().values:
        return title(site_definitions().values[name].titles)
    if difference.table == "baseline_value":
        state, row_id = (
            (comparison.right, difference.right_id) if difference.right_id is not None else (comparison.left, difference.left_id)
        )
        role = "" if row_id is None else str(state["baseline_value"].row(row_id)["role"])
        known = baseline_definitions().values.get(name)
        return f"{role}: {name if known is None else title(known.titles)}"
    if difference.table == "catalog_item":
        for state in (comparison.right, comparison.left):
            type_id = state.types.id_of(name)
            if type_id is not None:
                return tr_type_name(state.types[type_id].title)
    return name


def setting_title(key: str) -> str:
    """The title of a setting of the scope, by its key; other keys as they are."""
    for prefix, text in _SETTINGS.items():
        subject = key.removeprefix(prefix)
        if subject and subject != key:
            known = prefix == OUTSIDE_PREFIX and subject in [*Domain]
            return _said(text).format(subject=tr_message(domain_title(Domain(subject))) if known else subject)
    return key


def _change(comparison: Comparison, column: str, before: Any, after: Any) -> str:
    name = column_word(column)
    if column in _LONG:
        return name
    values = _written(comparison.left, column, before), _written(comparison.right, column, after)
    return f"{name} {values[0]} → {values[1]}"


def _written(state: Snapshot, column: str, value: Any) -> str:
    if value is None or value == "":
        return MISSING
    if column in REFERENCES:
        return referred_name(state, column, int(value))
    if column == "position":
        return unit_name(int(value))
    if column == "face":
        return face_name(int(value))
    if column == "side":
        return side_name(int(value))
    if column == "status":
        return status_name(int(value))
    return str(value)


def column_word(column: str) -> str:
    """Display name of a project column."""
    return _said(_COLUMNS[column]) if column in _COLUMNS else column


def table_word(table: str) -> tuple[str, str]:
    """Display name of a row of a project table, and its icon."""
    text, icon = _TABLES[table]
    return _said(text), icon


def _said(text: str) -> str:
    return QCoreApplication.translate("Differences", text)


def difference_words(comparison: Comparison, difference: Difference) -> str:
    """A difference in lines: its sort with the name of what went, then each field before and after."""
    head = sort_title(difference.sort)
    if difference.sort is Sort.REMOVED:
        head = f"{head}: {difference_name(comparison, difference)}"
    return "\n".join([head, *(_change(comparison, *change) for change in difference.columns)])


def place_words(comparison: Comparison, difference: Difference) -> str:
    """Where something is now, or was before it went."""
    state, row_id = (comparison.left, difference.left_id) if difference.right_id is None else (comparison.right, difference.right_id)
    return "" if row_id is None else " · ".join(place_parts(state, difference.table, row_id))


def before_and_after(comparison: Comparison, difference: Difference) -> tuple[str, str]:
    """The difference, before and after; for added or removed objects their type."""
    if difference.left_id is None or difference.right_id is None:
        state, row_id = (comparison.left, difference.left_id) if difference.right_id is None else (comparison.right, difference.right_id)
        fact = "" if row_id is None else _fact(state, difference.table, row_id)
        return (MISSING, fact) if difference.left_id is None else (fact, MISSING)
    left: list[str] = []
    right: list[str] = []
    for column, before, after in difference.columns:
        word = column_word(column)
        for parts, state, value in ((left, comparison.left, before), (right, comparison.right, after)):
            parts.append(word if column in _LONG else f"{word} {_written(state, column, value)}")
    return "; ".join(left), "; ".join(right)


def _fact(state: Snapshot, table: str, row_id: int) -> str:
    """Main information on an added or removed object: its type, or the value of a sheet."""
    row = state[table].row(row_id)
    if "type_id" in row:
        return _written(state, "type_id", row["type_id"])
    return str(row["value"]) if "value" in row else ""
