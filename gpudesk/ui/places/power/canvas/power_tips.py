"""Tooltips of diagram parts: their figures, with the calculation."""

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.project.site_sheet import site_sheet
from gpudesk.ui.panels.words.power_labels import watt_text
from gpudesk.ui.places.power.canvas.one_line_labels import (
    ampere_text,
    before_after,
    load_name,
    load_text,
    node_name,
    percent_text,
    said,
    state_name,
    unit_name,
    unit_text,
)
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.type_name import tr_type_name


def tip_of(scene: DiagramScene, key: Key) -> str:
    """Full tooltip of a part, line by line."""
    node = scene.node(key)
    if node is not None:
        return "\n".join(_node_lines(scene, node))
    load = scene.load(key)
    if load is not None:
        return "\n".join(_load_lines(scene, load))
    unit = scene.unit(key)
    return "" if unit is None else "\n".join(_unit_lines(scene, unit))


def _node_lines(scene: DiagramScene, node: int) -> list[str]:
    diagram, loads, usual = scene.diagram, scene.loads, scene.usual
    assert diagram is not None  # noqa: S101 - narrows the type
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    chain = diagram.chain
    kind = power_node_name(NODE_KINDS[int(chain.kind[chain.place_of_node[node]])])
    lines = [f"{node_name(diagram, node)} · {kind}", *_fed_lines(scene, node)]
    network = chain.plan.network
    factor = float(network.watts_per_va[node])
    watts = before_after(watt_text(float(usual.va[node]) * factor), watt_text(float(loads.va[node]) * factor))
    text = said(QT_TRANSLATE_NOOP("PowerDiagram", "Load: {va}, {watts} at a power factor of {factor}"))
    if network.wiring[node] == Wiring.DC:
        text = said(QT_TRANSLATE_NOOP("PowerDiagram", "Load: {watts} DC"))
    lines.append(text.format(va=load_text(scene, node), watts=watts, factor=format_number(factor)))
    if network.efficiency[node] < 1:
        words = said(QT_TRANSLATE_NOOP("PowerDiagram", "Output is {share} of input power"))
        lines.append(words.format(share=percent_text(float(network.efficiency[node]))))
    lines += _current_lines(scene, node)
    lines += _limit_lines(scene, node)
    if loads.after is not None:
        lines += _after_lines(scene, node)
    return lines


def _fed_lines(scene: DiagramScene, node: int) -> list[str]:
    diagram = scene.diagram
    assert diagram is not None  # noqa: S101 - narrows the type
    network = diagram.chain.plan.network
    above, other = int(network.parent[node]), int(network.alternate[node])
    lines = []
    if above != ABSENT:
        lines.append(said(QT_TRANSLATE_NOOP("PowerDiagram", "Fed from {name}")).format(name=node_name(diagram, above)))
    if other != ABSENT:
        lines.append(
            said(QT_TRANSLATE_NOOP("PowerDiagram", "Alternate feed if de-energized: {name}")).format(name=node_name(diagram, other))
        )
    return lines


def _current_lines(scene: DiagramScene, node: int) -> list[str]:
    """The current of each line, and its calculation."""
    diagram, loads, usual = scene.diagram, scene.loads, scene.usual
    assert diagram is not None  # noqa: S101 - narrows the type
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    network = diagram.chain.plan.network
    now, before = loads.current_a[node], usual.current_a[node]
    present = np.flatnonzero(~np.isnan(now)).tolist()
    words = [f"L{line + 1} {before_after(ampere_text(float(before[line])), ampere_text(float(now[line])))}" for line in present]
    wiring, voltage = int(network.wiring[node]), format_quantity(round(float(network.voltage_v[node]), 1), "V")
    how = {
        Wiring.WYE: said(QT_TRANSLATE_NOOP("PowerDiagram", "each line: its loads, at {voltage} / √3")),
        Wiring.DELTA: said(QT_TRANSLATE_NOOP("PowerDiagram", "each line: the vector sum of its loads, at {voltage} / √3")),
        Wiring.LINE_TO_NEUTRAL: said(QT_TRANSLATE_NOOP("PowerDiagram", "at {voltage} line to neutral")),
        Wiring.LINE_TO_LINE: said(QT_TRANSLATE_NOOP("PowerDiagram", "at {voltage} line to line")),
        Wiring.DC: said(QT_TRANSLATE_NOOP("PowerDiagram", "at {voltage} DC")),
    }[Wiring(wiring)]
    return [" · ".join(words), how.format(voltage=voltage)] if words else []


