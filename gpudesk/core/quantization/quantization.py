"""Weight storage stated by a checkpoint, in one form for all tools."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Part, Role, Weight
from gpudesk.core.quantization.patterns import Patterns
from gpudesk.core.quantization.scheme import Scheme

LINEAR = ATTENTION | FEED_FORWARD | EXPERTS | {Role.STATE_IN, Role.STATE_OUT}
"""Matrices of the layers. Every engine keeps routers in 16 bits, whatever a file states for linear layers."""


@dataclass(frozen=True)
class Rule:
    """An exception by name: the scheme of matching matrices, or None if they stay unchanged."""

    patterns: Patterns
    scheme: Scheme | None


@dataclass(frozen=True)
class Quantization:
    """How a checkpoint stores its weights.

    Attributes:
        source: the file and key that state it.
        tool: `quant_method`, or its equivalent.
        default: of every matrix without a rule; None if only named matrices are quantized.
        rules: exceptions; the first match applies.
        roles: the matrices covered by the default.
        by_role: schemes of some roles that differ from the default.
        towers: whether vision towers are included, unless a rule excludes them.
        kv: stated KV cache format, a key of `resources/sizing/kv_formats.yaml`; "" for none.
        notes: open points, in plain English.
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
        """Storage of a matrix of a layer; None if it keeps its 16 bits. `layer` is -1 for a matrix outside the layers."""
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
        """Short title, in English and Spanish."""
        schemes = [scheme for scheme in (*self.by_role.values(), self.default, *(rule.scheme for rule in self.rules)) if scheme is not None]
        several = list(dict.fromkeys(schemes))[:3]
        return "; ".join(scheme.title() for scheme in several), "; ".join(listed_scheme.title_es() for listed_scheme in several)
