"""Description of a failure: what fails, stays, runs on reduced supply and stops, and which breaker opens next."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import Ids
from gpudesk.derived.failures.power_failure_impact import Aftermath
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.translate import filled_text

_MOST_NAMES = 3


def _said(text: str) -> str:
    return QCoreApplication.translate("Drill", text)


def failed_words(after: Aftermath) -> str:
    """What fails: "UPS A fails"."""
    names = _joined([*_node_names(after, after.failed), *_unit_names(after)])
    one = len(after.failed) + (0 if after.cooling is None else len(after.cooling.failed)) == 1
    text = QT_TRANSLATE_NOOP("Drill", "{names} fails") if one else QT_TRANSLATE_NOOP("Drill", "{names} fail together")
    return _said(text).format(names=names)


def outcome_words(after: Aftermath) -> list[str]:
    """Effects on the devices, and losses, one after the other."""
    return [*(_power_words(after) if len(after.failed) else ()), *_cooling_words(after)]


def _power_words(after: Aftermath) -> list[str]:
    management, down = after.count(SupplyState.MANAGEMENT_ONLY), after.count(SupplyState.DOWN)
    reduced = after.count(SupplyState.REDUCED)
    words = [_said(QT_TRANSLATE_NOOP("Drill", "stop: {count}")).format(count=format_number(down))]
    if management:
        words.append(_said(QT_TRANSLATE_NOOP("Drill", "management only: {count}")).format(count=format_number(management)))
    if reduced:
        kept_power = after.kept()[0]
        cap = format_quantity(round(100 * kept_power.share), "%")
        if kept_power.gpu_w is None:
            text = _said(QT_TRANSLATE_NOOP("Drill", "throttled: {count}, at {share}"))
            words.append(text.format(count=format_number(reduced), share=cap))
        else:
            text = _said(QT_TRANSLATE_NOOP("Drill", "throttled: {count}, at {share} ({watts} per GPU)"))
            words.append(text.format(count=format_number(reduced), share=cap, watts=format_quantity(kept_power.gpu_w, "W")))
    else:
        words.append(_said(QT_TRANSLATE_NOOP("Drill", "throttled: {count}")).format(count=format_number(0)))
    words.append(_said(QT_TRANSLATE_NOOP("Drill", "unaffected: {count}")).format(count=format_number(after.unchanged)))
    lost = format_quantity(round(after.lost_w, -2 if after.lost_w >= 1000 else 0), "W")
    words.append(_said(QT_TRANSLATE_NOOP("Drill", "{watts} less load")).format(watts=lost))
    return words


def breaker_words(after: Aftermath) -> str:
    """Breakers that open, or the margin of the most loaded one; "" if no load increases."""
    node_and_share = after.next_breaker()
    if node_and_share is None:
        return ""
    node, share = node_and_share
    name, percent = _names(after, np.array([node])), format_quantity(round(100 * share), "%")
    opened = sum(len(opened_nodes) for opened_nodes in after.rounds)
    if not opened:
        text = QT_TRANSLATE_NOOP("Drill", "No breaker trips; the most loaded is {name}, at {share} of its trip rating")
        return _said(text).format(name=name, share=percent)
    if opened == 1:
        return _said(QT_TRANSLATE_NOOP("Drill", "Then the breaker of {name} trips: {share} of its trip rating")).format(
            name=name, share=percent
        )
    text = QT_TRANSLATE_NOOP(
        "Drill",
        "Then {count} {count|breaker trips|breakers trip} in {rounds} {rounds|round|rounds}, first {name}: {share} of its trip rating",
    )
    return filled_text(_said(text), count=format_number(opened), rounds=len(after.rounds), name=name, share=percent)


def _cooling_words(after: Aftermath) -> list[str]:
    """Devices no longer cooled, remaining cooling and time; for a cooling failure also the absence of effects."""
    cooling = after.cooling
    if cooling is None:
        return []
    down, reduced = cooling.count(SupplyState.DOWN), cooling.count(SupplyState.REDUCED)
    if not cooling.places.worse.any():
        return [_said(QT_TRANSLATE_NOOP("Drill", "cooling is maintained"))]
    words = []
    for count, text in (
        (down, QT_TRANSLATE_NOOP("Drill", "no longer cooled: {count}")),
        (reduced, QT_TRANSLATE_NOOP("Drill", "partly cooled: {count}")),
    ):
        words += [_said(text).format(count=format_number(count))] if count else []
    cooled = format_number(cooling.count(SupplyState.FULL))
    words.append(_said(QT_TRANSLATE_NOOP("Drill", "cooled as before: {count}")).format(count=cooled))
    text = QT_TRANSLATE_NOOP("Drill", "{watts} of heat not removed")
    words.append(_said(text).format(watts=format_quantity(round(cooling.lost_w, -2 if cooling.lost_w >= 1000 else 0), "W")))
    words.append(time_words(cooling.time_s))
    return words


def time_words(time_s: float) -> str:
    """How long until the first limit is passed: "too warm after 4 min"."""
    if np.isnan(time_s):
        return _said(QT_TRANSLATE_NOOP("Drill", "time to the limit unknown"))
    if np.isinf(time_s):
        return _said(QT_TRANSLATE_NOOP("Drill", "not overheating"))
    return _said(QT_TRANSLATE_NOOP("Drill", "overheats after {time}")).format(time=time_text(time_s))


def time_text(time_s: float) -> str:
    """Seconds below three minutes, minutes below three hours, then hours."""
    if time_s < 180:
        return format_quantity(round(time_s), "s")
    minutes = time_s / 60
    return format_quantity(round(minutes), "min") if minutes < 180 else format_quantity(round(minutes / 60), "h")


def _names(after: Aftermath, nodes: Ids) -> str:
    return _joined(_node_names(after, nodes))


def _node_names(after: Aftermath, nodes: Ids) -> list[str]:
    chain = after.chain
    return [chain.names[int(chain.place_of_node[node])] for node in nodes.tolist()]


def _unit_names(after: Aftermath) -> list[str]:
    """The parts of the cooling that fail by themselves."""
    return [] if after.cooling is None else [str(name) for name in after.cooling.plan.nodes["name"][after.cooling.failed]]


def _joined(names: list[str]) -> str:
    more = f" +{format_number(len(names) - _MOST_NAMES)}" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
