"""Models whose layers have inputs of their own from a second table of the vocabulary: Gemma 3n, and the small models of Gemma 4.

Shapes as the classes of transformers 5.24 build them (`models/gemma3n`, `models/gemma4`). The last layers look at keys and values of
earlier layers. The published files have matrices for keys and values of all layers, which are counted; files that transformers saves have
none in layers that share, and not all engines build them (`resources/sizing/engine_layouts.yaml`, no_shared_keys).
"""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Part, Role, Weight
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.layer_blocks import KEY_NORM, Layers, Parts, all_layers
from gpudesk.core.models.mobilenet import MOBILENET_OUT, add_mobilenet_v5
from gpudesk.core.models.vision_towers import with_tower

_SLIDING = "sliding_attention"
_MEL_BANDS = 128
"""Bands of the spectrum that the encoder of sound in Gemma 4 expects: its class divides the channels of the first convolution by four."""


ENCODER_JOINT = "embedding_projection"
"""Name in files of the matrix that joins an encoder to the decoder (`engine_layouts.yaml`, divided_encoders)."""


def add_layer_inputs(parts: Parts, hidden: int, count: int, each: int, vocabulary: int) -> None:
    """The table of inputs for layers, what projects the embedding to them, and what each layer does with its own."""
    layers = all_layers(count)
    parts.add(Role.LAYER_TABLE, vocabulary, count * each)
    parts.linear(Role.OTHER, hidden, count * each, module="per_layer_model_projection")
    parts.norm(each)
    parts.linear(Role.OTHER, hidden, each, layers, module="per_layer_input_gate")
    parts.linear(Role.OTHER, each, hidden, layers, module="per_layer_projection")
    parts.norm(hidden, layers)


def add_head_norms(parts: Parts, head_width: int, layers: Layers) -> None:
    """Norms of one head on queries and on keys."""
    parts.norm(head_width, layers)
    parts.add(Role.NORM, head_width, layers=layers, module=KEY_NORM)


def sharing_layers(text: Configuration, layer_kinds: tuple[str, ...], default: int = 0) -> Layers:
    """The last layers, `num_kv_shared_layers`, that look at keys and values of earlier layers of their kind."""
    count = len(layer_kinds)
    shared = text.count("num_kv_shared_layers", default=default, least=0)
    if shared >= count:
        text.refuse("num_kv_shared_layers", f"it must be less than num_hidden_layers, {count}")
        return ()
    if {*layer_kinds[count - shared :]} - {*layer_kinds[: count - shared]}:
        text.refuse("num_kv_shared_layers", "at least one layer of each type must keep its own keys and values")
        return ()
    return tuple(range(count - shared, count))


def shared_cache(layers: int, head_width: int, heads: int, window: int = 0) -> tuple[Cache, ...]:
    """What `layers` layers look at that earlier layers keep; nothing for none."""
    wide = heads * head_width
    return (Cache(CacheKind.SHARED, layers, 0, window=window, query_width=wide, value_width=wide),) if layers else ()


def own_caches(far: tuple[Cache, ...], near: tuple[Cache, ...], kinds: tuple[Layers, Layers], sharing: Layers) -> tuple[Cache, ...]:
    """Caches of the layers without and with a window that keep something, with the numbers of these layers where others share theirs.

    Args:
        kinds: all layers of the two kinds.
    """
    if not sharing:
        return (*far, *near)
    first = sharing[0]
    numbered = zip((far, near), kinds, strict=True)
    return tuple(
        replace(cache, numbers=tuple(layer for layer in layers if layer < first)) for caches, layers in numbered for cache in caches
    )


