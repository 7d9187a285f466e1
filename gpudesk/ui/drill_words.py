"""A failure in words: what fails, what stays, runs on less and stops, and which breaker opens next."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.supplies import SupplyState
from gpudesk.derived.power_after import Aftermath
from gpudesk.ui.quantities import format_number, format_quantity

_MOST_NAMES = 3


def _said(text: str) -> str:
    return QCoreApplication.translate("Drill", text)


def failed_words(after: Aftermath) -> str:
    """What fails: "UPS A fails"."""
    names = _names(after, after.failed)
    one = len(after.failed) == 1
    text = QT_TRANSLATE_NOOP("Drill", "{names} fails") if one else QT_TRANSLATE_NOOP("Drill", "{names} fail together")
    return _said(text).format(names=names)


def outcome_words(after: Aftermath) -> list[str]:
    """What becomes of the devices, and what is lost, one after the other."""
    management, down = after.count(SupplyState.MANAGEMENT_ONLY), after.count(SupplyState.DOWN)
    reduced = after.count(SupplyState.REDUCED)
    words = [_said(QT_TRANSLATE_NOOP("Drill", "stop: {count}")).format(count=format_number(down))]
    if management:
        words.append(_said(QT_TRANSLATE_NOOP("Drill", "only management: {count}")).format(count=format_number(management)))
    if reduced:
        kept = after.kept()[0]
        cap = format_quantity(round(100 * kept.share), "%")
        if kept.gpu_w is None:
            text = _said(QT_TRANSLATE_NOOP("Drill", "run on less: {count}, at {share}"))
            words.append(text.format(count=format_number(reduced), share=cap))
        else:
            text = _said(QT_TRANSLATE_NOOP("Drill", "run on less: {count}, at {share} ({watts} a GPU)"))
            words.append(text.format(count=format_number(reduced), share=cap, watts=format_quantity(kept.gpu_w, "W")))
    else:
        words.append(_said(QT_TRANSLATE_NOOP("Drill", "run on less: {count}")).format(count=format_number(0)))
    words.append(_said(QT_TRANSLATE_NOOP("Drill", "stay as they are: {count}")).format(count=format_number(after.unchanged)))
    lost = format_quantity(round(after.lost_w, -2 if after.lost_w >= 1000 else 0), "W")
    words.append(_said(QT_TRANSLATE_NOOP("Drill", "{watts} less drawn")).format(watts=lost))
    return words


def breaker_words(after: Aftermath) -> str:
    """Which breakers open, or how near the one that carries most comes to it; "" where nothing carries more than before."""
    found = after.next_breaker()
    if found is None:
        return ""
    node, share = found
    name, percent = _names(after, np.array([node])), format_quantity(round(100 * share), "%")
    opened = sum(len(each) for each in after.rounds)
    if not opened:
        text = QT_TRANSLATE_NOOP("Drill", "No breaker opens; the fullest is {name}, {share} of what it lets through")
        return _said(text).format(name=name, share=percent)
    if opened == 1:
        return _said(QT_TRANSLATE_NOOP("Drill", "Then the breaker of {name} opens: {share} of what it lets through")).format(
            name=name, share=percent
        )
    text = QT_TRANSLATE_NOOP("Drill", "Then {count} breakers open in {rounds} rounds, first {name}: {share} of what it lets through")
    return _said(text).format(count=format_number(opened), rounds=len(after.rounds), name=name, share=percent)


def _names(after: Aftermath, nodes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> str:
    chain = after.chain
    names = [chain.names[int(chain.place_of_node[node])] for node in nodes[:_MOST_NAMES].tolist()]
    return ", ".join(names) + (f" +{format_number(len(nodes) - _MOST_NAMES)}" if len(nodes) > _MOST_NAMES else "")
