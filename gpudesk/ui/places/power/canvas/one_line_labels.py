"""Labels of a one-line diagram: loads, currents, shares, before and after a failure."""

import math
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.ui.panels.words.power_labels import ARROW, watt_text
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, format_number, format_quantity
from gpudesk.ui.toolkit.translate import language

AT_LEAST = "≥"
_STATES = {
    SupplyState.FULL: QT_TRANSLATE_NOOP("PowerDiagram", "unaffected"),
    SupplyState.REDUCED: QT_TRANSLATE_NOOP("PowerDiagram", "throttled"),
    SupplyState.MANAGEMENT_ONLY: QT_TRANSLATE_NOOP("PowerDiagram", "management only"),
    SupplyState.DOWN: QT_TRANSLATE_NOOP("PowerDiagram", "stops"),
}


def said(text: str) -> str:
    """A text of the diagram in the person's language."""
    return QCoreApplication.translate("PowerDiagram", text)


def state_name(state: int) -> str:
    """What becomes of a device."""
    return said(_STATES[SupplyState(state)])


@lru_cache(maxsize=16_384)
def _quantity(value: float, unit: str, decimals: int, _language: str) -> str:
    return format_quantity(round(value, decimals), unit)


@lru_cache(maxsize=16_384)
def _number(value: float, _language: str) -> str:
    return format_number(value)


def va_text(va: float) -> str:
    """An apparent power, to tenths of kVA from 1 kVA on."""
    if math.isnan(va):
        return MISSING
    return _quantity(float(round(va, -2 if va >= 1000 else 0)), "VA", 0, language())


def ampere_text(current_a: float) -> str:
    """A current to tenths, with its unit."""
    return MISSING if math.isnan(current_a) else _quantity(round(current_a, 1), "A", 1, language())


def bare_ampere(current_a: float) -> str:
    """A current to one decimal place, without the unit."""
    return MISSING if math.isnan(current_a) else _number(round(current_a, 1), language())


def percent_text(share: float) -> str:
    """A share in whole percent."""
    return MISSING if math.isnan(share) else _quantity(float(round(100 * share)), "%", 0, language())


def before_after(before: str, after: str) -> str:
    """One text if nothing changes, otherwise both, with a common unit only once."""
    if before == after:
        return before
    value, space, unit = before.rpartition(THIN_SPACE)
    shared = space and after.endswith(f"{THIN_SPACE}{unit}")
    return f"{value if shared else before}{ARROW}{after}"


def load_text(scene: DiagramScene, node: int) -> str:
    """What passes through a node, before and after where a failure is shown."""
    text = scene.words.get(("load_text", node))
    if text is None:
        text = scene.words["load_text", node] = _load_text(scene, node)
    return text


def _load_text(scene: DiagramScene, node: int) -> str:
    loads, usual = scene.loads, scene.usual
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    text = watt_text if loads.diagram.chain.plan.network.wiring[node] == Wiring.DC else va_text
    return before_after(text(float(usual.va[node])), text(float(loads.va[node])))


def share_text(scene: DiagramScene, node: int) -> str:
    """Load of a node as a share of its limit, before and after if a failure is shown."""
    text = scene.words.get(("share_text", node))
    if text is None:
        text = scene.words["share_text", node] = _share_text(scene, node)
    return text


def _share_text(scene: DiagramScene, node: int) -> str:
    loads, usual = scene.loads, scene.usual
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    return before_after(percent_text(float(usual.share[node])), percent_text(float(loads.share[node])))


def unit_text(scene: DiagramScene, unit: int) -> str:
    """Power draw of a rack, in W; "at least" if part of it is unknown."""
    text = scene.words.get(("unit_text", unit))
    if text is None:
        text = scene.words["unit_text", unit] = _unit_text(scene, unit)
    return text


def _unit_text(scene: DiagramScene, unit: int) -> str:
    loads, usual = scene.loads, scene.usual
    assert loads is not None  # noqa: S101 - narrows the type
    assert usual is not None  # noqa: S101 - narrows the type
    some, everything = loads.diagram.unit_known
    if not some[unit]:
        return MISSING
    before, now = (watt_text(float(load_state.unit_w[unit])) for load_state in (usual, loads))
    return ("" if everything[unit] else AT_LEAST) + before_after(before, now)


def unit_name(diagram: Diagram, unit: int) -> str:
    """Name of a unit."""
    return diagram.unit_names[unit]


def node_name(diagram: Diagram, node: int) -> str:
    """Name of a node."""
    return diagram.chain.names[int(diagram.chain.place_of_node[node])]


def bank_name(diagram: Diagram, node: int) -> str:
    """Name of a bank next to its PDU."""
    plan = diagram.chain.plan
    giver = plan.rows + int(plan.bank_giver[node - plan.first_bank])
    return node_name(diagram, node).removeprefix(node_name(diagram, giver)).strip()


def bank_label(diagram: Diagram, node: int) -> str:
    """Short label of a bank: only its number, if it has one."""
    name = bank_name(diagram, node)
    number = name.removeprefix("bank").lstrip("- ")
    return number if number.isdigit() else name


def load_name(diagram: Diagram, load: int) -> str:
    """Name of a device."""
    return str(diagram.chain.snapshot["device"]["name"][diagram.chain.plan.loads[load]])


def rating_text(diagram: Diagram, node: int) -> str:
    """Voltage and breaker of a node."""
    network, plan = diagram.chain.plan.network, diagram.chain.plan
    words = []
    voltage = float(network.voltage_v[node])
    if not math.isnan(voltage):
        words.append(format_quantity(round(voltage), "V"))
    rows = diagram.chain.snapshot["power_node"]
    rated = float(rows["breaker_a"][node]) if node < plan.rows and rows["breaker_a"][node] != ABSENT else float(network.breaker_a[node])
    if not math.isnan(rated):
        words.append(format_quantity(round(rated, 1), "A"))
    return " · ".join(words)