def add_conformer(parts: Parts, hidden: int, heads: int, kernel: int, layers: Layers) -> None:
    """Layers of an encoder of sound: two feed-forward parts of four times the width, attention over near frames, a convolution."""
    for _ in range(2):
        parts.feed_forward(hidden, 4 * hidden, layers, bias=False)
    parts.norm(hidden, layers, copies=4)
    parts.attention(hidden, 1, 1, hidden, layers)
    parts.linear(Role.OTHER, hidden, hidden, layers)
    parts.add(Role.OTHER, hidden // heads, layers=layers)
    parts.norm(hidden, layers, copies=2)
    parts.linear(Role.VISION, hidden, 2 * hidden, layers)
    parts.add(Role.CONVOLUTION, hidden, kernel, layers=layers, module="lconv1d.depthwise_conv1d")
    parts.linear(Role.VISION, hidden, hidden, layers)
    parts.norm(hidden, layers, copies=3)


def add_sound_convolutions(parts: Parts, channels: tuple[int, ...], bands: int, hidden: int) -> None:
    """Two convolutions of 3 × 3 with a step of two over a spectrum of `bands` bands, each with a norm, and a matrix to the width."""
    if len(channels) != 2:
        return
    first, second = channels
    parts.add(Role.CONVOLUTION, first, 9)
    parts.norm(first)
    parts.add(Role.CONVOLUTION, second, first * 9)
    parts.norm(second)
    parts.linear(Role.VISION, second * bands // 4, hidden)


def undivided(parts: Parts) -> list[Weight]:
    """The tensors of an encoder that each GPU of a layer holds whole: vLLM builds it with the classes of transformers.

    github:vllm-project/vllm, gemma3n_mm.py and gemma4_mm.py: `AutoModel.from_config`.
    """
    kept = (Role.NORM, Role.BIAS, Role.CONVOLUTION)
    return [weight if weight.role in kept else replace(weight, role=Role.OTHER) for weight in parts.weights]


def gemma4_sound(audio: Configuration, out: int) -> list[Weight]:
    """The encoder of sound of Gemma 4, and the matrix that joins it to the decoder."""
    hidden, joint = audio.count("hidden_size", default=1024), audio.count("output_proj_dims", default=1536)
    channels = audio.counts("subsampling_conv_channels", (128, 32))
    if len(channels) != 2:
        audio.refuse("subsampling_conv_channels", "two numbers are needed")
    parts = Parts(Part.VISION)
    # The class takes the first number of channels in place of the bands, which are as many.
    add_sound_convolutions(parts, channels, channels[0] if channels else _MEL_BANDS, hidden)
    layers = all_layers(audio.layers("num_hidden_layers", default=12))
    add_conformer(parts, hidden, audio.count("num_attention_heads", default=8), audio.count("conv_kernel_size", default=5), layers)
    parts.linear(Role.VISION, hidden, joint, bias=True)
    parts.linear(Role.VISION, joint, out, module=ENCODER_JOINT)
    return undivided(parts)


def read_gemma3n_text(config: Configuration) -> Architecture:
    """The text of Gemma 3n: four streams, of which each layer runs one; a low-rank path next to each layer; inputs for each layer."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads, kv_heads = config.count("num_attention_heads"), config.count("num_key_value_heads")
    head_dim, window = config.count("head_dim", default=256), config.count("sliding_window", default=512)
    vocabulary, each = config.count("vocab_size", default=262_400), config.count("hidden_size_per_layer_input", default=256)
    streams, rank = config.count("altup_num_inputs", default=4), config.count("laurel_rank", default=64)
    kinds = config.words("layer_types") or tuple("full_attention" if (layer + 1) % 5 == 0 else _SLIDING for layer in range(count))
    if len(kinds) != count:
        config.refuse("layer_types", f"{count} layers, but {len(kinds)} kinds")
        kinds = kinds[:count]
    is_list = isinstance(config.values.get("intermediate_size"), list | tuple)
    widths = config.counts("intermediate_size") if is_list else (config.count("intermediate_size"),) * count
    if len(widths) != count:
        config.refuse("intermediate_size", f"{count} layers, but {len(widths)} widths")
    layers, tied, bias = all_layers(count), config.flag("tie_word_embeddings", True), config.flag("attention_bias")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=bias)
    add_head_norms(parts, head_dim, layers)
    for width in sorted(set(widths)):
        parts.gated_feed_forward(hidden, width, tuple(layer for layer, own in enumerate(widths) if own == width))
    parts.norm(hidden, layers, copies=4)
    add_layer_inputs(parts, hidden, count, each, config.count("vocab_size_per_layer_input", default=262_144))
    parts.linear(Role.OTHER, hidden, hidden, copies=streams - 1, module="altup_projections")
    parts.linear(Role.OTHER, hidden, hidden, copies=streams - 1, module="altup_unembed_projections")
    parts.add(Role.OTHER, streams, streams, layers=layers, module="altup.correction_coefs")
    parts.add(Role.OTHER, streams * streams, streams, layers=layers, module="altup.prediction_coefs")
    parts.linear(Role.ROUTER, hidden, streams, layers, module="altup.modality_router")
    parts.norm(hidden, layers, copies=2)
    parts.linear(Role.OTHER, hidden, rank, layers, module="laurel.linear_left")
    parts.linear(Role.OTHER, rank, hidden, layers, module="laurel.linear_right")
    parts.norm(hidden, layers)
    parts.norm(hidden)
    # github:huggingface/transformers, configuration_gemma3n.py: num_kv_shared_layers is 15 unless the file gives another number.
    shared_layers = sharing_layers(config, kinds, default=15)
    sharing = set(shared_layers)
    near, far = (tuple(layer for layer, kind in enumerate(kinds) if (kind == _SLIDING) == slides) for slides in (True, False))
    far_cache = kv_cache(len(set(far) - sharing), kv_heads, head_dim, heads)
    near_cache = kv_cache(len(set(near) - sharing), kv_heads, head_dim, heads, window=window)
    caches = own_caches(far_cache, near_cache, (far, near), shared_layers)
    caches += shared_cache(len(sharing & set(far)), head_dim, heads) + shared_cache(len(sharing & set(near)), head_dim, heads, window)
    return Architecture(
        name="",
        family="gemma3n",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=config.count("max_position_embeddings", default=32_768, least=0),
        feed_forward=max(widths, default=1),
        weights=tuple(parts.weights),
        caches=caches,
        tied=tied,
    )


def read_gemma3n(config: Configuration) -> Architecture:
    """Gemma 3n with its encoders of pictures (MobileNet V5) and of sound; the published files of both sizes have both."""
    text = config.part("text_config")
    model = read_gemma3n_text(text)
    tower, joints = Parts(Part.VISION), Parts(Part.VISION)
    if config.has("vision_config"):
        vision = config.part("vision_config")
        if vision.word("architecture", "mobilenetv5_300m_enc") != "mobilenetv5_300m_enc":
            vision.refuse("architecture", "only mobilenetv5_300m_enc is understood")
        add_mobilenet_v5(tower)
        _add_joint(joints, vision, vision.count("hidden_size", default=MOBILENET_OUT), model.hidden)
    if config.has("audio_config"):
        audio = config.part("audio_config")
        hidden = audio.count("hidden_size", default=1536)
        channels = audio.counts("sscp_conv_channel_size", (128, 32))
        if len(channels) != 2:
            audio.refuse("sscp_conv_channel_size", "two numbers are needed")
        add_sound_convolutions(tower, channels, audio.count("input_feat_size", default=_MEL_BANDS), hidden)
        layers = all_layers(audio.layers("conf_num_hidden_layers", default=12))
        heads, kernel = audio.count("conf_num_attention_heads", default=8), audio.count("conf_conv_kernel_size", default=5)
        add_conformer(tower, hidden, heads, kernel, layers)
        _add_joint(joints, audio, hidden, model.hidden)
    encoders = "encoders of pictures and sound" if config.has("audio_config") else "vision encoder"
    return with_tower(model, "gemma3n", [*undivided(tower), *joints.weights], encoders)


def _add_joint(parts: Parts, section: Configuration, wide: int, out: int) -> None:
    """What joins an encoder to the decoder: a table of its own tokens, two norms, a matrix.

    The GPUs of a layer divide table and matrix (github:vllm-project/vllm, gemma3n_mm.py: VocabParallelEmbedding and RowParallelLinear).
    """
    parts.add(Role.VISION, section.count("vocab_size", default=128), wide, module="embedding")
    parts.norm(wide, copies=2)
    parts.linear(Role.VISION, wide, out, module=ENCODER_JOINT)
