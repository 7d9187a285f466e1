"""Readers of decoders with a tower for pictures: Gemma 3, Mistral Small 3.1, Qwen 2.5 VL, Kimi K2.5.

Shapes as the classes of transformers 5 build them (`src/transformers/models`: gemma3, siglip, mistral3, pixtral, qwen2_5_vl, kimi_k25).
"""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Part, Role, Weight
from gpudesk.core.models.configuration import Configuration, text_part
from gpudesk.core.models.decoders import read_decoder, read_mistral, windows_of
from gpudesk.core.models.latent import read_deepseek_v3
from gpudesk.core.models.layer_blocks import Parts, all_layers
from gpudesk.core.models.vision_towers import with_tower


def siglip(vision: Configuration) -> list[Weight]:
    """SigLIP: patches, learned positions, encoder layers and a norm; a pooling head only where the file specifies one."""
    hidden, width = vision.count("hidden_size", default=768), vision.count("intermediate_size", default=3072)
    patch = vision.count("patch_size", default=16)
    side = vision.count("image_size", default=224) // patch
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, vision.count("num_channels", default=3) * patch * patch, hidden, bias=True)
    parts.add(Role.POSITION, max(1, side * side), hidden)
    parts.classic_block(hidden, width, all_layers(vision.layers("num_hidden_layers", default=12)))
    parts.norm(hidden, bias=True)
    if vision.flag("vision_use_head"):
        parts.classic_block(hidden, width, (0,), norms=1)
        parts.add(Role.OTHER, hidden)
    return parts.weights


_GEMMA3 = {
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "head_dim": 256,
    "vocab_size": 262208,
    "max_position_embeddings": 131072,
}
"""Defaults of the class Gemma3TextConfig."""


def read_gemma3_seeing(config: Configuration) -> Architecture:
    """Read a multimodal Gemma 3 file; published files omit the class defaults."""
    text_config = text_part(config)
    text = Configuration({**_GEMMA3, **{name: value for name, value in text_config.values.items() if value is not None}}, text_config.where)
    text.problems = config.problems
    windows = windows_of(text, text.count("sliding_window", default=1024), text.count("sliding_window_pattern", default=6))
    model = read_decoder(
        text, "gemma3", tied=True, norms=4, bias=text.flag("attention_bias"), head_norms=True, windows=windows, default_head=256
    )
    if not config.has("vision_config"):
        return model
    vision = config.part("vision_config")
    joint = Parts(Part.VISION)
    wide = vision.count("hidden_size", default=768)
    joint.linear(Role.VISION, wide, model.hidden)
    joint.norm(wide)
    return with_tower(model, "gemma3", siglip(vision) + joint.weights)


def pixtral(vision: Configuration) -> list[Weight]:
    """Pixtral: patches, a norm, layers as those of a decoder."""
    hidden, patch = vision.count("hidden_size", default=1024), vision.count("patch_size", default=16)
    layers = all_layers(vision.layers("num_hidden_layers", default=24))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, vision.count("num_channels", default=3) * patch * patch, hidden)
    parts.norm(hidden)
    parts.attention(hidden, 1, 1, hidden, layers)
    parts.gated_feed_forward(hidden, vision.count("intermediate_size", default=4096), layers)
    parts.norm(hidden, layers, copies=2)
    return parts.weights


def read_mistral3(config: Configuration) -> Architecture:
    """Mistral Small 3.1 and later: the text of Mistral, Pixtral's tower, a merger of patches and two matrices."""
    model = read_mistral(text_part(config))
    if not config.has("vision_config"):
        return replace(model, family="mistral3")
    vision = config.part("vision_config")
    wide, merge = vision.count("hidden_size", default=1024), config.count("spatial_merge_size", default=2)
    bias = config.flag("multimodal_projector_bias")
    joint = Parts(Part.VISION)
    joint.norm(wide)
    joint.linear(Role.VISION, wide * merge * merge, wide)
    joint.linear(Role.VISION, wide, model.hidden, bias=bias)
    joint.linear(Role.VISION, model.hidden, model.hidden, bias=bias)
    return with_tower(model, "mistral3", pixtral(vision) + joint.weights)


