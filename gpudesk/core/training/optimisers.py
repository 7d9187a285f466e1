"""Training state of each parameter besides its value: gradient, a 32-bit copy, the optimizer moments."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.models.architecture import Role, Weight

_LOOKED_UP = frozenset({Role.EMBEDDING, Role.LAYER_TABLE, Role.HEAD, Role.POSITION})
_ADAM_BYTES = 8.0
"""Two 32-bit moments, for the parameters that a matrix optimizer leaves to Adam."""


class Moments(StrEnum):
    """Which tensors have which moments."""

    EACH = "each"
    """Every parameter alike."""
    FACTORED = "factored"
    """A matrix keeps a number for each row and each column (Adafactor); a vector one for each element."""
    MATRICES = "matrices"
    """The matrices of the layers; embeddings, head and vectors are left to Adam (Muon)."""


@dataclass(frozen=True, slots=True)
class Optimiser:
    """A training scheme: bytes for each trained parameter.

    Attributes:
        key: name on the command line.
        weight_bytes: of the copy used for computation.
        gradient_bytes: of the gradient as stored between micro-batches.
        master_bytes: of a 32-bit copy that is updated; 0 if the computing copy is updated.
        moment_bytes: of the moments, for parameters selected by `moments`; for factored ones bytes of one stored number.
        confidence, source: reliability and source of the bytes.
    """

    key: str
    title: str
    title_es: str
    weight_bytes: float
    gradient_bytes: float
    master_bytes: float
    moment_bytes: float
    moments: Moments
    confidence: str
    source: str

    def moment_total(self, weight: Weight) -> float:
        """Bytes of the moments of one copy of a tensor."""
        matrix = len(weight.shape) > 1
        if self.moments is Moments.FACTORED:
            rows = weight.shape[0]
            return self.moment_bytes * (rows + weight.elements // rows if matrix else weight.elements)
        if self.moments is Moments.MATRICES and (not matrix or weight.role in _LOOKED_UP):
            return _ADAM_BYTES * weight.elements
        return self.moment_bytes * weight.elements

    @property
    def bytes_each(self) -> float:
        """For one parameter of a large matrix of a layer."""
        moments = 0.0 if self.moments is Moments.FACTORED else self.moment_bytes
        return self.weight_bytes + self.gradient_bytes + self.master_bytes + moments
