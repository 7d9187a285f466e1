"""Texts of a bill of materials: sections, circuits, headers."""

from collections.abc import Callable, Mapping

from gpudesk.catalog.type_names import type_name_in
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.hardware.order_numbers import numbered_by_length
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.shipped_roles import role_title
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.derived.cost.bom_line import BomLine, Circuit

CONTEXT = "bom"
Say = Callable[[Message], str]
"""A message in the language of the list."""

SECTION_WORDS: Mapping[str, str] = {
    "rack": QT_TRANSLATE_NOOP("bom", "Racks"),
    "device": QT_TRANSLATE_NOOP("bom", "Devices"),
    "module": QT_TRANSLATE_NOOP("bom", "Modules"),
    "cable": QT_TRANSLATE_NOOP("bom", "Network cords and cables"),
    "cable_included": QT_TRANSLATE_NOOP("bom", "Network cables that come with a device"),
    "trunk": QT_TRANSLATE_NOOP("bom", "Trunks"),
    "cord": QT_TRANSLATE_NOOP("bom", "Power cords"),
    "cord_included": QT_TRANSLATE_NOOP("bom", "Power cords that come with a device"),
    "circuit": QT_TRANSLATE_NOOP("bom", "Circuits and their feeds"),
    "accessory": QT_TRANSLATE_NOOP("bom", "Accessories and consumables"),
    "tool": QT_TRANSLATE_NOOP("bom", "Tools"),
}
CONFIDENCE_WORDS: Mapping[Confidence, str] = {
    Confidence.READ: QT_TRANSLATE_NOOP("bom", "read"),
    Confidence.SECONDARY: QT_TRANSLATE_NOOP("bom", "second-hand"),
    Confidence.MEMORY: QT_TRANSLATE_NOOP("bom", "unverified or rule of thumb"),
    Confidence.DERIVED: QT_TRANSLATE_NOOP("bom", "derived"),
}
_KINDS: Mapping[PowerNodeKind, str] = {
    PowerNodeKind.SOURCE: QT_TRANSLATE_NOOP("bom", "Power source"),
    PowerNodeKind.GENERATOR: QT_TRANSLATE_NOOP("bom", "Generator"),
    PowerNodeKind.UPS: QT_TRANSLATE_NOOP("bom", "UPS"),
    PowerNodeKind.TRANSFER_SWITCH: QT_TRANSLATE_NOOP("bom", "Transfer switch"),
    PowerNodeKind.PANEL: QT_TRANSLATE_NOOP("bom", "Panel"),
    PowerNodeKind.BUSWAY: QT_TRANSLATE_NOOP("bom", "Busway"),
    PowerNodeKind.FEED: QT_TRANSLATE_NOOP("bom", "Feed"),
}
_WIRINGS: Mapping[Wiring, str] = {
    Wiring.LINE_TO_NEUTRAL: QT_TRANSLATE_NOOP("bom", "line to neutral"),
    Wiring.LINE_TO_LINE: QT_TRANSLATE_NOOP("bom", "line to line"),
    Wiring.WYE: QT_TRANSLATE_NOOP("bom", "three-phase with neutral"),
    Wiring.DELTA: QT_TRANSLATE_NOOP("bom", "three-phase without neutral"),
    Wiring.DC: QT_TRANSLATE_NOOP("bom", "direct current"),
}
NUMBER_NOT_KNOWN = QT_TRANSLATE_NOOP("bom", "number not known")
PRICE_NOT_KNOWN = QT_TRANSLATE_NOOP("bom", "price not known")
INCLUDED = QT_TRANSLATE_NOOP("bom", "comes with the device")
TYPE_NOT_CHOSEN = QT_TRANSLATE_NOOP("bom", "type not selected")
BY_ELECTRICIAN = QT_TRANSLATE_NOOP("bom", "by the electrician")


def word(text: str, say: Say) -> str:
    """A marked text of this context."""
    return say(Message(CONTEXT, text))


