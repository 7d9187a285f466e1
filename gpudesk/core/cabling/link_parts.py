"""The parts of a link, and the lines of a verdict on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from gpudesk.core.hardware.hardware import Confidence, HardwareType, PortGroup
from gpudesk.core.hardware.polarity import Strands
from gpudesk.core.messages.message import Message, Value


@dataclass(frozen=True, slots=True, eq=False)
class LinkEnd:
    """One end of a link.

    Attributes:
        group: the port group in which it ends, None if the device has no such port.
        module: the module in the cage, None for none.
        lanes: lanes of the port that the link uses, 0 for all.
        lane: the first of them.
        protocols: protocols supported by the device ("InfiniBand, Ethernet"), "" if unknown.
    """

    group: PortGroup | None
    module: HardwareType | None = None
    lanes: int = 0
    lane: int = 0
    protocols: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """The joint of two cables in a panel.

    Attributes:
        panel: its type.
        near, far: the ports at which the path enters and leaves.
        strands: position of the near port → position of the far one, of the two ports in use.
    """

    panel: HardwareType
    near: PortGroup
    far: PortGroup
    strands: Strands


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """One cable of a link, in order from `a` to `b`.

    Attributes:
        cable: its type, None if none is selected.
        length_mm: None if none is selected.
        joint: the joint with the preceding cable, None for the first.
    """

    cable: HardwareType | None
    length_mm: int | None = None
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit with its source."""

    value: float
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class StandardLimit:
    """The limits of an optical standard for one fiber grade."""

    reach_m: float
    loss_db: float | None
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class CablingRules:
    """The limits that do not come from the parts themselves.

    Attributes:
        standards: optical standard ("400GBASE-SR4") and grade ("OM4") → its limits.
        multi_mode_m, single_mode_m, single_mode_split_m, duplex_m: total length of links of 100 Gb/s per lane or faster over
            multi-mode fiber, single-mode arrays, single-mode splitters and duplex single-mode fiber; None for no such rule.
        mpo_mating_db, lc_mating_db: loss of a mating if the parts do not specify it.
        fire_class: the required class of jackets, "" for any.
    """

    standards: Mapping[tuple[str, str], StandardLimit] = field(default_factory=lambda: MappingProxyType({}))
    multi_mode_m: Limit | None = None
    single_mode_m: Limit | None = None
    single_mode_split_m: Limit | None = None
    duplex_m: Limit | None = None
    mpo_mating_db: Limit | None = None
    lc_mating_db: Limit | None = None
    fire_class: str = ""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One line of a verdict.

    Attributes:
        rule: the key of the check of the same name ("link.reach").
        ok: None if a fact is missing.
        actual, required: the values compared, None if it is not a comparison.
        message: the error or missing fact, in a sentence; if correct, a short text.
        source: the source of the limit.
        end: the end to which it applies, "a" or "b"; "" for the link.
    """

    rule: str
    ok: bool | None
    message: Message
    actual: Value | None = None
    required: Value | None = None
    source: str = ""
    confidence: Confidence | None = None
    end: str = ""
