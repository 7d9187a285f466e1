"""Rows of the power chain that are dragged onto another one, to hang there."""

import json
from collections.abc import Sequence

from PySide6.QtCore import QMimeData

from gpudesk.core.power.power_kinds import PowerNodeKind, hanging_fault
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import Chain
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.translate import tr_message

MIME = "application/x-gpudesk-power-parts"


def dragged(refs: Sequence[ObjectRef]) -> QMimeData:
    """Nodes and PDUs on their way."""
    data = QMimeData()
    data.setData(MIME, json.dumps([(ref.table, ref.id) for ref in refs]).encode())
    return data


def dragged_refs(data: QMimeData) -> list[ObjectRef]:
    """The nodes and PDUs that are dragged; none where something else is."""
    if not data.hasFormat(MIME):
        return []
    return [ObjectRef(table, row_id) for table, row_id in json.loads(bytes(data.data(MIME).data()))]


def refusal(chain: Chain, refs: Sequence[ObjectRef], target: Key) -> str | None:
    """Why parts cannot hang on a node; "" where that goes without saying, None where they can."""
    table, node_id, _ = target
    if table != "power_node" or ObjectRef(table, node_id) in refs:
        return ""
    nodes = chain.snapshot[table]

    def parents_of(here: int) -> tuple[int | None, ...]:
        row = nodes.row(here)
        return row["fed_by_id"], row["alternate_id"]

    for ref in refs:
        if ref.table == table and nodes.has(ref.id):
            row = nodes.row(ref.id)
            fault = hanging_fault(PowerNodeKind(int(row["kind"])), str(row["name"]), node_id, None, ref.id, parents_of)
            if fault is not None:
                return tr_message(fault)
    return None
