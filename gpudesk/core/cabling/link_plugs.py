"""Whether plugs fit: cages, heat sinks, modules, connectors, their polish and their pins."""

from collections.abc import Iterator, Mapping
from typing import Literal

from gpudesk.core.cabling.link_parts import Joint, LinkEnd, VerdictRow
from gpudesk.core.hardware.hardware import CableEnd, Confidence, HardwareType, PortGroup
from gpudesk.core.hardware.plugs import CAGES, plug_fits
from gpudesk.core.hardware.polarity import POSITIONS
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

CONTEXT = "links"
WORDS: Mapping[str, str] = {
    "osfp": "OSFP",
    "qsfpdd": "QSFP-DD",
    "qsfpplus": "QSFP+",
    "qsfp28": "QSFP28",
    "qsfp56": "QSFP56",
    "qsfp112": "QSFP112",
    "sfp": "SFP",
    "sfpplus": "SFP+",
    "sfp28": "SFP28",
    "sfp56": "SFP56",
    "sfp112": "SFP112",
    "mpo12": "MPO-12",
    "mpo16": "MPO-16",
    "mmc12": "MMC-12",
    "lc2": "LC duplex",
    "rj45": "RJ45",
}
_TOPS = ("flat", "finned")
_DATA_ROLES = ("network", "panel", "console")


def word(connector: str) -> str:
    """A connector or cage as people write it."""
    return WORDS.get(connector, connector.upper())


def said(text: str, **values: Value) -> Message:
    """A message on links; `text` is a literal marked for translation in the context "links"."""
    return Message(CONTEXT, text, values)


def has_plugs(cable: HardwareType) -> bool:
    """Whether a cable has attached plugs for cages, such as a copper cable, and uses no modules."""
    return any(end.connector in CAGES for end in cable.ends if end.end in "ab")


def cage_end(module: HardwareType) -> CableEnd | None:
    """The electrical side of a module."""
    return next((end for end in module.ends if end.end == "cage"), None)


def face_end(module: HardwareType) -> CableEnd | None:
    """The side of a module into which cables go."""
    return next((end for end in module.ends if end.end != "cage"), None)


def plug_of(end: LinkEnd, cable: CableEnd | None) -> CableEnd | None:
    """What sits in the cage of an end: its module, or the plug of the cable."""
    if end.module is not None:
        return cage_end(end.module)
    return cable if cable is not None and cable.connector in CAGES else None


def plug_rows(end: LinkEnd, cable: CableEnd | None, side: Literal["a", "b"]) -> Iterator[VerdictRow]:
    """The lines on one end: port, module, form factor, heat sink, connector, polish and gender."""
    group = end.group
    if group is None or group.role not in _DATA_ROLES:
        text = QT_TRANSLATE_NOOP("links", "There is no data port.")
        yield VerdictRow("link.port", False, said(text), end=side)
        return
    if end.lanes and end.lane + end.lanes > max(group.lanes, 1):
        text = QT_TRANSLATE_NOOP("links", "The link ends outside the {there} lanes of its port.")
        yield VerdictRow("link.lanes", False, said(text, there=group.lanes), end.lane + end.lanes, group.lanes, end=side)
    if group.kind in CAGES:
        yield from _module(end, cable, group, side)
        plug = plug_of(end, cable)
        if plug is not None:
            yield _form_factor(plug, group, side)
            yield from _heat_sink(plug, group, side)
        face = None if end.module is None else face_end(end.module)
        if face is not None and cable is not None and cable.connector not in CAGES:
            yield from _faces(face, cable, side)
        return
    if end.module is not None:
        text = QT_TRANSLATE_NOOP("links", "A module is planned in a {socket} socket, which does not accept modules.")
        yield VerdictRow("link.module", False, said(text, socket=word(group.kind)), end=side)
    if cable is not None:
        yield _connector(cable.connector, group.kind, side)


def joint_rows(joint: Joint, before: CableEnd | None, after: CableEnd | None) -> Iterator[VerdictRow]:
    """The lines on a panel between two cables: their connectors, polish and gender."""
    for cable, port in ((before, joint.near), (after, joint.far)):
        if cable is not None:
            yield _connector(cable.connector, port.kind, "")
    if before is None or after is None or joint.near.kind != joint.far.kind:
        return
    if before.polish and after.polish:
        yield _polish(before.polish, after.polish, "")
        mirrored = POSITIONS.get(joint.near.kind, 0) > 2 and any(near != far for near, far in joint.strands.items())
        if mirrored and before.polish == after.polish == "apc":
            text = QT_TRANSLATE_NOOP("links", "Angled ferrules (APC) do not mate in a key-up to key-up adapter.")
            yield VerdictRow("link.polish", False, said(text), source=_SIEMON, confidence=Confidence.READ)
    if before.gender and after.gender:
        yield _gender(before.gender, after.gender, "")


