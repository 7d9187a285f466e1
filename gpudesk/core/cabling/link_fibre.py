"""Whether light arrives: medium, grade, optics, lanes, reach, loss and polarity of a link."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gpudesk.core.cabling.link_loss import path_loss
from gpudesk.core.cabling.link_parts import CablingRules, Limit, LinkEnd, Span, VerdictRow
from gpudesk.core.cabling.link_plugs import face_end, said
from gpudesk.core.hardware.hardware import CableEnd, Confidence, Fact, HardwareType
from gpudesk.core.hardware.lane_maps import map_strands
from gpudesk.core.hardware.polarity import POSITIONS, Strands, cord_strands, flips, meets, splitter_strands, turned
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity, Value

MULTI, SINGLE, COPPER = "multi-mode", "single-mode", "copper"
_FAST_GBPS = 100
"""From this rate of a lane on the cabling rules of NDR, XDR and 400G Ethernet hold."""
_TIMES = re.compile(r"^\s*\d+\s*×\s*")
_LANE_RATE = re.compile(r"^\s*(\d+(?:\.\d+)?)G")
_GRADE = re.compile(r"\b(?:OM[1-5]|OS[12]a?)\b")
_GEOMETRY = "Geometry of array connectors (TIA-568.3): what is sent arrives if the mirrored parts are odd in number"
_NO_MULTI = "NVIDIA network catalog: no multi-mode module of 200 Gb/s a lane"
_SLACK = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A cable of a link with its connectors in order from `a` to `b`; `turned` if the type has them in reverse order."""

    span: Span
    near: CableEnd | None
    far: CableEnd | None
    turned: bool


def standard_of(module: HardwareType) -> str:
    """The optical standard of one connector of a module: "2 × 400GBASE-SR4" is "400GBASE-SR4"."""
    return _TIMES.sub("", module.text("optical_standard"))


def lane_gbps(module: HardwareType) -> float | None:
    """The rate of one lane, None where its coding is not known."""
    match = _LANE_RATE.match(module.text("lane_coding"))
    return float(match[1]) if match else None


def of_grade(fact: Fact | None, grade: str) -> Fact | None:
    """The value of a fact for one fiber grade: notes name the grade to which each value applies."""
    if fact is None:
        return None
    for variant in (fact, *fact.others):
        if grade in _GRADE.findall(variant.note):
            return variant
    return fact


def splits(cable: HardwareType | None) -> int:
    """Into how many legs a cable splits, 1 for none."""
    if cable is None:
        return 1
    most = max((end.count for end in cable.ends if end.end == "b"), default=1)
    single = next((end.count for end in cable.ends if end.end == "a"), 1)
    return most if single == 1 else 1


def fibre_rows(a: LinkEnd, b: LinkEnd, placed: Sequence[Placed], rules: CablingRules, rate_gbps: float | None) -> Iterator[VerdictRow]:
    """The lines for the optical path; for copper, those on its length."""
    cables = [placed_cable.span.cable for placed_cable in placed]
    known = [cable for cable in cables if cable is not None]
    if not known:
        return
    modules = [end.module for end in (a, b) if end.module is not None]
    yield from _medium(a, b, known, modules, rate_gbps)
    yield from _grades(known)
    yield from _optics(modules)
    if len(known) == len(cables):
        yield from _lanes(a, b, placed)
        yield from _splitter(known, modules)
        yield from _reach(a, b, placed, known, modules, rules)
        optical = all(cable.text("cable_kind") in ("jumper", "trunk", "splitter") for cable in known)
        if optical and known[0].text("fibre_mode") in (MULTI, SINGLE):
            yield _loss(placed, known, modules, rules)
            yield from _polarity(a, b, placed)


