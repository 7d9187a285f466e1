"""Layers that guess further tokens (multi-token prediction): files hold them, engines load them only to guess ahead."""

from collections.abc import Callable

from gpudesk.core.models.architecture import Role
from gpudesk.core.models.layer_blocks import Layers, Parts, all_layers

Layer = Callable[[Parts, Layers], None]
"""Adds all of one routed layer to some parts."""


def draft_note(count: int, parameters: int) -> str:
    """The note on layers that predict further tokens."""
    return f"{count} draft layer{'s' if count > 1 else ''} (MTP) of {parameters:,} parameters: loaded only to guess tokens ahead."


def draft_layers(count: int, hidden: int, vocabulary: int, layer: Layer, *, words: bool = True) -> Parts:
    """Draft layers as published for DeepSeek V3 and similar models: a layer, a matrix for two hidden states, three norms.

    Args:
        words: whether files contain a separate embedding table and head for each.
    """
    parts = Parts()
    if count == 0:
        return parts
    layers = all_layers(count)
    layer(parts, layers)
    parts.linear(Role.OTHER, 2 * hidden, hidden, layers)
    parts.norm(hidden, layers, copies=3)
    if words:
        parts.linear(Role.OTHER, hidden, vocabulary, layers, copies=2)
    return parts
