"""What a network is worth, as lines of a table: oversubscription, bisection, ways, and what each loss takes."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.fat_tree_figures import Part, bisection_share, losses, oversubscription, paths
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.derived.fabric_diagram import FabricDiagram
from gpudesk.ui.canvas.fabric_words import tier_name
from gpudesk.ui.models.plain_table import Cell, Head, Line
from gpudesk.ui.quantities import THIN_SPACE, format_number

_PARTS = {
    Part.NODE_LINK: QT_TRANSLATE_NOOP("FabricJudgement", "A link of a node"),
    Part.LEAF: QT_TRANSLATE_NOOP("FabricJudgement", "A leaf"),
    Part.LEAF_LINK: QT_TRANSLATE_NOOP("FabricJudgement", "An uplink of a leaf"),
    Part.SPINE: QT_TRANSLATE_NOOP("FabricJudgement", "A spine"),
    Part.SPINE_LINK: QT_TRANSLATE_NOOP("FabricJudgement", "An uplink of a spine"),
    Part.CORE: QT_TRANSLATE_NOOP("FabricJudgement", "A core"),
}


def said(text: str) -> str:
    """A text of this table in the person's language."""
    return QCoreApplication.translate("FabricJudgement", text)


def heads() -> tuple[Head, ...]:
    """The heads of the table."""
    return (
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "What"))),
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "Figure")), right=True),
        Head(said(QT_TRANSLATE_NOOP("FabricJudgement", "How it is meant"))),
    )


def judgement_lines(diagram: FabricDiagram) -> list[Line]:
    """The lines for one network; those of its tree only where it has one."""
    lines = [Line("tiers", (), said(QT_TRANSLATE_NOOP("FabricJudgement", "As it is joined")))]
    lines += [_tier(diagram, tier) for tier in range(1, len(diagram.tiers)) if len(diagram.tiers[tier])]
    shape = diagram.shape
    if shape is None:
        return lines
    leaf, spine = oversubscription(shape)
    within, between = paths(shape)
    lines.append(Line("tree", (), said(QT_TRANSLATE_NOOP("FabricJudgement", "Of the tree"))))
    lines.append(_line("leaf", QT_TRANSLATE_NOOP("FabricJudgement", "Oversubscription of leaves"), _ratio(leaf), _downs(leaf)))
    if shape.core is not None:
        lines.append(_line("spine", QT_TRANSLATE_NOOP("FabricJudgement", "Oversubscription of spines"), _ratio(spine), _downs(spine)))
    meant = QT_TRANSLATE_NOOP("FabricJudgement", "of what the ports of one half of the nodes can send reaches the other half")
    lines.append(_line("bisection", QT_TRANSLATE_NOOP("FabricJudgement", "Bisection"), _percent(bisection_share(shape)), said(meant)))
    if within:
        meant = QT_TRANSLATE_NOOP("FabricJudgement", "told apart by their cables, from leaf to leaf of one pod")
        lines.append(_line("within", QT_TRANSLATE_NOOP("FabricJudgement", "Ways within a pod"), format_number(within), said(meant)))
    if between:
        meant = QT_TRANSLATE_NOOP("FabricJudgement", "told apart by their cables, from leaf to leaf of two pods")
        lines.append(_line("between", QT_TRANSLATE_NOOP("FabricJudgement", "Ways between pods"), format_number(between), said(meant)))
    lines.append(Line("losses", (), said(QT_TRANSLATE_NOOP("FabricJudgement", "What a loss takes"))))
    meant = QT_TRANSLATE_NOOP("FabricJudgement", "of the bandwidth of {nodes} nodes")
    lines += [
        _line(f"loss {loss.part}", _PARTS[loss.part], _percent(loss.share), said(meant).format(nodes=format_number(loss.nodes)))
        for loss in losses(shape)
    ]
    return lines


def _tier(diagram: FabricDiagram, tier: int) -> Line:
    devices = diagram.tiers[tier]
    down, up, free = (int(part.sum()) for part in (devices.down, devices.up, devices.free))
    ratio = _ratio(down / up) if up else "–"
    text = QT_TRANSLATE_NOOP("FabricJudgement", "{count} switches: {down} links down, {up} up, {free} ports free")
    figures = {"count": len(devices), "down": down, "up": up, "free": free}
    words = said(text).format(**{name: format_number(value) for name, value in figures.items()})
    return Line(f"tier {tier}", (Cell(tier_name(tier)), Cell(ratio, right=True), Cell(words, ink="text.secondary")))


def _line(key: str, title: str, figure: str, meant: str) -> Line:
    return Line(key, (Cell(said(title)), Cell(figure, right=True), Cell(meant, ink="text.secondary")))


def _downs(ratio: float) -> str:
    if ratio < 1:
        return said(QT_TRANSLATE_NOOP("FabricJudgement", "more uplinks than ports below"))
    if ratio == 1:
        return said(QT_TRANSLATE_NOOP("FabricJudgement", "as many uplinks as ports below: nothing is held back"))
    return said(QT_TRANSLATE_NOOP("FabricJudgement", "ports below for each uplink"))


def _ratio(value: float) -> str:
    return f"{format_number(round(value, 2))}{THIN_SPACE}:{THIN_SPACE}1"


def _percent(share: float) -> str:
    return f"{format_number(round(100 * share, 2))}{THIN_SPACE}%"
