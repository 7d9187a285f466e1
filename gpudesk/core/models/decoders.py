"""Readers of dense decoders with grouped-query attention: Llama, Mistral, Qwen, Gemma, Phi, OLMo."""

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import Parts, all_layers


def kv_cache(layers: int, kv_heads: int, head_width: int, heads: int, window: int = 0, value_width: int | None = None) -> tuple[Cache, ...]:
    """The cache of `layers` layers of grouped-query attention; nothing for none."""
    if layers == 0:
        return ()
    wide = head_width if value_width is None else value_width
    kind = CacheKind.WINDOW if window else CacheKind.FULL
    return (
        Cache(kind, layers, kv_heads * (head_width + wide), kv_heads, window, query_width=heads * head_width, value_width=heads * wide),
    )


def window_of_all(config: Configuration) -> int:
    """The window that the file gives all layers; 0 where there is none, or where it is as long as the longest sequence.

    Phi 3.5 with experts has a window of 131,072 tokens and a context of 131,072.
    """
    window = config.count("sliding_window", default=0, least=0)
    context = config.count("max_position_embeddings", default=0, least=0)
    return 0 if context and window >= context else window


def head_width(config: Configuration, hidden: int, heads: int) -> int:
    """`head_dim`, or the hidden width divided by the number of heads."""
    return config.count("head_dim", default=max(1, hidden // heads))


def read_decoder(
    config: Configuration,
    family: str,
    *,
    tied: bool = False,
    norms: int = 2,
    bias: bool = False,
    output_bias: bool | None = None,
    head_norms: bool = False,
    wide_norms: bool = False,
    windows: tuple[int, ...] = (),
    default_head: int | None = None,
) -> Architecture:
    """A dense decoder; missing or impossible values are recorded in `config`.

    Args:
        tied, bias: unless the file specifies otherwise; the output uses the bias of the queries unless `output_bias` is given.
        norms: per layer, one number for each of the hidden width.
        head_norms: norms of one head on queries and keys; `wide_norms`: over all heads.
        windows: of each layer, 0 for all; none if no layer has one.
        default_head: width of a head; the hidden width over the heads unless given.
    """
    hidden = config.count("hidden_size")
    count = config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    width = config.count("head_dim", default=default_head) if default_head else head_width(config, hidden, heads)
    feed_forward = config.count("intermediate_size")
    vocabulary = config.count("vocab_size")
    shared = config.flag("tie_word_embeddings", tied)
    layers = all_layers(count)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=shared)
    parts.attention(hidden, heads, kv_heads, width, layers, bias=bias, output_bias=output_bias)
    if head_norms:
        parts.norm(width, layers, copies=2)
    if wide_norms:
        parts.norm(heads * width, layers)
        parts.norm(kv_heads * width, layers)
    parts.gated_feed_forward(hidden, feed_forward, layers, bias=config.flag("mlp_bias"))
    parts.norm(hidden, layers, copies=norms)
    parts.norm(hidden)
    return Architecture(
        name="",
        family=family,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=feed_forward,
        weights=tuple(parts.weights),
        caches=windowed_caches(windows, count, kv_heads, width, heads),
        tied=shared,
    )


def windows_of(config: Configuration, window: int, every: int, *, full_last: bool = True) -> tuple[int, ...]:
    """The window of each layer: `layer_types` if the file specifies them, otherwise every `every`-th layer is full."""
    count = config.layers("num_hidden_layers")
    layer_kinds = config.words("layer_types")
    if layer_kinds:
        if len(layer_kinds) != count:
            config.refuse("layer_types", f"{count} layers, but {len(layer_kinds)} kinds")
            return ()
        return tuple(window if "sliding" in kind else 0 for kind in layer_kinds)
    if full_last:
        return tuple(window if (layer + 1) % every else 0 for layer in range(count))
    return tuple(0 if layer % every else window for layer in range(count))


def _qwen_window(config: Configuration) -> int:
    """The window of the layers of Qwen that have one: 4,096 unless the file gives another; 0 if windows are off, as by default."""
    off = "sliding_window" in config.values and not config.has("sliding_window")
    return 0 if off or not config.flag("use_sliding_window") else config.count("sliding_window", default=4096)


def qwen_windows(config: Configuration) -> tuple[int, ...]:
    """The window of each layer of Qwen: from `max_window_layers` on, if the file turns windows on.

    github:huggingface/transformers, configuration_qwen2.py: `layer_types` if given, else a window from `max_window_layers` (28) on.
    """
    window = _qwen_window(config)
    if not window:
        return ()
    count = config.layers("num_hidden_layers")
    if config.has("layer_types"):
        return windows_of(config, window, count)
    first = config.count("max_window_layers", default=28, least=0)
    return tuple(window if layer >= first else 0 for layer in range(count))


def qwen3_moe_windows(config: Configuration) -> tuple[int, ...]:
    """The window of each layer of Qwen 3 with experts: the same in every layer, if the file turns windows on.

    github:huggingface/transformers, modeling_qwen3_moe.py: `Qwen3MoeAttention` takes `sliding_window` in every layer; the configuration
    has no `max_window_layers`.
    """
    window = _qwen_window(config)
    return (window,) * config.layers("num_hidden_layers") if window else ()


def qwen2_moe_windows(config: Configuration) -> tuple[int, ...]:
    """The window of each layer of Qwen 2 with experts: of every second one before `max_window_layers`, if the file turns windows on.

    github:huggingface/transformers, configuration_qwen2_moe.py: `layer_types` if given, else the first layer and every second one.
    """
    window = _qwen_window(config)
    if not window:
        return ()
    count = config.layers("num_hidden_layers")
    if config.has("layer_types"):
        return windows_of(config, window, count)
    behind = config.count("max_window_layers", default=28, least=0)
    return tuple(window if layer < behind and layer % 2 == 0 else 0 for layer in range(count))


def windowed_caches(windows: tuple[int, ...], count: int, kv_heads: int, head_width: int, heads: int) -> tuple[Cache, ...]:
    """The caches of `count` equal layers, some of which have a window."""
    narrow = [window for window in windows if window] if len(windows) == count else []
    caches = kv_cache(count - len(narrow), kv_heads, head_width, heads)
    return caches + kv_cache(len(narrow), kv_heads, head_width, heads, window=narrow[0]) if narrow else caches


def read_llama(config: Configuration) -> Architecture:
    """Llama and models with the same structure."""
    return read_decoder(config, "llama", bias=config.flag("attention_bias"))


def read_mistral(config: Configuration) -> Architecture:
    """Mistral; in the first versions every layer has a window."""
    window = window_of_all(config)
    count = config.layers("num_hidden_layers")
    return read_decoder(config, "mistral", windows=(window,) * count if window else ())


def read_qwen2(config: Configuration) -> Architecture:
    """Qwen 2 and 2.5: query, key and value have a bias."""
    return read_decoder(config, "qwen2", bias=True, output_bias=False, windows=qwen_windows(config))


def read_qwen3(config: Configuration) -> Architecture:
    """Qwen 3: norms on query and key."""
    bias, windows = config.flag("attention_bias"), qwen_windows(config)
    return read_decoder(config, "qwen3", bias=bias, head_norms=True, default_head=128, windows=windows)


def read_gemma(config: Configuration) -> Architecture:
    """Gemma: the head is tied to the embedding table."""
    return read_decoder(config, "gemma", tied=True, bias=config.flag("attention_bias"), default_head=256)


def read_gemma2(config: Configuration) -> Architecture:
    """Gemma 2: four norms a layer, every second layer sees a window only."""
    window = config.count("sliding_window", default=4096)
    windows = windows_of(config, window, 2)
    return read_decoder(config, "gemma2", tied=True, norms=4, bias=config.flag("attention_bias"), windows=windows, default_head=256)


def read_gemma3(config: Configuration) -> Architecture:
    """Gemma 3, its text: five layers with a window for each one without."""
    window = config.count("sliding_window", default=4096)
    every = config.count("sliding_window_pattern", default=6)
    windows = windows_of(config, window, every)
    return read_decoder(
        config, "gemma3_text", tied=True, norms=4, bias=config.flag("attention_bias"), head_norms=True, windows=windows, default_head=256
    )


def read_phi3(config: Configuration) -> Architecture:
    """Phi 3 and 4: one matrix for query, key and value, one for gate and up; the same count."""
    window = window_of_all(config)
    count = config.layers("num_hidden_layers")
    return read_decoder(config, "phi3", windows=(window,) * count if window else ())


def read_olmo2(config: Configuration) -> Architecture:
    """OLMo 2: norms over the whole query and key."""
    return read_decoder(config, "olmo2", bias=config.flag("attention_bias"), wide_norms=True)