def _limit_lines(scene: DiagramScene, node: int) -> list[str]:
    """The limit for long loads, as a product of what makes it."""
    diagram, loads, usual = scene.diagram, scene.loads, scene.usual
    assert diagram is not None  # noqa: S101 - narrows the type
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    plan, limit = diagram.chain.plan, float(diagram.chain.plan.limit_a[node])
    if np.isnan(limit):
        return [said(QT_TRANSLATE_NOOP("PowerDiagram", "No breaker or rating is known."))]
    share = before_after(percent_text(float(usual.share[node])), percent_text(float(loads.share[node])))
    rows = diagram.chain.snapshot["power_node"]
    factor = said(QT_TRANSLATE_NOOP("PowerDiagram", "Limit {limit}; most loaded line at {share}")).format(
        limit=ampere_text(limit), share=share
    )
    if node >= plan.rows:
        breaker = float(plan.network.breaker_a[node])
        part = limit / breaker
        product = said(QT_TRANSLATE_NOOP("PowerDiagram", "{breaker} × {continuous} for continuous load")).format(
            breaker=ampere_text(breaker), continuous=format_number(round(part, 3))
        )
        return [factor, product]
    rated, capacity = int(rows["breaker_a"][node]), int(rows["capacity_va"][node])
    continuous = int(rows["continuous_percent"][node])
    part = diagram.chain.snapshot.cached(site_sheet).limit("continuous_factor") if continuous == ABSENT else continuous / 100
    working: list[str] = []
    if rated != ABSENT:
        working.append(
            said(QT_TRANSLATE_NOOP("PowerDiagram", "{breaker} × {derating} derating × {continuous} for continuous load")).format(
                breaker=ampere_text(rated),
                derating=format_number(int(rows["derating_percent"][node]) / 100),
                continuous=format_number(round(part, 3)),
            )
        )
    if capacity != ABSENT:
        working.append(said(QT_TRANSLATE_NOOP("PowerDiagram", "rated {capacity}")).format(capacity=format_quantity(capacity, "VA")))
    return [factor, *working]


def _after_lines(scene: DiagramScene, node: int) -> list[str]:
    loads = scene.loads
    assert loads is not None  # noqa: S101 - narrows the type
    after = loads.after
    assert after is not None  # noqa: S101 - narrows the type
    if node in after.failed:
        return [said(QT_TRANSLATE_NOOP("PowerDiagram", "This failed."))]
    if after.opened[node] != ABSENT:
        return [said(QT_TRANSLATE_NOOP("PowerDiagram", "Its breaker trips in round {round}.")).format(round=int(after.opened[node]) + 1)]
    return [said(QT_TRANSLATE_NOOP("PowerDiagram", "De-energized by this failure."))] if after.dead[node] else []


def _load_lines(scene: DiagramScene, load: int) -> list[str]:
    diagram, loads = scene.diagram, scene.loads
    assert diagram is not None  # noqa: S101 - narrows the type
    assert loads is not None  # noqa: S101 - narrows the type
    plan, snapshot = diagram.chain.plan, diagram.chain.snapshot
    kind = snapshot.types[int(snapshot["device"]["type_id"][plan.loads[load]])]
    flow = plan.flow if loads.after is None else loads.after.flow
    draw = float(plan.network.draw_w[load])
    runs_on = flow.share if loads.after is None else loads.after.runs_on
    watts = before_after(watt_text(draw * float(plan.flow.share[load])), watt_text(draw * float(runs_on[load])))
    cords = int((plan.network.cord_device == load).sum())
    lines = [
        f"{load_name(diagram, load)} · {tr_type_name(kind.title)}",
        said(QT_TRANSLATE_NOOP("PowerDiagram", "Draws {watts}")).format(watts=watts),
    ]
    if plan.unknown[load]:
        lines.append(said(QT_TRANSLATE_NOOP("PowerDiagram", "Some of its power is not known.")))
    alive = before_after(format_number(int(plan.flow.alive[load])), format_number(int(flow.alive[load])))
    lines.append(
        said(QT_TRANSLATE_NOOP("PowerDiagram", "Power supplies energized: {alive} of {all}")).format(alive=alive, all=format_number(cords))
    )
    rule = kind.supplies
    if rule is not None:
        lines.append(said(QT_TRANSLATE_NOOP("PowerDiagram", "Needs {needed} for full operation")).format(needed=format_number(rule.needed)))
    if loads.after is not None:
        state = int(loads.after.state[load])
        words = state_name(state)
        if state == SupplyState.REDUCED:
            words = f"{words}: {percent_text(float(runs_on[load]))}"
        lines.append(words)
    return lines


def _unit_lines(scene: DiagramScene, unit: int) -> list[str]:
    diagram, loads = scene.diagram, scene.loads
    assert diagram is not None  # noqa: S101 - narrows the type
    assert loads is not None  # noqa: S101 - narrows the type
    units = diagram.units
    devices = int((units.of_load == unit).sum())
    columns = int(units.first_column[unit + 1] - units.first_column[unit])
    lines = [
        unit_name(diagram, unit),
        said(QT_TRANSLATE_NOOP("PowerDiagram", "Draws {watts}")).format(watts=unit_text(scene, unit)),
        said(QT_TRANSLATE_NOOP("PowerDiagram", "Devices: {devices} · PDUs and feeds: {columns}")).format(
            devices=format_number(devices), columns=format_number(columns)
        ),
    ]
    share = float(diagram.unit_share[unit])
    if not np.isnan(share) and loads.after is None:
        lines.append(
            said(QT_TRANSLATE_NOOP("PowerDiagram", "Most loaded component: {share} of its limit")).format(share=percent_text(share))
        )
    if loads.after is not None:
        lines.append(state_name(int(loads.unit_state[unit])))
    return lines
