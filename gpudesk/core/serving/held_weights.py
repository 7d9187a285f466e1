"""Weights as an engine holds them on a GPU, where its kernels pad matrices or repack scales (`resources/sizing/engine_layouts.yaml`)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.models.architecture import EXPERTS, Architecture, Part, Role, Weight
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.values.releases import ALWAYS, Since
from gpudesk.core.work.model_split import Split, stage_weights

_GIB = 2.0**30
_ALIKE = 1e-9
"""Difference of bits, or of a width divided by a multiple, that is an error of rounding."""


@dataclass(frozen=True, slots=True)
class WeightLayout:
    """Effect of an engine kernel on weights of one stored format.

    Attributes:
        kernel, releases, source: the kernel, its releases and the source.
        makers: of GPUs, as prefixes of catalog keys.
        from_capability, below_capability: compute capabilities of those GPUs; both 0 and up to 0.1 where there is none.
        experts_only: whether it applies only to the matrices of experts.
        stored_bits: of an element with its share of scales, as in the file.
        element_bits: of the element without scales.
        inner, hidden: the widths of a matrix are rounded up to multiples of these, the inner one after splitting across GPUs.
        scales_padded: whether scales grow with the elements.
        repacked_bits: of an element after repacking; 0 if unchanged.
        extra_gib, extra_layers: additional memory on each GPU (tables, workspaces, allocator rounding), for that number of layers.
        since: the releases that have it.
        usual: the releases in which it is the default of several.
    """

    kernel: str
    releases: str
    source: str
    makers: tuple[str, ...]
    from_capability: float
    below_capability: float
    experts_only: bool
    stored_bits: float
    element_bits: float
    inner: int = 1
    hidden: int = 1
    scales_padded: bool = True
    repacked_bits: float = 0.0
    extra_gib: float = 0.0
    extra_layers: int = 0
    since: Since = ALWAYS
    usual: Since | None = None

    def is_for(self, board: str, capability: float) -> bool:
        """Whether a board, by its key and compute capability, may run it."""
        return board.partition(".")[0] in self.makers and self.from_capability <= capability < self.below_capability

    def holds(self, part: StoredWeight) -> bool:
        """Whether a tensor uses this layout."""
        if abs(8 * part.element_bytes - self.stored_bits) > _ALIKE:
            return False
        return part.weight.role in EXPERTS or not self.experts_only

    def held(self, part: StoredWeight, split: Split) -> StoredWeight:
        """A tensor in this layout: the same elements with the bytes of one, including its share of the padding."""
        if not self.holds(part):
            return part
        if self.repacked_bits:
            return StoredWeight(part.weight, self.repacked_bits / 8, part.kind)
        factor = self._padded(part, split)
        scales = self.stored_bits - self.element_bits
        bits = factor * self.element_bits + (factor if self.scales_padded else 1.0) * scales
        return StoredWeight(part.weight, bits / 8, part.kind)

    def extra_bytes(self, layers: int) -> float:
        """Additional engine memory on a GPU with a given number of layers."""
        return self.extra_gib * _GIB * (layers / self.extra_layers if self.extra_layers else 1.0)

    def _padded(self, part: StoredWeight, split: Split) -> float:
        """Elements of a padded matrix on one GPU per element of the unpadded one."""
        rows, columns = part.weight.shape[-2:]
        inner, hidden = (columns, rows) if part.weight.role is Role.EXPERT_DOWN else (rows, columns)
        # Where experts are shared out whole, none of them is cut.
        cut = 1 if split.expert > split.tensor else split.tensor
        own = inner / cut
        return _up(own, self.inner) * _up(hidden, self.hidden) / (own * hidden)


def _up(width: float, multiple: int) -> float:
    return math.ceil(width / multiple - _ALIKE) * multiple


@dataclass(frozen=True, slots=True)
class WideTensors:
    """Tensors that an engine holds in more bits than the file.

    Attributes:
        modules: their names in files (`Weight.module`).
        element_bytes: of an element.
    """

    modules: tuple[str, ...]
    element_bytes: float
    releases: str
    source: str
    since: Since = ALWAYS

    def holds(self, part: StoredWeight) -> bool:
        """Whether a tensor is one of them, in fewer bits in the file."""
        return part.weight.module in self.modules and part.element_bytes < self.element_bytes


def widened(stored: Sequence[StoredWeight], wide: Sequence[WideTensors]) -> tuple[StoredWeight, ...]:
    """The tensors with the bytes that an engine holds them in."""
    parts = tuple(stored)
    for rule in wide:
        parts = tuple(StoredWeight(part.weight, rule.element_bytes, part.kind) if rule.holds(part) else part for part in parts)
    return parts


@dataclass(frozen=True, slots=True)
class LatentCopies:
    """Copies of the projection of latent keys and values that an engine keeps next to the projection itself.

    Attributes:
        makers: of GPUs, as prefixes of catalog keys.
        of_16_bits: whether a projection that the file has in 16 bits is copied too; otherwise the engine uses views of it.
        element_bytes: of an element of a copy where the file has fewer bits; `low`, `high`: by quantization method.
    """

    makers: tuple[str, ...]
    of_16_bits: bool
    element_bytes: float
    low: float
    high: float
    releases: str
    source: str
    since: Since = ALWAYS

    def is_for(self, board: str) -> bool:
        """Whether a board, by its key, is of its makers; "" for any board."""
        return not board or board.partition(".")[0] in self.makers


def layouts_of(layouts: Iterable[WeightLayout], board: str, capability: float, stored: Sequence[StoredWeight]) -> tuple[WeightLayout, ...]:
    """Of an engine's layouts those that a board may run on some of these tensors, the usual one first."""
    return tuple(layout for layout in layouts if layout.is_for(board, capability) and any(layout.holds(part) for part in stored))