def _medium(
    a: LinkEnd, b: LinkEnd, cables: Sequence[HardwareType], modules: Sequence[HardwareType], rate_gbps: float | None
) -> Iterator[VerdictRow]:
    modes = {cable.text("fibre_mode") for cable in cables} - {""}
    module_modes = {module.text("fibre_mode") for module in modules} - {""}
    if not modes:
        text = QT_TRANSLATE_NOOP("links", "The medium of the cable is not known.")
        yield VerdictRow("link.medium", None, said(text))
        return
    if len(modes) > 1:
        text = QT_TRANSLATE_NOOP("links", "Multimode and single-mode fiber, or fiber and copper, are joined in one link.")
        yield VerdictRow("link.medium", False, said(text))
        return
    mode = next(iter(modes))
    lanes = max((end.group.lanes for end in (a, b) if end.group is not None), default=0)
    fast = rate_gbps is not None and lanes > 0 and rate_gbps / lanes > _FAST_GBPS
    if mode == MULTI and (fast or any((lane_gbps(module) or 0) > _FAST_GBPS for module in modules)):
        text = QT_TRANSLATE_NOOP(
            "links", "200 Gb/s per lane (XDR, 1.6T) runs over single-mode fiber and copper, never over multimode fiber."
        )
        yield VerdictRow("link.medium", False, said(text), source=_NO_MULTI, confidence=Confidence.READ)
    elif module_modes - {mode}:
        text = {
            MULTI: QT_TRANSLATE_NOOP("links", "The module is for a different medium than this multimode fiber."),
            SINGLE: QT_TRANSLATE_NOOP("links", "The module is for a different medium than this single-mode fiber."),
        }.get(mode, QT_TRANSLATE_NOOP("links", "The module is for a different medium than this copper cable."))
        yield VerdictRow("link.medium", False, said(text))
    elif mode != COPPER and modules:
        text = QT_TRANSLATE_NOOP("links", "multimode") if mode == MULTI else QT_TRANSLATE_NOOP("links", "single-mode")
        yield VerdictRow("link.medium", True, said(text))


def _grades(cables: Sequence[HardwareType]) -> Iterator[VerdictRow]:
    grades = tuple(dict.fromkeys(cable.text("fibre_type") for cable in cables if cable.text("fibre_type")))
    if len(grades) > 1:
        text = QT_TRANSLATE_NOOP("links", "Fibers of several grades are joined: {grades}; the lowest grade applies.")
        yield VerdictRow("link.grade", False, said(text, grades=grades))
    elif grades:
        yield VerdictRow("link.grade", True, said(QT_TRANSLATE_NOOP("links", "{grade} end to end"), grade=grades[0]))


def _optics(modules: Sequence[HardwareType]) -> Iterator[VerdictRow]:
    if len(modules) < 2:
        return
    one, other = modules
    names = {"one": standard_of(one) or one.title, "other": standard_of(other) or other.title}
    same = standard_of(one) == standard_of(other) and bool(standard_of(one))
    facts = ("lane_coding", "wavelength_nm", "fibre_mode")
    differ = [name for name in facts if one.text(name) and other.text(name) and one.text(name) != other.text(name)]
    if same or not differ:
        text = QT_TRANSLATE_NOOP("links", "{one} with {other}")
        yield VerdictRow("link.optics", True, said(text, **names), names["other"], names["one"])
    else:
        text = QT_TRANSLATE_NOOP("links", "{one} and {other} are incompatible: their optical signal or its coding differs.")
        yield VerdictRow("link.optics", False, said(text, **names), names["other"], names["one"])


