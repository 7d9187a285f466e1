"""Products of models that are not autoregressive: encoders, denoisers, autoencoders. One multiplication and addition counts as two.

A matrix multiplies each token once; attention over n tokens multiplies 2·n² times the width of its queries and values; a
convolution multiplies each point of its output. Modulation of layers by time and text is multiplied once per pass.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.models.architecture import Architecture, Part, Role, Weight

_ONCE = frozenset({Role.MODULATION})
_NEVER = frozenset({Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION, Role.NORM, Role.BIAS})
_STEPS = 2
"""Residual steps of a block of the known UNets and autoencoders."""


class Streams(StrEnum):
    """How a denoiser looks at its text."""

    JOINT = "joint"
    """Joint attention of image and text: first in separate layers with two query matrices, then in common ones."""
    CROSS = "cross"
    """The picture looks at the text in a second attention."""
    LINEAR = "linear"
    """As cross, and the picture looks at itself by sums: no squares of its size."""
    UNET = "unet"
    """Convolutions and attention on smaller and smaller pictures."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Input of a denoiser.

    Attributes:
        height, width: points of the latent.
        frames: in time; 1 for a picture.
        patch: edge length of a token in latent points.
        text: tokens of text.
    """

    height: int
    width: int
    frames: int = 1
    patch: int = 1
    text: int = 77

    @property
    def tokens(self) -> int:
        return max(1, self.height // self.patch) * max(1, self.width // self.patch) * self.frames


def _matrices(weights: Iterable[Weight], per_copy: Callable[[Weight], float]) -> float:
    return sum(2.0 * weight.used * per_copy(weight) for weight in weights if len(weight.shape) > 1 and weight.role not in _NEVER)


def _times(weight: Weight) -> int:
    return max(1, len(weight.layers)) * weight.copies


def encoder_flops(weights: Iterable[Weight], tokens: int) -> float:
    """Operations of one pass of a tower over a given number of tokens."""
    tower_weights = tuple(weights)
    looks = sum(4.0 * tokens * tokens * weight.shape[0] * _times(weight) for weight in tower_weights if weight.role is Role.QUERY)
    return _matrices(tower_weights, lambda weight: 1.0 if weight.role in _ONCE else tokens) + looks


def denoiser_flops(model: Architecture, of: Picture, streams: Streams) -> float:
    """Of one pass of a denoiser."""
    if streams is Streams.UNET:
        return unet_flops(model, of)
    queries: dict[int, int] = {}
    for weight in model.weights:
        if weight.role is Role.QUERY:
            for layer in weight.layers:
                queries[layer] = queries.get(layer, 0) + weight.copies
    together = of.tokens + of.text

    def tokens(weight: Weight, layer: int) -> float:
        # What a layer has of its own to bring a time or a class to its width.
        if weight.role in _ONCE or weight.role is Role.OTHER:
            return 1.0
        if streams is Streams.JOINT:
            return together / 2 if queries.get(layer, 0) > 1 else float(together)
        text = weight.role in (Role.KEY, Role.VALUE) and weight.shape[1] != model.hidden
        return float(of.text) if text else float(of.tokens)

    total = 0.0
    seen: dict[int, int] = {}
    for weight in model.weights:
        if len(weight.shape) < 2 or weight.role in _NEVER:
            continue
        token_flops = 2.0 * weight.elements * weight.active
        if not weight.layers:
            total += token_flops * (1.0 if weight.role in _ONCE else of.tokens)
            continue
        total += sum(token_flops * tokens(weight, layer) for layer in weight.layers)
        if weight.role is Role.QUERY:
            for layer in weight.layers:
                seen[layer] = seen.get(layer, 0) + 1
                total += _look(streams, of, weight.shape[0], seen[layer], queries[layer])
    return total


def _look(streams: Streams, of: Picture, width: int, which: int, all_of_layer: int) -> float:
    """Attention of one matrix for queries."""
    if streams is Streams.JOINT:
        both = of.tokens + of.text
        return 4.0 * both * both * width / all_of_layer
    if which > 1:
        return 4.0 * of.tokens * of.text * width
    return 0.0 if streams is Streams.LINEAR else 4.0 * of.tokens * of.tokens * width


def unet_flops(model: Architecture, of: Picture) -> float:
    """Of one pass of a UNet with two residual steps a block: down, a middle, and up with one step more a block."""
    blocks = (model.layers - 1) // (2 * _STEPS + 1)
    if blocks * (2 * _STEPS + 1) + 1 != model.layers:
        raise ValueError(f"{model.layers} layers are no blocks of {_STEPS} steps")

    def points(layer: int) -> float:
        down = blocks * _STEPS
        level = layer // _STEPS if layer < down else blocks - 1 if layer == down else blocks - 1 - (layer - down - 1) // (_STEPS + 1)
        return of.height * of.width / 4.0**level

    total, looked = 0.0, dict.fromkeys(range(model.layers), 0)
    resized = _last_convolutions(model.weights)
    for number, weight in enumerate(model.weights):
        if len(weight.shape) < 2 or weight.role in _NEVER:
            continue
        point_flops = 2.0 * weight.elements * weight.copies
        if not weight.layers:
            total += point_flops * (of.height * of.width if weight.role is Role.CONVOLUTION else 1.0)
            continue
        for layer in weight.layers:
            here = points(layer)
            if resized.get(layer) == number and layer + 1 < model.layers and points(layer + 1) != here:
                here = points(layer + 1)
            from_text = weight.role in (Role.KEY, Role.VALUE) and weight.shape[0] != weight.shape[1]
            total += point_flops * (1.0 if weight.role in _ONCE else of.text if from_text else here)
            if weight.role is Role.QUERY:
                # The first of two looks at the picture, the second at the text.
                other = here if looked[layer] % 2 == 0 else float(of.text)
                looked[layer] += 1
                total += 4.0 * here * other * weight.shape[0]
    return total


def decoded_flops(model: Architecture, of: Picture) -> float:
    """Of an autoencoder that makes a picture of a latent: each block but the last doubles both sides."""
    decoder_weights = [weight for weight in model.weights if weight.part is Part.DECODER]
    numbered = sorted({layer for weight in decoder_weights for layer in weight.layers})
    if not numbered:
        return 0.0
    first, steps = numbered[0], _STEPS + 1
    total = 0.0
    widest = max((max(weight.layers) for weight in decoder_weights if weight.layers), default=first)
    levels = (widest - first - 1) // steps
    resized = _last_convolutions(decoder_weights)
    for number, weight in enumerate(decoder_weights):
        if len(weight.shape) < 2 or weight.role in _NEVER:
            continue
        point_flops = 2.0 * weight.elements * weight.copies
        latent = float(of.height * of.width * of.frames)
        if not weight.layers:
            # What comes in is at the latent's size, what goes out at the picture's.
            total += point_flops * latent * (4.0**levels if weight.shape[0] <= 4 else 1.0)
            continue
        for layer in weight.layers:
            level = 0 if layer == first else (layer - first - 1) // steps
            if resized.get(layer) == number and layer > first and level < levels and (layer - first) % steps == 0:
                level += 1
            total += point_flops * latent * 4.0**level
            if weight.role is Role.QUERY:
                total += 4.0 * latent * latent * weight.shape[0]
    return total


def _last_convolutions(weights: Sequence[Weight]) -> dict[int, int]:
    """The number of the last convolution of each layer: where a block ends, the one that makes the picture larger or smaller."""
    return {layer: number for number, weight in enumerate(weights) if weight.role is Role.CONVOLUTION for layer in weight.layers}


def started(weights: Iterable[Weight]) -> int:
    """Feed-forward parts: number of layer executions in an engine that launches each kernel separately."""
    return sum(_times(weight) for weight in weights if weight.role is Role.DOWN)
