"""Readers of convolutional models: the denoisers of Stable Diffusion 1 to XL and the autoencoders of pipelines.

Shapes as built by the classes of diffusers 0.42 (`unets/unet_2d_condition.py`, `unets/unet_2d_blocks.py`, `resnet.py`,
`transformers/transformer_2d.py`, `autoencoders/vae.py`).
"""

from collections.abc import Sequence

from gpudesk.core.models.architecture import Architecture, Part, Role
from gpudesk.core.models.configuration import MOST_LAYERS, Configuration
from gpudesk.core.models.denoiser_parts import DenoiserParts, denoiser, without
from gpudesk.core.models.layer_blocks import Layers, Parts

_ACROSS = 3
"""Points that a convolution looks at in each direction."""
_DOWN = {"CrossAttnDownBlock2D": True, "DownBlock2D": False}
_UP = {"CrossAttnUpBlock2D": True, "UpBlock2D": False}
"""Kinds of blocks, and whether they look at the text."""


def _convolution(parts: Parts, inputs: int, out: int, layers: Layers | None = None, across: int = _ACROSS) -> None:
    parts.add(Role.CONVOLUTION, out, inputs, across, across, layers=layers)
    parts.add(Role.BIAS, out, layers=layers)


def _residual(parts: Parts, inputs: int, out: int, time: int, layers: Layers) -> None:
    """Two convolutions with a norm each, a time projection between them if used, and a shortcut of the right width."""
    parts.norm(inputs, layers, bias=True)
    _convolution(parts, inputs, out, layers)
    if time:
        parts.linear(Role.MODULATION, time, out, layers, bias=True)
    parts.norm(out, layers, bias=True)
    _convolution(parts, out, out, layers)
    if inputs != out:
        _convolution(parts, inputs, out, layers, across=1)


def _looks_at_text(parts: DenoiserParts, width: int, text: int, depth: int, layers: Layers) -> None:
    """A norm and a matrix, `depth` times attention to the picture, to the text and a gated feed-forward part, a matrix."""
    parts.norm(width, layers, bias=True)
    parts.linear(Role.OTHER, width, width, layers, bias=True)
    for _ in range(depth):
        parts.norm(width, layers, bias=True, copies=3)
        parts.attends(width, width, layers, bias=False)
        parts.attends(width, width, layers, bias=False, context=text)
        parts.gated_feed_forward(width, 4 * width, layers, bias=True)
    parts.linear(Role.OTHER, width, width, layers, bias=True)


def _for_each_block(config: Configuration, name: str, blocks: int, default: int) -> tuple[int, ...]:
    """A number for each block, which the file may give once for all."""
    if isinstance(config.values.get(name), list | tuple):
        block_numbers = config.counts(name, most=MOST_LAYERS)
        if len(block_numbers) == blocks:
            return block_numbers
        config.refuse(name, f"{blocks} blocks, but {len(block_numbers)} numbers")
        return (default,) * blocks
    return (config.layers(name, default=default),) * blocks


def _kinds(config: Configuration, name: str, known: dict[str, bool], blocks: int) -> tuple[bool, ...]:
    block_kinds = config.words(name)
    if len(block_kinds) != blocks or any(kind not in known for kind in block_kinds):
        config.refuse(name, f"{blocks} of {', '.join(known)} are needed")
        return (False,) * blocks
    return tuple(known[kind] for kind in block_kinds)


def _block_widths(config: Configuration) -> tuple[int, ...]:
    block_widths = config.counts("block_out_channels", most=1_000_000)
    if not block_widths or len(block_widths) > 16 or 0 in block_widths:
        config.refuse("block_out_channels", "1 to 16 whole numbers from 1 on are needed")
        return (1,)
    return block_widths