def _lanes(a: LinkEnd, b: LinkEnd, placed: Sequence[Placed]) -> Iterator[VerdictRow]:
    """Lanes of arrays need two fibers each; duplex optics put all lanes on one pair."""
    faces = [face_end(end.module) for end in (a, b) if end.module is not None]
    if not any(face is not None and face.connector.startswith("mpo") for face in faces):
        return
    needed_lanes = min((end_face[2] for end in (a, b) if (end_face := _face(end)) is not None), default=0)
    fibres = [end.fibres for placed_cable in placed for end in (placed_cable.near, placed_cable.far) if end is not None and end.fibres]
    if not needed_lanes or not fibres:
        return
    there = min(fibres) // 2
    ok = there >= needed_lanes
    if ok:
        text = QT_TRANSLATE_NOOP("links", "fibers for {lanes} {lanes|lane|lanes}")
        yield VerdictRow("link.lanes", True, said(text, lanes=needed_lanes), there, needed_lanes)
    else:
        text = QT_TRANSLATE_NOOP("links", "The link requires {lanes} {lanes|lane|lanes}, but has fibers for {there}.")
        yield VerdictRow("link.lanes", False, said(text, lanes=needed_lanes, there=there), there, needed_lanes)


def _splitter(cables: Sequence[HardwareType], modules: Sequence[HardwareType]) -> Iterator[VerdictRow]:
    if not any(splits(cable) > 1 and cable.text("cable_kind") == "splitter" for cable in cables):
        return
    for module in modules:
        breakout = module.facts.get("breakout")
        if breakout is not None and str(breakout.value).startswith("none"):
            text = QT_TRANSLATE_NOOP("links", "{module} cannot be split: its wavelengths share one fiber.")
            message = said(text, module=module.title)
            yield VerdictRow("link.splitter", False, message, source=breakout.source, confidence=breakout.confidence)
            return
    yield VerdictRow("link.splitter", True, said(QT_TRANSLATE_NOOP("links", "optics with breakout support")))


def _reach(
    a: LinkEnd, b: LinkEnd, placed: Sequence[Placed], cables: Sequence[HardwareType], modules: Sequence[HardwareType], rules: CablingRules
) -> Iterator[VerdictRow]:
    lengths = [placed_cable.span.length_mm for placed_cable in placed]
    if any(length is None for length in lengths):
        yield VerdictRow("link.reach", None, said(QT_TRANSLATE_NOOP("links", "The length of a cable is not known.")))
        return
    length_m = sum(length for length in lengths if length is not None) / 1000
    limits = list(_limits(cables, modules, rules))
    for placed_cable, cable in zip(placed, cables, strict=True):
        most = cable.facts.get("length_max_m")
        own_m = (placed_cable.span.length_mm or 0) / 1000
        if most is not None and isinstance(most.value, int | float) and (len(placed) == 1 or own_m > float(most.value) + _SLACK):
            limits.append(Limit(float(most.value) + (length_m - own_m), most.source, most.confidence))
    actual = Quantity(length_m, "m")
    if not limits:
        text = QT_TRANSLATE_NOOP("links", "The reach of the link is not known.")
        yield VerdictRow("link.reach", None, said(text), actual)
        return
    least = min(limits, key=lambda limit: limit.value)
    required = Quantity(least.value, "m")
    if length_m <= least.value + _SLACK:
        text = QT_TRANSLATE_NOOP("links", "{length} of {most}")
        yield VerdictRow("link.reach", True, said(text, length=actual, most=required), actual, required, least.source, least.confidence)
    else:
        text = QT_TRANSLATE_NOOP("links", "The link is {length} long; its limit is {most}.")
        yield VerdictRow("link.reach", False, said(text, length=actual, most=required), actual, required, least.source, least.confidence)


def _limits(cables: Sequence[HardwareType], modules: Sequence[HardwareType], rules: CablingRules) -> Iterator[Limit]:
    """What modules, their standards and the cabling rule allow for the whole length, in m."""
    mode = cables[0].text("fibre_mode")
    if mode not in (MULTI, SINGLE) or not modules:
        return
    grades = {cable.text("fibre_type") for cable in cables} - {""}
    for module in modules:
        for grade in grades:
            fact = module.facts.get(f"reach_{grade.lower()}_m")
            if fact is not None and isinstance(fact.value, int | float):
                yield Limit(float(fact.value), fact.source, fact.confidence)
            allowed = rules.standards.get((standard_of(module), grade))
            if allowed is not None:
                yield Limit(allowed.reach_m, allowed.source, allowed.confidence)
    if not any((lane_gbps(module) or 0) >= _FAST_GBPS for module in modules):
        return
    faces = [face_end(module) for module in modules]
    duplex = any(face is not None and face.connector == "lc2" for face in faces)
    split = any(splits(cable) > 1 for cable in cables)
    single = rules.duplex_m if duplex else rules.single_mode_split_m if split else rules.single_mode_m
    rule = rules.multi_mode_m if mode == MULTI else single
    if rule is not None:
        yield rule


