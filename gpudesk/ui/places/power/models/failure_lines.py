"""Effect of one failure as table lines: opening breakers, stopped or reduced devices, lost cooling."""

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.cooling.cooling_kinds import KIND_NAMES
from gpudesk.core.power.supplies import SupplyState, gpu_cap_w
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.failures.cooling_failure_impact import CoolingAftermath
from gpudesk.derived.failures.power_failure_impact import Aftermath
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.ui.panels.failures.failure_labels import time_text
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, WARNING

MOST_LINES = 3000
"""More is counted, not listed."""


def heads() -> tuple[Head, ...]:
    """The heads of the table."""
    translate = QCoreApplication.translate
    return (
        Head(translate("FailureLines", "Result")),
        Head(translate("FailureLines", "Name")),
        Head(translate("FailureLines", "Where")),
        Head(translate("FailureLines", "Cause")),
        Head(translate("FailureLines", "Overheats after"), right=True),
        Head(""),
    )


def failure_lines(after: Aftermath) -> list[Line]:
    """Breakers by the round in which they open, air and loops that fall short, devices, then racks that lack cooling, the worst first.

    Each line's key is a `Key` of its row.
    """
    lines = list(_breakers(after))
    # Few lines that say much come before many.
    lines += [] if after.cooling is None else _carriers(after.cooling)
    lines += _devices(after)
    lines += [] if after.cooling is None else _places(after.cooling)
    over = len(lines) - MOST_LINES
    if over > 0:
        text = QCoreApplication.translate("FailureLines", "and {count} more").format(count=format_number(over))
        lines = [*lines[:MOST_LINES], Line(None, (Cell(text, ink="text.secondary"), *(Cell(),) * (len(heads()) - 1)))]
    return lines


def _breakers(after: Aftermath) -> Iterator[Line]:
    chain, network = after.chain, after.chain.plan.network
    for number, nodes in enumerate(after.rounds):
        for node in nodes.tolist():
            place = int(chain.place_of_node[node])
            words = QCoreApplication.translate("FailureLines", "breaker trips")
            when = QCoreApplication.translate("FailureLines", "immediately") if not number else ""
            when = when or QCoreApplication.translate("FailureLines", "in round {number}").format(number=number + 1)
            rating = format_quantity(round(float(network.breaker_a[node]), 1), "A")
            kind = power_node_name(NODE_KINDS[int(chain.kind[place])])
            yield Line(
                chain.key(place),
                (Cell(words, severity=ERROR), Cell(chain.names[place]), Cell(kind), Cell(f"{rating}, {when}"), Cell(), _show()),
            )


def _devices(after: Aftermath) -> Iterator[Line]:
    chain, plan = after.chain, after.chain.plan
    snapshot = chain.snapshot
    devices, racks = snapshot["device"], snapshot["rack"]
    changed = np.flatnonzero(after.change != SupplyState.FULL)
    rack_of = snapshot.cached(whereabouts).rack[plan.loads[changed]]
    total = np.bincount(plan.network.cord_device, minlength=plan.network.devices)
    for place in np.lexsort((rack_of, -after.change[changed])).tolist():
        load = int(changed[place])
        state, row = SupplyState(int(after.change[load])), devices.row(int(devices.ids[plan.loads[load]]))
        rack = "" if rack_of[place] == ABSENT else str(racks.row(int(rack_of[place]))["name"])
        alive = int(after.flow.alive[load])
        how = QCoreApplication.translate("FailureLines", "{alive} of {total} supplies").format(alive=alive, total=int(total[load]))
        if state is SupplyState.REDUCED:
            how += f" · {format_quantity(round(100 * float(after.flow.share[load])), '%')}"
            cap = gpu_cap_w(snapshot.types[int(row["type_id"])].supplies, alive)
            if cap is not None:
                a_gpu = QCoreApplication.translate("FailureLines", "{watts} per GPU").format(watts=format_quantity(cap, "W"))
                how += f" · {a_gpu}"
        key = ("device", int(row["id"]), ABSENT)
        yield Line(key, (_state(state), Cell(str(row["name"])), Cell(rack), Cell(how), Cell(), _show()))


def _carriers(after: CoolingAftermath) -> Iterator[Line]:
    """Units without power, and air and loops that fall short."""
    translate, nodes = QCoreApplication.translate, after.plan.nodes

    def node_line(node: int, words: str, how: str = "", time: str = "") -> Line:
        kind = power_node_name(KIND_NAMES[int(nodes["kind"][node])])
        cells = (Cell(words, severity=ERROR), Cell(str(nodes["name"][node])), Cell(kind), Cell(how), Cell(time, right=True), _show())
        return Line(("cooling_node", int(nodes.ids[node]), ABSENT), cells)

    for node in after.dark.tolist():
        yield node_line(node, translate("FailureLines", "loses power"))
    for node in after.short.tolist():
        words = translate("FailureLines", "short of capacity") if after.flow.share[node] > 0 else translate("FailureLines", "stopped")
        how = _taken(float(after.flow.share[node]), float(after.flow.load_w[node]))
        yield node_line(node, words, how, _time(float(after.times_s[node])))


def _places(after: CoolingAftermath) -> Iterator[Line]:
    """The racks and devices on the floor that lack cooling."""
    translate, plan, nodes, heat = QCoreApplication.translate, after.plan, after.plan.nodes, after.plan.heat
    for place in after.affected.tolist():
        dry, wet = bool(after.places.dry[place]), bool(after.places.wet[place])
        carriers = [node for node, felt in ((after.places.room[place], dry), (plan.network.loop[place], wet)) if felt and node != ABSENT]
        names = ", ".join(str(nodes["name"][node]) for node in carriers)
        left, is_down = float(after.places.left[place]), after.place_state[place] == SupplyState.DOWN
        words = translate("FailureLines", "no longer cooled") if is_down else translate("FailureLines", "partly cooled")
        how, time = _taken(left, float(heat.heat_w[place])), _time(float(after.place_time_s[place]))
        devices = int(heat.devices[place] if dry else heat.wet[place])
        count = translate("FailureLines", "devices: {count}").format(count=format_number(devices))
        state, name = Cell(words, severity=ERROR if is_down else WARNING), Cell(heat.name(place))
        yield Line((*heat.object(place), ABSENT), (state, name, Cell(names), Cell(f"{how} · {count}"), Cell(time, right=True), _show()))


def _taken(share: float, heat_w: float) -> str:
    """How much of its heat is still taken away."""
    text = QCoreApplication.translate("FailureLines", "{share} of {heat}")
    return text.format(share=format_quantity(round(100 * share), "%"), heat=format_quantity(round(heat_w), "W"))


def _time(time_s: float) -> str:
    """Time until it becomes too warm."""
    return QCoreApplication.translate("FailureLines", "not known") if np.isnan(time_s) else time_text(time_s)


def _state(state: SupplyState) -> Cell:
    if state is SupplyState.REDUCED:
        return Cell(QCoreApplication.translate("FailureLines", "throttled"), severity=WARNING)
    if state is SupplyState.MANAGEMENT_ONLY:
        return Cell(QCoreApplication.translate("FailureLines", "management only"), severity=ERROR)
    return Cell(QCoreApplication.translate("FailureLines", "stops"), severity=ERROR)


def _show() -> Cell:
    return Cell(button=QCoreApplication.translate("FailureLines", "Go there"))