_SIEMON = "Siemon, ANSI/TIA-568.3-E introduces new polarity methods"
_CABLING = "NVIDIA Interconnect Structured Cabling Requirements (2025-10-01)"


def _module(end: LinkEnd, cable: CableEnd | None, group: PortGroup, side: str) -> Iterator[VerdictRow]:
    if cable is None:
        return
    own = cable.connector in CAGES
    if own and end.module is not None:
        text = QT_TRANSLATE_NOOP("links", "The cable has its own {plug} connector, but the module {module} is planned.")
        yield VerdictRow("link.module", False, said(text, plug=word(cable.connector), module=end.module.title), end=side)
    elif not own and end.module is None:
        text = QT_TRANSLATE_NOOP("links", "A module is missing between the {connector} of the cable and the {cage} cage.")
        yield VerdictRow("link.module", False, said(text, connector=word(cable.connector), cage=word(group.kind)), end=side)
    elif end.module is not None:
        text = QT_TRANSLATE_NOOP("links", "{module} in the cage")
        yield VerdictRow("link.module", True, said(text, module=end.module.title), end=side)


def _form_factor(plug: CableEnd, group: PortGroup, side: str) -> VerdictRow:
    ok = plug_fits(plug.connector, group.kind)
    words = {"plug": word(plug.connector), "cage": word(group.kind)}
    if ok:
        text = QT_TRANSLATE_NOOP("links", "{plug} connector in a {cage} cage")
    elif plug_fits(group.kind, plug.connector):
        text = QT_TRANSLATE_NOOP("links", "A {plug} connector is newer than a {cage} cage and is not supported in it.")
    else:
        text = QT_TRANSLATE_NOOP("links", "A {plug} connector does not fit in a {cage} cage.")
    return VerdictRow("link.form_factor", ok, said(text, **words), words["plug"], words["cage"], group.source, group.confidence, side)


def _heat_sink(plug: CableEnd, group: PortGroup, side: str) -> Iterator[VerdictRow]:
    """NVIDIA: finned tops go into air-cooled switches, flat ones into adapters, DGX and liquid-cooled switches; copper plugs too."""
    if plug.connector != group.kind or group.heat_sink == "either" or (not group.heat_sink and not plug.heat_sink):
        return
    if group.heat_sink not in _TOPS or plug.heat_sink not in _TOPS:
        if group.kind == "osfp":
            text = QT_TRANSLATE_NOOP("links", "It is not known whether a flat-top or finned-top module fits the cage.")
            yield VerdictRow("link.heat_sink", None, said(text), end=side)
        return
    ok = plug.heat_sink == group.heat_sink
    if ok and group.heat_sink == "flat":
        text = QT_TRANSLATE_NOOP("links", "flat-top module in a flat-top cage")
    elif ok:
        text = QT_TRANSLATE_NOOP("links", "finned-top module in a finned-top cage")
    elif group.heat_sink == "flat":
        text = QT_TRANSLATE_NOOP("links", "A finned-top module does not fit in a flat-top cage.")
    else:
        text = QT_TRANSLATE_NOOP("links", "A flat-top module is not cooled in a finned-top cage.")
    yield VerdictRow("link.heat_sink", ok, said(text), source=group.source, confidence=group.confidence, end=side)


def _faces(face: CableEnd, cable: CableEnd, side: str) -> Iterator[VerdictRow]:
    yield _connector(cable.connector, face.connector, side)
    if cable.connector != face.connector:
        return
    if face.polish and cable.polish:
        yield _polish(face.polish, cable.polish, side)
    if face.gender and cable.gender:
        yield _gender(face.gender, cable.gender, side)


def _connector(plug: str, socket: str, side: str) -> VerdictRow:
    ok = plug == socket
    text = QT_TRANSLATE_NOOP("links", "{plug} in {socket}") if ok else QT_TRANSLATE_NOOP("links", "{plug} does not fit {socket}.")
    words = {"plug": word(plug), "socket": word(socket)}
    return VerdictRow("link.connector", ok, said(text, **words), words["plug"], words["socket"], end=side)


def _polish(one: str, other: str, side: str) -> VerdictRow:
    ok = one == other
    words = {"one": one.upper(), "other": other.upper()}
    text = (
        QT_TRANSLATE_NOOP("links", "{one} mated with {other}")
        if ok
        else QT_TRANSLATE_NOOP("links", "{one} must not be mated with {other}.")
    )
    return VerdictRow("link.polish", ok, said(text, **words), words["other"], words["one"], _CABLING, Confidence.READ, side)


def _gender(one: str, other: str, side: str) -> VerdictRow:
    ok = one != other
    if ok:
        text = QT_TRANSLATE_NOOP("links", "pinned to unpinned")
    elif one == "male":
        text = QT_TRANSLATE_NOOP("links", "Both connectors have pins.")
    else:
        text = QT_TRANSLATE_NOOP("links", "Neither connector has pins.")
    return VerdictRow("link.gender", ok, said(text), source=_CABLING, confidence=Confidence.READ, end=side)
