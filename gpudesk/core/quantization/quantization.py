"""What a checkpoint says of how its weights are stored, in one form whatever tool wrote it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Part, Role, Weight
from gpudesk.core.quantization.patterns import Patterns
from gpudesk.core.quantization.scheme import Scheme

LINEAR = ATTENTION | FEED_FORWARD | EXPERTS | {Role.STATE_IN, Role.STATE_OUT}
"""Matrices of the layers. Routers are left in 16 bits by every engine, whatever a file says of linear layers."""


@dataclass(frozen=True)
class Rule:
    """An exception by name: the scheme of what matches, or None where it stays as it is."""

    patterns: Patterns
    scheme: Scheme | None


@dataclass(frozen=True)
class Quantization:
    """How a checkpoint stores its weights.

    Attributes:
        source: the file and key that say so.
        tool: `quant_method`, or what stands for it.
        default: of every matrix that no rule names; None where only named ones are stored so.
        rules: exceptions, the first that matches counts.
        roles: the matrices that are meant by the default.
        by_role: schemes of some roles that differ from the default.
        towers: whether towers for pictures are meant too, unless a rule leaves them out.
        kv: format of keys and values that it names, a key of `resources/sizing/kv_formats.yaml`; "" for none.
        notes: what is left open, in plain English.
    """

    source: str
    tool: str
    default: Scheme | None
    rules: tuple[Rule, ...] = ()
    roles: frozenset[Role] = LINEAR
    by_role: Mapping[Role, Scheme] = field(default_factory=dict)
    towers: bool = False
    kv: str = ""
    notes: tuple[str, ...] = ()

    def scheme_of(self, weight: Weight, layer: int, *, tied: bool = False) -> Scheme | None:
        """How a matrix of a layer is stored; None where it keeps its 16 bits. `layer` is -1 for one outside the layers."""
        meant = weight.role in self.roles or weight.role in self.by_role
        if len(weight.shape) < 2 or not (meant or weight.role in (Role.HEAD, Role.EMBEDDING)):
            return None
        if tied and weight.role is Role.EMBEDDING:
            return None
        for rule in self.rules:
            if rule.patterns.match(weight, layer):
                return rule.scheme
        if not meant or (weight.part is Part.VISION and not self.towers):
            return None
        return self.by_role.get(weight.role, self.default)

    @property
    def titles(self) -> tuple[str, str]:
        """What it is in short, in English and Spanish."""
        found = [each for each in (*self.by_role.values(), self.default, *(rule.scheme for rule in self.rules)) if each is not None]
        several = list(dict.fromkeys(found))[:3]
        return "; ".join(each.title() for each in several), "; ".join(each.title_es() for each in several)
