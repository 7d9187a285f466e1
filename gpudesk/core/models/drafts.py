"""Layers that guess further tokens (multi-token prediction): files hold them, engines load them only to guess ahead."""

from collections.abc import Callable

from gpudesk.core.models.architecture import Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import Layers, Parts, all_layers

Layer = Callable[[Parts, Layers], None]
"""Adds all of one routed layer to some parts."""
NOT_COUNTED = "MTP layers are not counted."
_LISTED = ("num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules")
"""Keys of the number of MTP layers: DeepSeek, GLM, ERNIE and Nemotron; Qwen 3.5; MiniMax."""


def listed_mtp_layers(config: Configuration) -> int:
    """The number of MTP layers in a configuration or in its text part; 0 if it contains none."""
    text = config.part("text_config") if config.has("text_config") else config
    return config.layers(*_LISTED, default=text.layers(*_LISTED, default=0, least=0), least=0)


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