def read_qwen25_vl(config: Configuration) -> Architecture:
    """Read Qwen 2.5 VL: Qwen 2.5 text, in a separate section or not, and a vision tower with gated layers."""
    text = text_part(config) if config.has("text_config") else config
    model = read_decoder(text, "qwen2_5_vl", bias=True, output_bias=False)
    if not config.has("vision_config"):
        return model
    vision = config.part("vision_config")
    hidden, width = vision.count("hidden_size", default=1280), vision.count("intermediate_size", default=3420)
    patch, frames = vision.count("patch_size", default=14), vision.count("temporal_patch_size", default=2)
    merged = hidden * vision.count("spatial_merge_size", default=2) ** 2
    layers = all_layers(vision.layers("depth", default=32))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, vision.count("in_channels", "in_chans", default=3) * frames * patch * patch, hidden)
    parts.attention(hidden, 1, 1, hidden, layers, bias=True)
    parts.gated_feed_forward(hidden, width, layers, bias=True)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    parts.linear(Role.VISION, merged, merged, bias=True)
    parts.linear(Role.VISION, merged, vision.count("out_hidden_size", default=3584), bias=True)
    return with_tower(model, "qwen2_5_vl", parts.weights)


def read_qwen2_vl(config: Configuration) -> Architecture:
    """Read Qwen 2 VL: Qwen 2 text, in a separate section or not, and a vision tower of the older kind."""
    text = text_part(config) if config.has("text_config") else config
    model = read_decoder(text, "qwen2_vl", bias=True, output_bias=False)
    if not config.has("vision_config"):
        return model
    vision = config.part("vision_config")
    hidden = vision.count("embed_dim", default=1280)
    patch, frames = vision.count("patch_size", default=14), vision.count("temporal_patch_size", default=2)
    merged = hidden * vision.count("spatial_merge_size", default=2) ** 2
    layers = all_layers(vision.layers("depth", default=32))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, vision.count("in_channels", "in_chans", default=3) * frames * patch * patch, hidden)
    parts.classic_block(hidden, int(hidden * vision.number("mlp_ratio", 4)), layers)
    parts.norm(hidden, bias=True)
    parts.linear(Role.VISION, merged, merged, bias=True)
    parts.linear(Role.VISION, merged, vision.count("hidden_size", default=3584), bias=True)
    return with_tower(model, "qwen2_vl", parts.weights)


def read_kimi_k25(config: Configuration) -> Architecture:
    """Kimi K2.5: the text of Kimi K2 and MoonViT, whose learned positions are those of a square of patches."""
    text = text_part(config) if config.has("text_config") else config
    model = read_deepseek_v3(text)
    if not config.has("vision_config"):
        return replace(model, family="kimi_k25")
    vision = config.part("vision_config")
    hidden = vision.count("vt_hidden_size", "hidden_size", default=1152)
    width = vision.count("vt_intermediate_size", "intermediate_size", default=4304)
    patch = vision.count("patch_size", default=14)
    high, wide = (vision.count(f"init_pos_emb_{side}", f"pos_emb_{side}", default=64) for side in ("height", "width"))
    joined = config.count("projection_hidden_size", default=vision.count("mm_hidden_size", default=hidden))
    merge = vision.counts("merge_kernel_size", (2, 2))
    merged = hidden * (merge[0] * merge[1] if len(merge) == 2 and all(merge) else 4)
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, 3 * patch * patch, hidden, bias=True)
    parts.add(Role.POSITION, high * wide, hidden)
    parts.classic_block(hidden, width, all_layers(vision.layers("vt_num_hidden_layers", "num_hidden_layers", default=27)))
    parts.norm(hidden, bias=True)
    parts.norm(joined, bias=True)
    parts.linear(Role.VISION, merged, merged, bias=True)
    parts.linear(Role.VISION, merged, model.hidden, bias=True)
    return with_tower(model, "kimi_k25", parts.weights)