def layouts_in(layouts: Iterable[WeightLayout], release: tuple[int, ...]) -> tuple[WeightLayout, ...]:
    """The layouts of an engine available in a release, its default first."""
    there = [layout for layout in layouts if layout.since.holds(release)]
    return tuple(sorted(there, key=lambda available: available.usual is None or not available.usual.holds(release)))


class TablePlace(StrEnum):
    """Where an engine keeps the tables of the input: embeddings, inputs of layers and learned positions."""

    GPU = "gpu"
    RAM = "ram"
    """In system memory; a head that is the same table is a copy on the last GPU."""
    SHARED = "shared"
    """The same where CPU and GPU have one memory, which holds both."""


def table_place(*, in_ram: bool, one_memory: bool) -> TablePlace:
    """Of an engine that keeps the tables in system memory or not, on a board with a memory of its own or not."""
    if not in_ram:
        return TablePlace.GPU
    return TablePlace.SHARED if one_memory else TablePlace.RAM


def is_input_table(weight: Weight) -> bool:
    """Whether it is a table of the input: embeddings, inputs of layers or learned positions, not those of a tower."""
    return weight.role in (Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION) and not weight.layers and weight.part is not Part.VISION


def placed(model: Architecture, stored: Sequence[StoredWeight], place: TablePlace) -> tuple[Architecture, tuple[StoredWeight, ...]]:
    """The model and its weights as an engine has them in the memory of the GPUs.

    A copy of a tied table is a head of its own then, and the model is not tied.
    """
    if place is TablePlace.GPU:
        return model, tuple(stored)
    tables = [part for part in stored if is_input_table(part.weight)]
    weights = [part for part in stored if place is TablePlace.SHARED or not is_input_table(part.weight)]
    if model.tied:
        heads = (part for part in tables if part.weight.role is Role.EMBEDDING)
        weights += [replace(part, weight=replace(part.weight, role=Role.HEAD)) for part in heads]
    return replace(model, tied=False), tuple(weights)


@dataclass(frozen=True, slots=True)
class HeldBytes:
    """Bytes of weights on the fullest GPU of a replica, with a range where several kernels may run.

    Attributes:
        layout: the default kernel; None where the engine stores tensors as in the file.
    """

    value: float
    low: float
    high: float
    layout: WeightLayout | None = None


def held_bytes(model: Architecture, split: Split, stored: Sequence[StoredWeight], possible: Sequence[WeightLayout] = ()) -> HeldBytes:
    """Weight bytes on the fullest GPU.

    Args:
        possible: layouts that the GPU may use (`layouts_of`), the default first.
    """
    if not possible:
        plain = max(stage_weights(model, split, stored))
        return HeldBytes(plain, plain, plain)
    layers = max(split.stages, default=math.ceil(model.layers / split.pipeline))
    layout_bytes = [
        max(stage_weights(model, split, [layout.held(part, split) for part in stored])) + layout.extra_bytes(layers) for layout in possible
    ]
    return HeldBytes(layout_bytes[0], min(layout_bytes), max(layout_bytes), possible[0])
