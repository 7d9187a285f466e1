"""Readers of denoisers with one stream, which use the text through cross-attention or as a part of the stream.

Sources: `dit_transformer_2d.py`, `pixart_transformer_2d.py`, `sana_transformer.py`, `transformer_wan.py`, `transformer_ltx.py`,
`cogvideox_transformer_3d.py`, `transformer_mochi.py`, `transformer_lumina2.py`, `transformer_z_image.py` of diffusers.
"""

import math

from gpudesk.core.models.architecture import Architecture, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.denoiser_parts import TIME_CHANNELS, DenoiserParts, denoiser, layers_from, outputs, widths, without
from gpudesk.core.models.layer_blocks import Layers

_DETAILED = 128
"""Sample width at which PixArt receives the size and aspect ratio of an image."""
_LUMINA_TIME = 1024
_Z_TIME, _Z_MIDDLE = 256, 1024


def _one_modulation(parts: DenoiserParts, hidden: int, layers: Layers) -> None:
    """One modulation out of the time for all layers; each layer has a table that it adds to it, and so has the output."""
    parts.two(TIME_CHANNELS, hidden)
    parts.modulation(hidden, 6 * hidden)
    parts.add(Role.MODULATION, 6, hidden, layers=layers)
    parts.add(Role.MODULATION, 2, hidden)


def read_dit(config: Configuration) -> Architecture:
    """DiT: classes instead of text; each layer has its own embedding of time and class."""
    hidden, heads, _ = widths(config)
    layers, patch = layers_from(0, config.layers("num_layers")), config.count("patch_size", default=2)
    bias = config.flag("attention_bias", True)
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    parts.two(TIME_CHANNELS, hidden, layers=layers)
    parts.add(Role.OTHER, config.count("num_embeds_ada_norm") + 1, hidden, layers=layers)
    parts.modulation(hidden, 6 * hidden, layers)
    parts.attends(hidden, hidden, layers, bias=bias)
    parts.feed_forward(hidden, 4 * hidden, layers)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, 4 * hidden)


def read_pixart(config: Configuration) -> Architecture:
    """PixArt: one modulation for all layers, a second attention for the text."""
    hidden, heads, _ = widths(config)
    layers, patch = layers_from(0, config.layers("num_layers")), config.count("patch_size", default=2)
    bias = config.flag("attention_bias", True)
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    _one_modulation(parts, hidden, layers)
    if config.flag("use_additional_conditions", config.count("sample_size", default=_DETAILED) == _DETAILED):
        for _ in range(2):
            parts.two(TIME_CHANNELS, hidden // 3)
    if config.has("caption_channels"):
        parts.two(config.count("caption_channels"), hidden)
    parts.attends(hidden, hidden, layers, bias=bias)
    parts.attends(hidden, hidden, layers, bias=bias, context=config.count("cross_attention_dim"))
    parts.feed_forward(hidden, 4 * hidden, layers)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, 4 * hidden)


def read_sana(config: Configuration) -> Architecture:
    """Sana: attention without a softmax, feed-forward parts that look at their neighbors."""
    hidden, heads, _ = widths(config)
    layers, patch = layers_from(0, config.layers("num_layers")), config.count("patch_size", default=1)
    without(config, "qk_norm")
    width = int(hidden * config.number("mlp_ratio", 2.5))
    across = config.count("num_cross_attention_heads") * config.count("cross_attention_head_dim")
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    _one_modulation(parts, hidden, layers)
    if config.flag("guidance_embeds"):
        parts.two(TIME_CHANNELS, hidden)
    parts.two(config.count("caption_channels"), hidden)
    parts.norm(hidden)
    parts.attends(hidden, hidden, layers, bias=config.flag("attention_bias"))
    parts.attends(hidden, across, layers, bias=True, context=config.count("cross_attention_dim"))
    parts.linear(Role.GATE, hidden, width, layers, bias=True)
    parts.linear(Role.UP, hidden, width, layers, bias=True)
    parts.add(Role.CONVOLUTION, 2 * width, 3, 3, layers=layers)
    parts.add(Role.BIAS, 2 * width, layers=layers)
    parts.linear(Role.DOWN, width, hidden, layers)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, width)


def read_wan(config: Configuration) -> Architecture:
    """Wan: norms over the whole query and key, a second attention for the text."""
    hidden, heads, _ = widths(config)
    without(config, "image_dim", "added_kv_proj_dim", "pos_embed_seq_len")
    layers = layers_from(0, config.layers("num_layers"))
    patch = math.prod(config.counts("patch_size", (1, 2, 2), most=64)) or 1
    width = config.count("ffn_dim")
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch, hidden, bias=True)
    parts.two(config.count("freq_dim", default=TIME_CHANNELS), hidden)
    parts.modulation(hidden, 6 * hidden)
    parts.two(config.count("text_dim"), hidden)
    parts.add(Role.MODULATION, 6, hidden, layers=layers)
    parts.add(Role.MODULATION, 2, hidden)
    for _ in range(2):
        parts.attends(hidden, hidden, layers, bias=True)
        parts.norm(hidden, layers, copies=2)
    if config.flag("cross_attn_norm", True):
        parts.norm(hidden, layers, bias=True)
    parts.feed_forward(hidden, width, layers)
    parts.linear(Role.OTHER, hidden, patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, width)


