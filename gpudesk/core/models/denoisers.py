"""Readers of denoisers with a stream for the picture and one for the text: FLUX, Chroma, Stable Diffusion 3, AuraFlow, Qwen-Image, Hunyuan.

Sources: `transformer_flux.py`, `transformer_flux2.py`, `transformer_chroma.py`, `transformer_sd3.py`, `auraflow_transformer_2d.py`,
`transformer_qwenimage.py`, `transformer_hunyuan_video.py` of diffusers.
"""

from gpudesk.core.models.architecture import Architecture, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.denoiser_parts import TIME_CHANNELS, DenoiserParts, denoiser, layers_from, outputs, widths, without

_EVEN = 256
"""AuraFlow rounds the width of its feed-forward part up to a multiple of it."""


def _flux_layers(config: Configuration) -> tuple[tuple[int, ...], tuple[int, ...]]:
    double = layers_from(0, config.layers("num_layers"))
    return double, layers_from(len(double), config.layers("num_single_layers"))


def read_flux(config: Configuration) -> Architecture:
    """FLUX.1."""
    hidden, heads, head_dim = widths(config)
    double, single = _flux_layers(config)
    patch = config.count("patch_size", default=1)
    parts = DenoiserParts()
    for _ in range(2 if config.flag("guidance_embeds") else 1):
        parts.two(TIME_CHANNELS, hidden)
    parts.two(config.count("pooled_projection_dim"), hidden)
    parts.linear(Role.OTHER, config.count("joint_attention_dim"), hidden, bias=True)
    parts.linear(Role.OTHER, config.count("in_channels"), hidden, bias=True)
    for _ in range(2):
        parts.modulation(hidden, 6 * hidden, double)
    parts.both_streams(hidden, head_dim, double)
    parts.modulation(hidden, 3 * hidden, single)
    parts.one_stream(hidden, head_dim, single)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(double) + len(single), heads, 4 * hidden)


def read_chroma(config: Configuration) -> Architecture:
    """Chroma: FLUX with modulation from one small network for all layers."""
    hidden, heads, head_dim = widths(config)
    double, single = _flux_layers(config)
    patch = config.count("patch_size", default=1)
    inner = config.count("approximator_hidden_dim")
    parts = DenoiserParts()
    parts.linear(Role.MODULATION, config.count("approximator_num_channels"), inner, bias=True)
    for _ in range(config.layers("approximator_layers")):
        parts.modulation(inner, inner)
        parts.modulation(inner, inner)
        parts.norm(inner)
    parts.linear(Role.MODULATION, inner, hidden, bias=True)
    parts.linear(Role.OTHER, config.count("joint_attention_dim"), hidden, bias=True)
    parts.linear(Role.OTHER, config.count("in_channels"), hidden, bias=True)
    parts.both_streams(hidden, head_dim, double)
    parts.one_stream(hidden, head_dim, single)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(double) + len(single), heads, 4 * hidden)


def read_flux2(config: Configuration) -> Architecture:
    """FLUX.2: no biases, gated feed-forward parts, one modulation for all layers of a kind."""
    hidden, heads, head_dim = widths(config)
    double, single = _flux_layers(config)
    patch, width = config.count("patch_size", default=1), int(hidden * config.number("mlp_ratio", 3.0))
    parts = DenoiserParts()
    for _ in range(2 if config.flag("guidance_embeds", True) else 1):
        parts.two(config.count("timestep_guidance_channels", default=TIME_CHANNELS), hidden, bias=False)
    for sets in (6, 6, 3):
        parts.modulation(hidden, sets * hidden, bias=False)
    parts.linear(Role.OTHER, config.count("in_channels"), hidden)
    parts.linear(Role.OTHER, config.count("joint_attention_dim"), hidden)
    for _ in range(2):
        parts.attends(hidden, hidden, double, bias=False, output_bias=False)
        parts.gated_feed_forward(hidden, width, double)
    parts.norm(head_dim, double, copies=4)
    parts.looks(hidden, hidden, single, bias=False)
    parts.linear(Role.GATE, hidden, width, single)
    parts.linear(Role.UP, hidden, width, single)
    parts.linear(Role.DOWN, hidden + width, hidden, single)
    parts.norm(head_dim, single, copies=2)
    parts.modulation(hidden, 2 * hidden, bias=False)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config))
    return denoiser(config, parts, hidden, len(double) + len(single), heads, width)


