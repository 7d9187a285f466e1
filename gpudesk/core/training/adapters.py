"""Low-rank adapters: which matrices get one, and how many parameters that trains."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Architecture, Part, Role, Weight
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat

TARGETS: Mapping[str, frozenset[Role]] = {
    "query-value": frozenset({Role.QUERY, Role.VALUE}),
    "attention": ATTENTION - {Role.INDEXER},
    "linear": (ATTENTION - {Role.INDEXER}) | FEED_FORWARD | {Role.STATE_IN, Role.STATE_OUT},
    "linear-experts": (ATTENTION - {Role.INDEXER}) | FEED_FORWARD | EXPERTS | {Role.STATE_IN, Role.STATE_OUT},
}
"""Sets of matrices that get an adapter, by the name that the command line has for them."""
_WORDS = frozenset({Role.EMBEDDING, Role.HEAD})


@dataclass(frozen=True, slots=True)
class Adapter:
    """Parameters trained next to a frozen model.

    Attributes:
        rank: of the two narrow matrices added to one of the model.
        targets: a key of `TARGETS`.
        words: whether the embedding table and the head are also trained, in a separate copy.
    """

    rank: int = 16
    targets: str = "linear"
    words: bool = False

    @property
    def roles(self) -> frozenset[Role]:
        return TARGETS[self.targets]

    def trained(self, model: Architecture) -> Iterator[Weight]:
        """The tensors that are trained: for a matrix of `out` rows and `in` columns one of rank × in and one of out × rank.

        Every GPU of a tensor-parallel group is taken to hold adapters whole, which is a little more than programs do.
        """
        for weight in model.weights:
            if weight.role in self.roles and len(weight.shape) == 2 and weight.part is not Part.VISION:
                outputs, inputs = weight.shape
                for shape in ((self.rank, inputs), (outputs, self.rank)):
                    yield Weight(Role.OTHER, shape, weight.layers, weight.copies, weight.active, weight.part)
            elif self.words and weight.role in _WORDS and not weight.layers:
                yield weight

    def matrices(self, model: Architecture) -> int:
        """How many tensors are trained: two for each adapted matrix of each layer."""
        return sum(weight.total // math.prod(weight.shape) for weight in self.trained(model))

    def parameters(self, model: Architecture) -> int:
        """How many are trained."""
        return sum(weight.total for weight in self.trained(model))


def frozen_weights(model: Architecture, form: WeightFormat, kept_bytes: float) -> tuple[StoredWeight, ...]:
    """Tensors of a frozen model: covered ones in the format, the others with a given number of bytes per element.

    Preparing a 4-bit or 8-bit model for training casts unquantized parts (embeddings, head, norms) to 32 bits.
    """
    return tuple(
        StoredWeight(part.weight, part.element_bytes if form.covered(part.weight) else kept_bytes, part.kind) for part in form.stored(model)
    )