def read_ltx(config: Configuration) -> Architecture:
    """LTX-Video: as Wan, over single points of a latent that is compressed more."""
    hidden, heads, _ = widths(config)
    layers = layers_from(0, config.layers("num_layers"))
    bias, output_bias = config.flag("attention_bias", True), config.flag("attention_out_bias", True)
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels"), hidden, bias=True)
    _one_modulation(parts, hidden, layers)
    parts.two(config.count("caption_channels"), hidden)
    parts.attends(hidden, hidden, layers, bias=bias, output_bias=output_bias)
    parts.attends(hidden, hidden, layers, bias=bias, output_bias=output_bias, context=config.count("cross_attention_dim"))
    parts.norm(hidden, layers, copies=4)
    if config.flag("norm_elementwise_affine"):
        parts.norm(hidden, layers, copies=2)
    parts.feed_forward(hidden, 4 * hidden, layers)
    parts.linear(Role.OTHER, hidden, outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, 4 * hidden)


def read_cogvideox(config: Configuration) -> Architecture:
    """CogVideoX: text and video in one sequence, with a modulation for each."""
    hidden, heads, head_dim = widths(config)
    without(config, "ofs_embed_dim", "use_learned_positional_embeddings", "patch_size_t")
    layers, patch = layers_from(0, config.layers("num_layers")), config.count("patch_size", default=2)
    time = config.count("time_embed_dim")
    affine = config.flag("norm_elementwise_affine", True)
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=config.flag("patch_bias", True))
    parts.linear(Role.OTHER, config.count("text_embed_dim"), hidden, bias=True)
    parts.two(hidden, time)
    for _ in range(2):
        parts.modulation(time, 6 * hidden, layers)
    parts.attends(hidden, hidden, layers, bias=config.flag("attention_bias", True))
    parts.norm(head_dim, layers, bias=True, copies=2)
    parts.feed_forward(hidden, 4 * hidden, layers)
    if affine:
        parts.norm(hidden, layers, bias=True, copies=2)
        parts.norm(hidden, bias=True, copies=2)
    parts.modulation(time, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, 4 * hidden)


def read_mochi(config: Configuration) -> Architecture:
    """Mochi: a narrower stream for the text, which stops before the output of the last layer."""
    hidden, heads, head_dim = widths(config)
    count, patch = config.layers("num_layers"), config.count("patch_size", default=2)
    layers, begun = layers_from(0, count), layers_from(0, count - 1)
    text, narrow = config.count("text_embed_dim"), config.count("pooled_projection_dim")
    width = 4 * hidden * 2 // 3
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    parts.two(config.count("time_embed_dim", default=TIME_CHANNELS), hidden)
    for inputs, out in ((text, 3 * text), (text, hidden), (text, narrow)):
        parts.linear(Role.OTHER, inputs, out, bias=True)
    parts.add(Role.POSITION, 3, heads, head_dim // 2)
    parts.modulation(hidden, 4 * hidden, layers)
    parts.modulation(hidden, 4 * narrow, begun)
    parts.modulation(hidden, narrow, layers[-1:])
    parts.attends(hidden, hidden, layers, bias=False)
    parts.looks(narrow, hidden, layers, bias=False)
    parts.linear(Role.OUTPUT, hidden, narrow, begun, bias=True)
    parts.norm(head_dim, layers, copies=4)
    parts.gated_feed_forward(hidden, width, layers)
    parts.gated_feed_forward(narrow, 4 * narrow * 2 // 3, begun)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, count, heads, width)


def read_lumina2(config: Configuration) -> Architecture:
    """Lumina 2: structured like a language model; image and text each pass through separate refiner layers first."""
    hidden, heads, kv_heads = config.count("hidden_size"), config.count("num_attention_heads"), config.count("num_kv_heads")
    head_dim, patch = max(1, hidden // heads), config.count("patch_size", default=2)
    text, even = config.count("cap_feat_dim"), config.count("multiple_of", default=256)
    time = min(hidden, _LUMINA_TIME)
    refining, count = config.layers("num_refiner_layers"), config.layers("num_layers")
    layers = layers_from(0, count + 2 * refining)
    modulated = layers_from(0, count + refining)
    width = -(-int(4 * hidden * config.number("ffn_dim_multiplier", 1.0)) // even) * even
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    parts.two(TIME_CHANNELS, time)
    parts.norm(text)
    parts.linear(Role.OTHER, text, hidden, bias=True)
    parts.modulation(time, 4 * hidden, modulated)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    parts.norm(head_dim, layers, copies=2)
    parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=4)
    parts.modulation(time, hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, width)


def read_z_image(config: Configuration) -> Architecture:
    """Z-Image: as Lumina 2, with a padding token for each sequence."""
    hidden, heads = config.count("dim"), config.count("n_heads")
    without(config, "siglip_feat_dim")
    head_dim, channels, text = max(1, hidden // heads), config.count("in_channels"), config.count("cap_feat_dim")
    time = min(hidden, _Z_TIME)
    refining, count = config.layers("n_refiner_layers"), config.layers("n_layers")
    layers = layers_from(0, count + 2 * refining)
    modulated = layers_from(0, count + refining)
    width = int(hidden / 3 * 8)
    parts = DenoiserParts()
    sizes = zip(config.counts("all_patch_size", (2,), most=64), config.counts("all_f_patch_size", (1,), most=64), strict=False)
    for across, deep in sizes:
        points = across * across * deep * channels
        parts.linear(Role.OTHER, points, hidden, bias=True)
        parts.modulation(time, hidden)
        parts.linear(Role.OTHER, hidden, points, bias=True)
    parts.two(TIME_CHANNELS, _Z_MIDDLE, time)
    parts.norm(text)
    parts.linear(Role.OTHER, text, hidden, bias=True)
    parts.add(Role.OTHER, 2, hidden)
    parts.modulation(time, 4 * hidden, modulated)
    parts.attention(hidden, heads, heads, head_dim, layers)
    if config.flag("qk_norm", True):
        parts.norm(head_dim, layers, copies=2)
    parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=4)
    return denoiser(config, parts, hidden, len(layers), heads, width)
