"""Values of fields after a scan: for a label of the project, its cable and end; labels of other cables are refused."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.values import scanned
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


def scanned_value(field: Evidence, value: Any, basis: Mapping[str, Any], uid: str) -> Any:
    """The value of a field to record; unchanged for a field without scans.

    Args:
        basis: names of the plan that the item is evaluated by → values; the planned label of a field is `d.label_` with its key.
        uid: of the project.

    Raises:
        Refused: it is a label of another project, cable or end.
    """
    if FieldKind.SCAN not in (field.kind, field.value_kind):
        return value
    if isinstance(value, list):
        return [scanned(one, uid) if isinstance(one, str) else one for one in value]
    text, planned = scanned(str(value), uid), basis.get(f"d.label_{field.key}")
    if isinstance(planned, str) and text != planned:
        other = QT_TRANSLATE_NOOP("onsite", "The scan reads {text}; the planned label is {planned}.")
        raise Refused(Message("onsite", other, {"text": text, "planned": planned}))
    return text