def read_sd3(config: Configuration) -> Architecture:
    """Stable Diffusion 3 and 3.5: the text stops before the output of the last layer; some layers of 3.5 look at the picture twice."""
    hidden, heads, head_dim = widths(config)
    count, patch = config.layers("num_layers"), config.count("patch_size", default=2)
    layers, begun = layers_from(0, count), layers_from(0, count - 1)
    twice = tuple(layer for layer in config.counts("dual_attention_layers", most=count - 1))
    normed = config.word("qk_norm") == "rms_norm"
    if config.has("qk_norm") and not normed:
        config.refuse("qk_norm", "only rms_norm is understood")
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    parts.two(TIME_CHANNELS, hidden)
    parts.two(config.count("pooled_projection_dim"), hidden)
    parts.linear(Role.OTHER, config.count("joint_attention_dim"), config.count("caption_projection_dim"), bias=True)
    parts.modulation(hidden, 6 * hidden, layers)
    parts.modulation(hidden, 6 * hidden, begun)
    parts.modulation(hidden, 2 * hidden, layers[-1:])
    parts.attends(hidden, hidden, layers, bias=True)
    parts.feed_forward(hidden, 4 * hidden, layers)
    parts.looks(hidden, hidden, layers, bias=True)
    parts.linear(Role.OUTPUT, hidden, hidden, begun, bias=True)
    parts.feed_forward(hidden, 4 * hidden, begun)
    parts.modulation(hidden, 3 * hidden, twice)
    parts.attends(hidden, hidden, twice, bias=True)
    if normed:
        parts.norm(head_dim, layers, copies=4)
        parts.norm(head_dim, twice, copies=2)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, count, heads, 4 * hidden)


def read_auraflow(config: Configuration) -> Architecture:
    """AuraFlow: a few layers with two streams, then one stream; no biases, learned positions, eight register tokens."""
    hidden, heads, _ = widths(config)
    patch = config.count("patch_size", default=2)
    double = layers_from(0, config.layers("num_mmdit_layers"))
    single = layers_from(len(double), config.layers("num_single_dit_layers"))
    width = -(-(8 * hidden // 3) // _EVEN) * _EVEN
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch * patch, hidden, bias=True)
    parts.add(Role.POSITION, config.count("pos_embed_max_size"), hidden)
    parts.add(Role.OTHER, 8, hidden)
    parts.linear(Role.OTHER, config.count("joint_attention_dim"), config.count("caption_projection_dim"))
    parts.two(TIME_CHANNELS, hidden)
    for layers in (double, double, single):
        parts.modulation(hidden, 6 * hidden, layers, bias=False)
        parts.attends(hidden, hidden, layers, bias=False, output_bias=False)
        parts.gated_feed_forward(hidden, width, layers)
    parts.modulation(hidden, 2 * hidden, bias=False)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config))
    return denoiser(config, parts, hidden, len(double) + len(single), heads, width)


def read_qwen_image(config: Configuration) -> Architecture:
    """Qwen-Image: two streams in all layers."""
    hidden, heads, head_dim = widths(config)
    patch, text = config.count("patch_size", default=2), config.count("joint_attention_dim")
    layers = layers_from(0, config.layers("num_layers"))
    parts = DenoiserParts()
    parts.two(TIME_CHANNELS, hidden)
    if config.flag("use_additional_t_cond"):
        parts.add(Role.OTHER, 2, hidden)
    parts.norm(text)
    parts.linear(Role.OTHER, config.count("in_channels"), hidden, bias=True)
    parts.linear(Role.OTHER, text, hidden, bias=True)
    for _ in range(2):
        parts.modulation(hidden, 6 * hidden, layers)
    parts.both_streams(hidden, head_dim, layers)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(layers), heads, 4 * hidden)


def read_hunyuan_video(config: Configuration) -> Architecture:
    """HunyuanVideo: FLUX over patches in time and space, with separate refiner layers for the text."""
    hidden, heads, head_dim = widths(config)
    without(config, "image_condition_type")
    if config.word("qk_norm", "rms_norm") != "rms_norm" or config.number("mlp_ratio", 4.0) != 4.0:
        config.refuse("qk_norm", "only rms_norm with an mlp_ratio of 4 is understood")
    double, single = _flux_layers(config)
    refining = layers_from(len(double) + len(single), config.layers("num_refiner_layers"))
    text, across = config.count("text_embed_dim"), config.count("patch_size", default=2)
    patch = config.count("patch_size_t", default=1) * across * across
    parts = DenoiserParts()
    parts.linear(Role.OTHER, config.count("in_channels") * patch, hidden, bias=True)
    parts.two(TIME_CHANNELS, hidden)
    parts.two(text, hidden)
    parts.linear(Role.OTHER, text, hidden, bias=True)
    parts.norm(hidden, refining, bias=True, copies=2)
    parts.attends(hidden, hidden, refining, bias=True)
    parts.feed_forward(hidden, 4 * hidden, refining)
    parts.modulation(hidden, 2 * hidden, refining)
    for _ in range(2 if config.flag("guidance_embeds", True) else 1):
        parts.two(TIME_CHANNELS, hidden)
    parts.two(config.count("pooled_projection_dim"), hidden)
    for _ in range(2):
        parts.modulation(hidden, 6 * hidden, double)
    parts.both_streams(hidden, head_dim, double)
    parts.modulation(hidden, 3 * hidden, single)
    parts.one_stream(hidden, head_dim, single)
    parts.modulation(hidden, 2 * hidden)
    parts.linear(Role.OTHER, hidden, patch * outputs(config), bias=True)
    return denoiser(config, parts, hidden, len(double) + len(single) + len(refining), heads, 4 * hidden)
