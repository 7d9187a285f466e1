"""Names and descriptions of cable pathways, in the user's language and units."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathways import COPPER, FIBRE
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.floor_item_labels import size_text
from gpudesk.ui.toolkit.quantities import format_quantity

_KINDS = {
    PathwayKind.TRAY: QT_TRANSLATE_NOOP("Ways", "Tray"),
    PathwayKind.LADDER: QT_TRANSLATE_NOOP("Ways", "Ladder"),
    PathwayKind.BASKET: QT_TRANSLATE_NOOP("Ways", "Basket"),
    PathwayKind.CONDUIT: QT_TRANSLATE_NOOP("Ways", "Conduit"),
    PathwayKind.RISER: QT_TRANSLATE_NOOP("Ways", "Riser"),
    PathwayKind.DUCT: QT_TRANSLATE_NOOP("Ways", "Duct"),
}
_CARRIED = {
    "": QT_TRANSLATE_NOOP("Ways", "everything"),
    FIBRE: QT_TRANSLATE_NOOP("Ways", "fiber only"),
    COPPER: QT_TRANSLATE_NOOP("Ways", "copper only"),
}


def way_kind_name(kind: int) -> str:
    """Display name of a kind of pathway."""
    return QCoreApplication.translate("Ways", _KINDS[PathwayKind(kind)])


def carried_name(carried: str) -> str:
    """Display name of the permitted content of a pathway."""
    return QCoreApplication.translate("Ways", _CARRIED[carried])


def way_lines(snapshot: Snapshot, way_id: int, fill_percent: float | None) -> list[str]:
    """Text of the bubble over a pathway: name, kind and size, height, fill."""
    row = snapshot["pathway"].row(way_id)
    sides = size_text(float(row["width_mm"]), float(row["depth_mm"]))
    height = QCoreApplication.translate("Ways", "{height} above the floor").format(height=format_quantity(int(row["height_mm"]), "mm"))
    lines = [str(row["name"]), f"{way_kind_name(int(row['kind']))} · {sides}", height]
    if fill_percent is not None:
        text = QCoreApplication.translate("Ways", "Filled to {fill}")
        lines.append(text.format(fill=format_quantity(round(fill_percent, 1), "%", decimals=1)))
    return lines
