"""Vision towers used with a decoder."""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Part, Role, Weight
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import Parts, all_layers


def with_tower(model: Architecture, family: str, tower: list[Weight], encoders: str = "vision encoder") -> Architecture:
    """A decoder with a tower, whose parameters are named apart."""
    count = sum(weight.total for weight in tower)
    note = f"{count:,} of the parameters are those of the {encoders}."
    return replace(model, family=family, weights=(*model.weights, *tower), notes=(*model.notes, note) if count else model.notes)


def add_qwen_vision(vision: Configuration, *, deep: int = 0) -> list[Weight]:
    """The tower of Qwen's models that see: patches over two frames, learned positions, a merger, and `deep` mergers more."""
    hidden = vision.count("hidden_size", default=1152)
    width = vision.count("intermediate_size", default=4304)
    out = vision.count("out_hidden_size", default=3584)
    patch = vision.count("patch_size", default=16)
    channels = vision.count("in_channels", default=3)
    frames = vision.count("temporal_patch_size", default=2)
    merge = vision.count("spatial_merge_size", default=2) ** 2
    layers = all_layers(vision.layers("depth", default=27))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, channels * frames * patch * patch, hidden, bias=True)
    parts.add(Role.POSITION, vision.count("num_position_embeddings", default=2304), hidden)
    parts.classic_block(hidden, width, layers)
    parts.norm(hidden, bias=True)
    if deep:
        parts.norm(hidden * merge, bias=True, copies=deep)
    for copies in (1, deep):
        if copies:
            parts.linear(Role.VISION, hidden * merge, hidden * merge, bias=True, copies=copies)
            parts.linear(Role.VISION, hidden * merge, out, bias=True, copies=copies)
    return parts.weights


def add_llama_vision(vision: Configuration, hidden: int) -> tuple[list[Weight], Weight]:
    """The tower of Llama 4 and what joins it to a decoder of width `hidden`: patches as a matrix, a shuffle of pixels, two matrices."""
    width, inner = vision.count("hidden_size", default=768), vision.count("intermediate_size", default=5632)
    patch, channels = vision.count("patch_size", default=14), vision.count("num_channels", default=3)
    tokens = (vision.count("image_size", default=448) // patch) ** 2 + 1
    out = vision.count("vision_output_dim", default=7680)
    middle = vision.count("projector_input_dim", default=4096)
    layers = all_layers(vision.layers("num_hidden_layers", default=34))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, channels * patch * patch, width)
    parts.add(Role.POSITION, tokens + 1, width)
    parts.norm(width, bias=True, copies=2)
    parts.classic_block(width, inner, layers)
    joined = vision.count("projector_output_dim", default=4096)
    parts.linear(Role.VISION, inner, middle)
    parts.linear(Role.VISION, joined, joined)
    return parts.weights, Weight(Role.OTHER, (hidden, out))
