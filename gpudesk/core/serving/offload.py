"""Layers of a model that do not fit on a GPU and stay in system memory, as in llama.cpp: the last layers go to the GPU, and the
head, which follows them, goes last of all. In a mixture only the experts may stay there (`--n-cpu-moe`), those of the first layers.

A token passes through the layers in sequence, so times of the two parts add up: `t = bytes_ram/(e·BW_ram) + t_gpu(bytes_gpu)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.models.architecture import EXPERTS, Architecture, Cache, Role
from gpudesk.core.models.weight_formats import WeightFormat, is_read_through
from gpudesk.core.serving.decode_speed import MICRO, DecodeConstants
from gpudesk.core.serving.held_weights import is_input_table
from gpudesk.core.work.model_split import Split, cache_bytes


@dataclass(frozen=True, slots=True)
class LayerBytes:
    """Data of each layer, the first one first, with the head as one more after them.

    Attributes:
        held: bytes of weights.
        read: bytes of them that one token reads.
        cache: bytes of keys and values of all sequences.
        table: bytes of the embedding table and of learned positions, which stay in system memory.
        experts, experts_read: the parts of the first two used by experts.
    """

    held: tuple[float, ...]
    read: tuple[float, ...]
    cache: tuple[float, ...]
    table: float
    experts: tuple[float, ...] = ()
    experts_read: tuple[float, ...] = ()

    @property
    def count(self) -> int:
        """Layers with the head, as llama.cpp counts them."""
        return len(self.held)

    def on_gpu(self, layers: int) -> float:
        """Bytes of a given number of layers on the GPU: the last ones, and the head when no other layers remain."""
        gpu_layers = self._mine(layers)
        return sum(self.held[at] + self.cache[at] for at in gpu_layers)

    def read_on_gpu(self, layers: int) -> float:
        """Bytes that a token reads there."""
        return sum(self.read[at] + self.cache[at] for at in self._mine(layers))

    @property
    def read_all(self) -> float:
        return sum(self.read) + sum(self.cache)

    @property
    def routed(self) -> int:
        """Layers up to the last one that has experts, as --n-cpu-moe counts them; 0 without experts."""
        return max((at + 1 for at, size in enumerate(self.experts) if size), default=0)

    def without_experts(self, layers: int) -> float:
        """Bytes that all takes on the GPU but the experts of the first `layers` layers."""
        return self.on_gpu(self.count) - sum(self.experts[:layers])

    def read_of_experts(self, layers: int) -> float:
        """Bytes that a token reads of the experts of the first `layers` layers."""
        return sum(self.experts_read[:layers])

    def _mine(self, layers: int) -> range:
        real = self.count - 1
        return range(self.count) if layers >= self.count else range(real - min(layers, real), real)


def layer_bytes(
    model: Architecture,
    form: WeightFormat,
    kv_bytes: float,
    context: int,
    sequences: int = 1,
    block: int = 1,
    caches: Sequence[Cache] | None = None,
) -> LayerBytes:
    """The bytes of each layer of a model in a format.

    Args:
        caches: in the layout of an engine (`cache_layout.laid_out`); by default those of the model.
    """
    held, read = np.zeros(model.layers + 1), np.zeros(model.layers + 1)
    experts, experts_read = np.zeros(model.layers + 1), np.zeros(model.layers + 1)
    table = 0.0
    for part in form.stored(model):
        weight = part.weight
        size = weight.elements * weight.copies * part.element_bytes
        share = weight.active / weight.copies
        if weight.layers:
            for layer in weight.layers:
                held[min(layer, model.layers - 1)] += size
                read[min(layer, model.layers - 1)] += size * share
                if weight.role in EXPERTS:
                    experts[min(layer, model.layers - 1)] += size
                    experts_read[min(layer, model.layers - 1)] += size * share
        elif is_input_table(weight):
            table += size
        else:
            held[-1] += size
            read[-1] += size * share if is_read_through(model, weight) else 0.0
        if weight.role is Role.EMBEDDING and model.tied and not weight.layers:
            # The head is the table: llama.cpp keeps one of each.
            held[-1] += size
            read[-1] += size
    used = model.caches if caches is None else caches
    cached_bytes = sequences * sum(cache_bytes(cache, Split(), kv_bytes, context, block) for cache in used)
    layer_cache_bytes = cached_bytes / model.layers if model.layers else 0.0
    cached = (*([layer_cache_bytes] * model.layers), 0.0)
    return LayerBytes(tuple(held.tolist()), tuple(read.tolist()), cached, table, tuple(experts.tolist()), tuple(experts_read.tolist()))


@dataclass(frozen=True, slots=True)
class Offloaded:
    """A model with a part in system memory.

    Attributes:
        layers, of: on the GPU, of all; the head counts as one.
        gpu_bytes: weights and cache on the GPU; `ram_bytes`: the rest, with the embedding table.
        seconds: for a token of one sequence.
        cpu_seconds: for one if the CPU does everything.
        expert_layers: whose experts stay in system memory while everything else is on the GPU; 0 where whole layers stay there.
    """

    layers: int
    of: int
    gpu_bytes: float
    ram_bytes: float
    seconds: float
    cpu_seconds: float
    expert_layers: int = 0


def most_layers(sizes: LayerBytes, room_bytes: float) -> int:
    """How many layers have room on the GPU."""
    layers = 0
    while layers < sizes.count and sizes.on_gpu(layers + 1) <= room_bytes:
        layers += 1
    return layers


def offloaded(
    sizes: LayerBytes, layers: int, gpu_bytes_per_s: float, ram_bytes_per_s: float, ram_share: float, of: DecodeConstants
) -> Offloaded:
    """Time per token with a given number of layers on the GPU.

    Args:
        ram_share: share of the system memory bandwidth that programs reach.
        of: constants of the engine on this kind of GPU.
    """
    on_gpu, reads = sizes.on_gpu(layers), sizes.read_on_gpu(layers)
    from_ram = (sizes.read_all - reads) / (ram_share * ram_bytes_per_s)
    on_it = max(of.weights, 1.0) * reads / gpu_bytes_per_s + of.layers_us * MICRO * min(layers, sizes.count - 1)
    crossing = of.hops_us * MICRO if 0 < layers < sizes.count else 0.0
    everything = sum(sizes.held) + sum(sizes.cache) + sizes.table
    return Offloaded(
        layers=layers,
        of=sizes.count,
        gpu_bytes=on_gpu,
        ram_bytes=everything - on_gpu,
        seconds=from_ram + on_it + crossing,
        cpu_seconds=sizes.read_all / (ram_share * ram_bytes_per_s),
    )


def fewest_experts(sizes: LayerBytes, room_bytes: float) -> int | None:
    """Minimum number of layers whose experts must stay in system memory for the rest to fit on the GPU; None if it never fits."""
    return next((layers for layers in range(1, sizes.routed + 1) if sizes.without_experts(layers) <= room_bytes), None)


def experts_offloaded(
    sizes: LayerBytes, layers: int, gpu_bytes_per_s: float, ram_bytes_per_s: float, ram_share: float, of: DecodeConstants
) -> Offloaded:
    """Time per token with the experts of the first `layers` layers in system memory: it goes there and back in each of them,
    which takes as long as a step from one GPU to the next.

    Args:
        ram_share: share of the system memory bandwidth that programs reach.
        of: constants of the engine on this kind of GPU.
    """
    on_gpu, apart = sizes.without_experts(layers), sizes.read_of_experts(layers)
    on_it = max(of.weights, 1.0) * (sizes.read_all - apart) / gpu_bytes_per_s + of.layers_us * MICRO * (sizes.count - 1)
    crossings = layers * of.hops_us * MICRO
    everything = sum(sizes.held) + sum(sizes.cache) + sizes.table
    return Offloaded(
        layers=sizes.count,
        of=sizes.count,
        gpu_bytes=on_gpu,
        ram_bytes=everything - on_gpu,
        seconds=apart / (ram_share * ram_bytes_per_s) + on_it + crossings,
        cpu_seconds=sizes.read_all / (ram_share * ram_bytes_per_s),
        expert_layers=layers,
    )
