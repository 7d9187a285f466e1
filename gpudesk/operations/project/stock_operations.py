"""Record the items in stock."""

import json
from collections.abc import Sequence

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.stock import MOST_PIECES, StockLine
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cost.project_stock import setting_of
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def set_stock(edit: Edit, lines: Sequence[StockLine]) -> int:
    """Record the stock of some types; returns the number of lines written.

    Raises:
        Refused: nothing is given, a type is in neither project nor catalog, or a count or length is invalid.
    """
    if not lines:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The stock list is empty.")))
    catalog = open_catalog()
    for line in lines:
        if edit.types.id_of(line.key) is None and line.key not in catalog:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} is not in the catalog."), {"model": line.key}))
        if line.count is not None and not 0 <= line.count <= MOST_PIECES:
            text = QT_TRANSLATE_NOOP("operations", "Stock must be between 0 and {most} units.")
            raise Refused(Message(_CONTEXT, text, {"most": MOST_PIECES}))
        if line.length_mm is not None and line.length_mm <= 0:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A cable in stock requires a length.")))
    for line in lines:
        stored = None if line.count is None else {"value": json.dumps({"count": line.count, "only": line.only})}
        upsert_by_key.put(edit, "setting", {"key": setting_of(line.of)}, stored)
    text = QT_TRANSLATE_NOOP("operations", "Record the stock of {count} {count|type|types}")
    edit.title = Message(_CONTEXT, text, {"count": len(lines)})
    return len(lines)
