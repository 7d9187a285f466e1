"""What a link is made of, and the lines of a verdict on it."""

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
        group: the ports among which it ends, None where the device has no such port.
        module: what is plugged into the cage, None for nothing.
        lanes: lanes of the port that the link takes, 0 for all.
        lane: the first of them.
        protocols: what the device speaks ("InfiniBand, Ethernet"), "" where nobody says.
    """

    group: PortGroup | None
    module: HardwareType | None = None
    lanes: int = 0
    lane: int = 0
    protocols: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """Where two cables meet in a panel.

    Attributes:
        panel: its type.
        near, far: the ports at which the path comes in and goes out.
        strands: position of the near port → position of the far one, of the two ports that are used.
    """

    panel: HardwareType
    near: PortGroup
    far: PortGroup
    strands: Strands


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """One cable of a link, as one meets it from `a` to `b`.

    Attributes:
        cable: its type, None where none is chosen.
        length_mm: None where none is chosen.
        joint: where the cable before it ends, None for the first.
    """

    cable: HardwareType | None
    length_mm: int | None = None
    joint: Joint | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit with where it comes from."""

    value: float
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class StandardLimit:
    """What an optical standard allows on one grade of fibre."""

    reach_m: float
    loss_db: float | None
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class CablingRules:
    """The limits that do not come from the parts themselves.

    Attributes:
        standards: optical standard ("400GBASE-SR4") and grade ("OM4") → what it allows.
        multi_mode_m, single_mode_m, single_mode_split_m, duplex_m: whole length of links of 100 Gb/s a lane and faster over multi-mode
            fibre, single-mode arrays, single-mode splitters and duplex single-mode fibre; None for no such rule.
        mpo_mating_db, lc_mating_db: loss of a mating of which the parts say nothing.
        fire_class: the class that jackets must have, "" for any.
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
        ok: None where a fact is missing.
        actual, required: the values compared, None where it is no comparison.
        message: what is wrong or missing, in a sentence; what is right, in few words.
        source: where the limit comes from.
        end: the end that it speaks of, "a" or "b"; "" for the link.
    """

    rule: str
    ok: bool | None
    message: Message
    actual: Value | None = None
    required: Value | None = None
    source: str = ""
    confidence: Confidence | None = None
    end: str = ""
