"""Readers of dense decoders whose norms, biases or feed-forward part differ from Llama's: StarCoder 2, Command R, StableLM, Nemotron,
Apertus, AFM, Hunyuan, ERNIE 4.5, OLMo.

Shapes as the classes of transformers 5 build them (`src/transformers/models`).
"""

from dataclasses import dataclass, replace

from gpudesk.core.models.architecture import Architecture, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import head_width, read_decoder, window_of_all, windowed_caches
from gpudesk.core.models.layer_blocks import Parts, all_layers


@dataclass(frozen=True)
class _Form:
    """What a type has apart from the numbers in its files.

    Attributes:
        norms: per layer.
        norm_bias: of every norm.
        gated: whether the feed-forward part has a gate.
    """

    norms: int = 2
    norm_bias: bool = False
    gated: bool = True
    bias: bool = False
    output_bias: bool | None = None
    mlp_bias: bool = False
    head_norms: bool = False


def _read(config: Configuration, family: str, form: _Form, *, tied: bool = False, window: int = 0) -> Architecture:
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    width, vocabulary = config.count("intermediate_size"), config.count("vocab_size")
    shared = config.flag("tie_word_embeddings", tied)
    layers = all_layers(count)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=shared)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=form.bias, output_bias=form.output_bias)
    if form.head_norms:
        parts.norm(head_dim, layers, copies=2)
    if form.gated:
        parts.gated_feed_forward(hidden, width, layers, bias=form.mlp_bias)
    else:
        parts.feed_forward(hidden, width, layers, bias=form.mlp_bias)
    if form.norms:
        parts.norm(hidden, layers, copies=form.norms, bias=form.norm_bias)
        parts.norm(hidden, bias=form.norm_bias)
    return Architecture(
        name="",
        family=family,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=windowed_caches((window,) * count, count, kv_heads, head_dim, heads),
        tied=shared,
    )


def read_starcoder2(config: Configuration) -> Architecture:
    """StarCoder 2: biases everywhere, no gate, the head tied to the embeddings; the window holds for every layer."""
    bias = config.flag("use_bias", True)
    window = window_of_all(config)
    form = _Form(norm_bias=True, gated=False, bias=bias, mlp_bias=bias)
    return _read(config, "starcoder2", form, tied=True, window=window)


def read_cohere(config: Configuration) -> Architecture:
    """Command R: one norm per layer, the head tied to the embeddings; Command R+ has a norm for each head of queries and keys."""
    form = _Form(norms=1, bias=config.flag("attention_bias"))
    model = _read(config, "cohere", form, tied=True)
    if not config.flag("use_qk_norm"):
        return model
    return _with_head_norms(config, model)


def _with_head_norms(config: Configuration, model: Architecture) -> Architecture:
    """The model with a norm for each single head of queries and keys."""
    head_dim = head_width(config, model.hidden, model.heads)
    kv_heads = config.count("num_key_value_heads", default=model.heads)
    parts = Parts()
    parts.norm(head_dim * (model.heads + kv_heads), all_layers(model.layers))
    return replace(model, weights=(*model.weights, *parts.weights))


def read_stablelm(config: Configuration) -> Architecture:
    """StableLM: norms with biases; with `qk_layernorm` one for each head; side by side, attention and feed-forward part share a norm."""
    form = _Form(
        norms=1 if config.flag("use_parallel_residual") else 2,
        norm_bias=True,
        bias=config.flag("use_qkv_bias"),
        output_bias=False,
    )
    model = _read(config, "stablelm", form)
    if not config.flag("qk_layernorm"):
        return model
    return _with_head_norms(config, model)


def read_nemotron(config: Configuration) -> Architecture:
    """Nemotron 3 and 4, Minitron: norms with biases, no gate."""
    form = _Form(norm_bias=True, gated=False, bias=config.flag("attention_bias"), mlp_bias=config.flag("mlp_bias"))
    return _read(config, "nemotron", form)


def read_apertus(config: Configuration) -> Architecture:
    """Apertus: norms on queries and keys, no gate; its activation (xIELU) has two numbers in each layer."""
    model = _read(config, "apertus", _Form(gated=False, bias=config.flag("attention_bias"), head_norms=True))
    parts = Parts()
    parts.add(Role.OTHER, 1, layers=all_layers(model.layers), copies=2)
    return replace(model, weights=(*model.weights, *parts.weights))


def read_arcee(config: Configuration) -> Architecture:
    """AFM: as Llama, without a gate."""
    form = _Form(gated=False, bias=config.flag("attention_bias"), mlp_bias=config.flag("mlp_bias"))
    return _read(config, "arcee", form)


def read_hunyuan_dense(config: Configuration) -> Architecture:
    """Hunyuan of 0.5 to 7 billion parameters: norms on queries and keys."""
    return _read(config, "hunyuan_v1_dense", _Form(bias=config.flag("attention_bias"), head_norms=True))


def read_ernie45(config: Configuration) -> Architecture:
    """ERNIE 4.5 of 0.3 billion parameters: the head is tied to the embedding table."""
    bias = config.flag("use_bias")
    return _read(config, "ernie4_5", _Form(bias=bias, mlp_bias=bias), tied=True)


def read_olmo(config: Configuration) -> Architecture:
    """The first OLMo: its norms have no weights."""
    return _read(config, "olmo", _Form(norms=0, bias=config.flag("attention_bias")))


def read_ministral3(config: Configuration) -> Architecture:
    """Ministral 3: as Mistral; the window that the file may give holds for every layer."""
    window = window_of_all(config)
    count = config.layers("num_hidden_layers")
    return read_decoder(config, "ministral3", windows=(window,) * count if window else ())