def _loss(placed: Sequence[Placed], cables: Sequence[HardwareType], modules: Sequence[HardwareType], rules: CablingRules) -> VerdictRow:
    attenuation = [cable.number("attenuation_db_per_km") for cable in cables]
    lengths = [placed_cable.span.length_mm for placed_cable in placed]
    if any(value is None for value in (*attenuation, *lengths)):
        text = QT_TRANSLATE_NOOP("links", "The link loss is not known: a length or an attenuation is missing.")
        return VerdictRow("link.loss", None, said(text))
    matings = [_mating(before, after, rules) for before, after in pairwise(placed)]
    glass = [((length or 0) / 1000, value or 0.0) for length, value in zip(lengths, attenuation, strict=True)]
    loss = path_loss(glass, [mating for mating in matings if mating is not None])
    actual = Quantity(round(loss.total_db, 6), "dB")
    budgets = list(_budgets(cables, modules, rules))
    if any(mating is None for mating in matings) or not budgets:
        text = QT_TRANSLATE_NOOP("links", "The loss budget of the link is not known.")
        return VerdictRow("link.loss", None, said(text), actual)
    least = min(budgets, key=lambda limit: limit.value)
    required = Quantity(least.value, "dB")
    values: dict[str, Value] = {"loss": actual, "most": required, "matings": loss.matings}
    ok = loss.total_db <= least.value + _SLACK
    if ok:
        text = QT_TRANSLATE_NOOP("links", "{loss} of {most}, mated pairs: {matings}")
    else:
        text = QT_TRANSLATE_NOOP(
            "links", "The link loss is {loss} with {matings} {matings|mated pair|mated pairs}; the budget of its optics is {most}."
        )
    return VerdictRow("link.loss", ok, said(text, **values), actual, required, least.source, least.confidence)


def _mating(before: Placed, after: Placed, rules: CablingRules) -> tuple[float, int] | None:
    """The loss of the joint between two cables and the number of connectors in it; the larger of the panel and plug values."""
    joint = after.span.joint
    if joint is None:
        return None
    known = [cable.number("insertion_loss_db") for cable in (before.span.cable, after.span.cable) if cable is not None]
    plugs = [value for value in known if value is not None]
    panel = joint.panel.number("insertion_loss_db")
    count = 1 if joint.near.kind == joint.far.kind else 2
    of_plugs = sum(plugs) if count == 2 else max(plugs, default=0.0)
    if panel is None and not plugs:
        usual = rules.lc_mating_db if joint.near.kind == "lc2" else rules.mpo_mating_db
        return None if usual is None else (usual.value * count, count)
    return max(panel or 0.0, of_plugs), count


def _budgets(cables: Sequence[HardwareType], modules: Sequence[HardwareType], rules: CablingRules) -> Iterator[Limit]:
    grades = {cable.text("fibre_type") for cable in cables} - {""}
    for module in modules:
        for grade in grades:
            fact = of_grade(module.facts.get("loss_budget_db"), grade)
            if fact is not None and isinstance(fact.value, int | float):
                yield Limit(float(fact.value), fact.source, fact.confidence)
            allowed = rules.standards.get((standard_of(module), grade))
            if allowed is not None and allowed.loss_db is not None:
                yield Limit(allowed.loss_db, allowed.source, allowed.confidence)