def circuit_words(circuit: Circuit, say: Say) -> str:
    """ "Feed 415 V, three-phase with neutral, 32 A"."""
    parts = [f"{word(_KINDS[circuit.kind], say)} {circuit.voltage_v} V", word(_WIRINGS[circuit.wiring], say)]
    if circuit.breaker_a is not None:
        parts.append(f"{circuit.breaker_a} A")
    return ", ".join(parts)


def line_title(line: BomLine, say: Say, language: str = "en") -> str:
    """Return the title of a line; `language` is the language of type names."""
    if line.circuit is not None:
        return circuit_words(line.circuit, say)
    if line.kind is not None:
        return type_name_in(line.kind.title, language)
    if line.section == "cord_included":
        return word(QT_TRANSLATE_NOOP("bom", "Fixed cord of the device, or hardwired"), say)
    if line.section == "cable_included":
        return word(QT_TRANSLATE_NOOP("bom", "Management cables inside rack-scale systems"), say)
    if line.section == "device":
        return word(QT_TRANSLATE_NOOP("bom", "Cooling unit of unspecified type"), say)
    if line.section == "cable":
        return word(QT_TRANSLATE_NOOP("bom", "Network cable of unspecified type"), say)
    return word(QT_TRANSLATE_NOOP("bom", "Cord of unspecified type"), say)


def price_words(line: BomLine, say: Say) -> str:
    """Return the text shown instead of a missing price; "" if there is a price."""
    if line.section in {"cable_included", "cord_included"}:
        return word(INCLUDED, say)
    if line.circuit is not None:
        is_equipment = line.circuit.kind in {PowerNodeKind.UPS, PowerNodeKind.GENERATOR}
        return word(TYPE_NOT_CHOSEN if is_equipment else BY_ELECTRICIAN, say)
    return word(PRICE_NOT_KNOWN, say) if line.price_usd is None else ""


def number_words(line: BomLine, say: Say) -> str:
    """The part number; that it is not known where each length of the type has its own."""
    if line.part_number or line.kind is None or not numbered_by_length(line.kind):
        return line.part_number
    return word(NUMBER_NOT_KNOWN, say)


def roles_words(line: BomLine, say: Say) -> str:
    """Return the roles of devices; with counts if there is more than one."""
    if len(line.roles) == 1 and next(iter(line.roles.values())) == line.count:
        return _role_words(next(iter(line.roles)), say)
    return ", ".join(f"{count} {_role_words(role, say)}" for role, count in line.roles.items())


def _role_words(role: str, say: Say) -> str:
    title = role_title(role)
    return role if title is None else say(title)


def phase_words(number: int, name: str, say: Say) -> str:
    """ "Phase 2: Scalable unit 2", or "Pilot"."""
    if number == 0:
        title = word(QT_TRANSLATE_NOOP("bom", "Pilot"), say)
    else:
        title = say(Message(CONTEXT, QT_TRANSLATE_NOOP("bom", "Phase {number}"), {"number": str(number)}))
    return f"{title}: {name}" if name else title


def remark(line: BomLine, say: Say, language: str) -> str:
    """Return the remark for a line: the source of its count, and the notes of rule and price."""
    sentences = [reason.origin.source_in(language) for reason in line.reasons]
    sentences += [note for reason in line.reasons if (note := reason.origin.note_in(language))]
    if line.price is not None and line.bought:
        sentences.append(line.price.note_in(language))
    if line.inside:
        text = QT_TRANSLATE_NOOP("bom", "{count} more are included with other items")
        sentences.append(say(Message(CONTEXT, text, {"count": line.inside})))
    if line.ordered:
        text = QT_TRANSLATE_NOOP("bom", "{count} {count|is|are} already ordered or in place")
        sentences.append(say(Message(CONTEXT, text, {"count": line.ordered})))
    return "; ".join(dict.fromkeys(sentence for sentence in sentences if sentence))