def read_unet(config: Configuration) -> Architecture:
    """The denoiser of Stable Diffusion: down through narrower pictures, a middle, and up again with what each step down left behind."""
    without(config, "dual_cross_attention", "only_cross_attention", "class_embed_type", "num_class_embeds", "encoder_hid_dim")
    without(config, "encoder_hid_dim_type", "time_cond_proj_dim", "reverse_transformer_layers_per_block", "class_embeddings_concat")
    for name, only in (("resnet_time_scale_shift", "default"), ("time_embedding_type", "positional"), ("attention_type", "default")):
        if config.word(name, only) != only:
            config.refuse(name, f"only {only} is understood")
    if config.word("mid_block_type", "UNetMidBlock2DCrossAttn") != "UNetMidBlock2DCrossAttn":
        config.refuse("mid_block_type", "only UNetMidBlock2DCrossAttn is understood")
    wide = _block_widths(config)
    blocks, text = len(wide), config.count("cross_attention_dim")
    down, up = _kinds(config, "down_block_types", _DOWN, blocks), _kinds(config, "up_block_types", _UP, blocks)
    steps = _for_each_block(config, "layers_per_block", blocks, 2)
    depths = _for_each_block(config, "transformer_layers_per_block", blocks, 1)
    time = 4 * wide[0]
    parts = DenoiserParts()
    _convolution(parts, config.count("in_channels", default=4), wide[0], across=config.count("conv_in_kernel", default=_ACROSS))
    parts.two(wide[0], time)
    if config.word("addition_embed_type") == "text_time":
        parts.two(config.count("projection_class_embeddings_input_dim"), time)
    elif config.has("addition_embed_type"):
        config.refuse("addition_embed_type", "only text_time is understood")
    layer, before = 0, wide[0]
    for block, out in enumerate(wide):
        for step in range(steps[block]):
            _residual(parts, out if step else before, out, time, (layer,))
            if down[block]:
                _looks_at_text(parts, out, text, depths[block], (layer,))
            layer += 1
        if block < blocks - 1:
            _convolution(parts, out, out, (layer - 1,))
        before = out
    for _ in range(2):
        _residual(parts, wide[-1], wide[-1], time, (layer,))
    _looks_at_text(parts, wide[-1], text, depths[-1], (layer,))
    layer += 1
    before = wide[-1]
    for block, out in enumerate(reversed(wide)):
        at = blocks - 1 - block
        past = wide[max(at - 1, 0)]
        for step in range(steps[at] + 1):
            left = past if step == steps[at] else out
            _residual(parts, (out if step else before) + left, out, time, (layer,))
            if up[block]:
                _looks_at_text(parts, out, text, depths[at], (layer,))
            layer += 1
        if block < blocks - 1:
            _convolution(parts, out, out, (layer - 1,))
        before = out
    parts.norm(wide[0], bias=True)
    _convolution(parts, wide[0], config.count("out_channels", default=4), across=config.count("conv_out_kernel", default=_ACROSS))
    return denoiser(config, parts, max(wide), layer, 1, 4 * max(wide))


def _middle(parts: Parts, width: int, attends: bool, layers: Layers) -> None:
    for _ in range(2):
        _residual(parts, width, width, 0, layers)
    if attends:
        parts.norm(width, layers, bias=True)
        parts.attention(width, 1, 1, width, layers, bias=True)


def _tower(parts: Parts, wide: Sequence[int], steps: int, first: int) -> int:
    """Blocks of residual steps; between two blocks the picture is made larger or smaller. Returns the number of the next layer."""
    layer, before = first, wide[0]
    for block, out in enumerate(wide):
        for step in range(steps):
            _residual(parts, out if step else before, out, 0, (layer,))
            layer += 1
        if block < len(wide) - 1:
            _convolution(parts, out, out, (layer - 1,))
        before = out
    return layer


def read_autoencoder(config: Configuration) -> Architecture:
    """The autoencoder between pictures and what denoisers work on."""
    wide = _block_widths(config)
    for name, kind in (("down_block_types", "DownEncoderBlock2D"), ("up_block_types", "UpDecoderBlock2D")):
        _kinds(config, name, {kind: False}, len(wide))
    steps, latent = config.layers("layers_per_block", default=1), config.count("latent_channels", default=4)
    attends = config.flag("mid_block_add_attention", True)
    encoder, decoder = Parts(Part.ENCODER), Parts(Part.DECODER)
    _convolution(encoder, config.count("in_channels", default=3), wide[0])
    layer = _tower(encoder, wide, steps, 0)
    _middle(encoder, wide[-1], attends, (layer,))
    encoder.norm(wide[-1], bias=True)
    _convolution(encoder, wide[-1], 2 * latent)
    if config.flag("use_quant_conv", True):
        _convolution(encoder, 2 * latent, 2 * latent, across=1)
    if config.flag("use_post_quant_conv", True):
        _convolution(decoder, latent, latent, across=1)
    _convolution(decoder, latent, wide[-1])
    _middle(decoder, wide[-1], attends, (layer + 1,))
    layer = _tower(decoder, wide[::-1], steps + 1, layer + 2)
    decoder.norm(wide[0], bias=True)
    _convolution(decoder, wide[0], config.count("out_channels", default=3))
    encoder.weights += decoder.weights
    return denoiser(config, encoder, max(wide), layer, 1, max(wide))