def _polarity(a: LinkEnd, b: LinkEnd, placed: Sequence[Placed]) -> Iterator[VerdictRow]:
    one, other = _face(a), _face(b)
    if one is None or other is None:
        return
    (near, first, lanes), (far, other_first, others) = one, other
    steps: list[Strands] = []
    words: list[str] = []
    for placed_cable in placed:
        if placed_cable.span.joint is not None:
            steps.append(placed_cable.span.joint.strands)
            words += _adapter(placed_cable.span.joint.strands)
        strands = _strands(placed_cable, other_first if placed_cable.turned else first, min(lanes, others))
        if strands is None:
            yield VerdictRow("link.polarity", None, said(QT_TRANSLATE_NOOP("links", "The polarity of a cable is not known.")))
            return
        steps.append(strands)
        words.append("" if placed_cable.span.cable is None else placed_cable.span.cable.text("polarity"))
    count = min(lanes, others)
    sent = [at + 1 + first for at in range(count)]
    heard = [POSITIONS[far] - at - other_first for at in range(count)]
    ok = meets(sent, heard, steps)
    parts, number = " + ".join(words), flips(words)
    if ok:
        text = QT_TRANSLATE_NOOP("links", "transmit connected to receive ({parts})")
    elif number is None:
        text = QT_TRANSLATE_NOOP("links", "Transmit is not connected to receive: type C does not support parallel links ({parts}).")
    elif POSITIONS[near] > 2 and POSITIONS[far] > 2:
        text = QT_TRANSLATE_NOOP(
            "links", "Transmit is not connected to receive: {parts} reverse it {count} {count|time|times}; an odd number is required."
        )
    else:
        text = QT_TRANSLATE_NOOP("links", "Transmit is not connected to receive ({parts}).")
    values: dict[str, Value] = {"parts": parts} if ok or number is None or POSITIONS[near] <= 2 else {"parts": parts, "count": number}
    yield VerdictRow("link.polarity", ok, said(text, **values), source=_GEOMETRY, confidence=Confidence.DERIVED)


def _adapter(strands: Strands) -> list[str]:
    """The adapter of a panel as a part that mirrors, or none."""
    return ["B"] if any(near != far for near, far in strands.items()) else []


def _face(end: LinkEnd) -> tuple[str, int, int] | None:
    """The optical connector of an end, the first of the lanes used by the link, counted from 0, and their number.

    A port that is faster than the connectors of its module is distributed over several, and its lanes may be faster than theirs: a
    link uses its share of the rate of a connector.
    """
    if end.group is None:
        return None
    face = None if end.module is None else face_end(end.module)
    connector = end.group.kind if face is None else face.connector
    if connector not in POSITIONS:
        return None
    if connector == "lc2":
        return connector, 0, 1
    most = POSITIONS[connector] // 2 if face is None or not face.fibres else face.fibres // 2
    offered = None if face is None else face.rate_gbps
    if not end.lanes or not end.group.lanes or not end.group.rate_gbps or not offered:
        return connector, end.lane if end.lanes else 0, min(end.lanes or end.group.lanes or most, most)
    lane_gbps = end.group.rate_gbps / end.group.lanes
    first = round(end.lane * lane_gbps % offered * most / offered)
    return connector, first, min(max(round(end.lanes * lane_gbps * most / offered), 1), most)


def _strands(each: Placed, first: int, lanes: int) -> Strands | None:
    cable = each.span.cable
    if cable is None or each.near is None or each.far is None:
        return None
    if cable.lane_map:
        mapped = map_strands(cable.lane_map, first if splits(cable) > 1 else None)
        return turned(mapped) if each.turned else mapped
    polarity = cable.text("polarity")
    positions = POSITIONS.get(each.near.connector)
    if positions is None or POSITIONS.get(each.far.connector) != positions:
        return None
    if splits(cable) > 1:
        strands = splitter_strands(polarity, positions, first, lanes)
    else:
        strands = cord_strands(polarity, positions)
    return None if strands is None else turned(strands) if each.turned else strands
