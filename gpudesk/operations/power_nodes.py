"""Sources, UPS, panels and feeds: added, hung on one another, taken away with what hangs on them."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_kinds import TOPS, USUAL_NAMES, PowerNodeKind, makes_circle
from gpudesk.core.power_lines import Wiring
from gpudesk.operations.fields import checked_fields
from gpudesk.operations.naming import checked_name, next_names
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def add_power_node(
    edit: Edit,
    kind: int,
    voltage_v: int,
    wiring: int = Wiring.WYE,
    parent_id: int | None = None,
    alternate_id: int | None = None,
    hall_id: int | None = None,
    device_id: int | None = None,
    line: int | None = None,
    breaker_a: int | None = None,
    derating_percent: int = 100,
    continuous_percent: int | None = None,
    capacity_va: int | None = None,
    feed_side: str = "",
    receptacle: str = "",
    name: str = "",
    notes: str = "",
    phase: int = 1,
) -> int:
    """Add a source, a UPS, a panel, a feed or the like; returns its id.

    Args:
        kind: a `PowerNodeKind`.
        wiring: a `Wiring`.
        device_id: the device on the floor that it is (a UPS, a busway).
        line: of a circuit of one or two lines, on which line of its parent it begins.
        continuous_percent: how much of the breaker counts for loads of three hours and more; left out, the site sheet says it.

    Raises:
        Refused: a value has no meaning, or what it hangs on is unknown.
    """
    kind = _checked_kind(kind)
    for table, row_id in (("hall", hall_id), ("device", device_id), ("power_node", parent_id), ("power_node", alternate_id)):
        if row_id is not None:
            edit.row(table, row_id)
    _demand_above(kind, parent_id, alternate_id)
    values = checked_fields(
        {
            "wiring": wiring,
            "line": line,
            "voltage_v": voltage_v,
            "breaker_a": breaker_a,
            "derating_percent": derating_percent,
            "continuous_percent": continuous_percent,
            "capacity_va": capacity_va,
            "feed_side": feed_side,
            "receptacle": receptacle,
            "notes": notes,
            "phase": phase,
        }
    )
    name = checked_name(name) or next(next_names(edit.columns("power_node")["name"], USUAL_NAMES[kind], 1))
    node_id = edit.insert(
        "power_node",
        hall_id=hall_id,
        device_id=device_id,
        fed_by_id=parent_id,
        alternate_id=alternate_id,
        kind=int(kind),
        name=name,
        **values,
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add {name} to the power"), {"name": name})
    return node_id


@operation
def hang_power_node(edit: Edit, node_id: int, parent_id: int | None, alternate_id: int | None = None) -> None:
    """Let a node be fed by another one, and by a second one when the first is dead.

    Raises:
        Refused: a node is unknown, it would feed itself, or a source would be fed.
    """
    node = edit.row("power_node", node_id)
    _demand_above(PowerNodeKind(int(node["kind"])), parent_id, alternate_id)
    for above in (parent_id, alternate_id):
        if above is not None:
            edit.row("power_node", above)
            if makes_circle(node_id, above, lambda here: _above(edit.row("power_node", here))):
                text = QT_TRANSLATE_NOOP("operations", "{name} would feed itself.")
                raise Refused(Message(_CONTEXT, text, {"name": str(node["name"])}))
    edit.update("power_node", node_id, fed_by_id=parent_id, alternate_id=alternate_id)
    text = QT_TRANSLATE_NOOP("operations", "Cut {name} from its source")
    values = {"name": str(node["name"])}
    if parent_id is not None:
        text = QT_TRANSLATE_NOOP("operations", "Feed {name} from {source}")
        values["source"] = str(edit.row("power_node", parent_id)["name"])
    edit.title = Message(_CONTEXT, text, values)


def _above(row: Mapping[str, Any]) -> tuple[int | None, ...]:
    return row["fed_by_id"], row["alternate_id"]


def _checked_kind(kind: int) -> PowerNodeKind:
    if kind not in tuple(PowerNodeKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no such part of a power chain.")))
    return PowerNodeKind(kind)


def _demand_above(kind: PowerNodeKind, parent_id: int | None, alternate_id: int | None) -> None:
    if kind in TOPS and (parent_id, alternate_id) != (None, None):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A source or a generator is fed by nothing.")))
    if alternate_id is not None and (parent_id is None or parent_id == alternate_id):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "An alternate is another one than the usual source.")))
