"""Readers of dense decoders: Cohere, EXAONE, GLM, Granite, InternLM, OLMo 3, Seed, SmolLM, Qwen 1, Phi 4 multimodal.

Shapes as the classes of transformers 5 build them (`src/transformers/models`), or of the publishers' own code where named.
"""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Part, Role, Weight
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache, read_decoder, read_phi3, windows_of
from gpudesk.core.models.layer_blocks import Parts, all_layers


def _windows(config: Configuration, every: int) -> tuple[int, ...]:
    """The window of each layer; none without a window, or according to a pattern text of L (window) and G (all)."""
    if not config.has("sliding_window"):
        return ()
    window = config.count("sliding_window")
    pattern = config.values.get("sliding_window_pattern")
    if isinstance(pattern, str) and pattern and not set(pattern) - set("LG"):
        count = config.layers("num_hidden_layers")
        return tuple(window if pattern[layer % len(pattern)] == "L" and layer < count - 1 else 0 for layer in range(count))
    return windows_of(config, window, config.count("sliding_window_pattern", default=every))


def read_cohere2(config: Configuration) -> Architecture:
    """Command R7B and Command A: one norm per layer, the head tied to the embeddings, three layers of four have a window."""
    return read_decoder(config, "cohere2", tied=True, norms=1, bias=config.flag("attention_bias"), windows=_windows(config, 4))


def read_exaone4(config: Configuration) -> Architecture:
    """EXAONE 4: norms after each part, and on queries and keys; three layers of four have a window if one is specified."""
    return read_decoder(config, "exaone4", head_norms=True, windows=_windows(config, 4))


def read_glm4(config: Configuration) -> Architecture:
    """GLM 4 of 2025: four norms a layer; queries, keys and values may have a bias, the output has none."""
    return read_decoder(config, "glm4", norms=4, bias=config.flag("attention_bias"), output_bias=False, default_head=128)


def read_granite(config: Configuration) -> Architecture:
    """Granite 3: as Llama, with multipliers that hold no parameters."""
    return read_decoder(config, "granite", bias=config.flag("attention_bias"))


def read_internlm2(config: Configuration) -> Architecture:
    """InternLM 2 (the publisher's own code): one matrix for query, key and value; its class has biases unless the file denies them."""
    return read_decoder(config, "internlm2", bias=config.flag("bias", True))


def read_olmo3(config: Configuration) -> Architecture:
    """OLMo 3: norms over the whole query and key and behind each part; three layers of four see a window."""
    return read_decoder(config, "olmo3", bias=config.flag("attention_bias"), wide_norms=True, windows=_windows(config, 4))


def read_seed_oss(config: Configuration) -> Architecture:
    """Seed-OSS: queries, keys and values have a bias, the output has none."""
    bias, out = config.flag("attention_bias", True), config.flag("attention_out_bias")
    return read_decoder(config, "seed_oss", bias=bias, output_bias=out, default_head=128)


def read_smollm3(config: Configuration) -> Architecture:
    """SmolLM 3: as Llama, some layers without rotary positions; the head is tied to the embedding table."""
    return read_decoder(config, "smollm3", tied=True, bias=config.flag("attention_bias"))


def read_qwen(config: Configuration) -> Architecture:
    """The first Qwen (the publisher's own code): query, key and value have a bias; each half of the feed-forward width is one matrix."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads, head_dim = config.count("num_attention_heads"), config.count("kv_channels", default=128)
    width = max(1, config.count("intermediate_size") // 2)
    vocabulary, layers = config.count("vocab_size"), all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, heads, heads, head_dim, layers, bias=True, output_bias=False)
    parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    context = config.count("max_position_embeddings", "seq_length", default=0, least=0)
    caches = kv_cache(count, heads, head_dim, heads)
    return Architecture("", "qwen", hidden, count, heads, vocabulary, context, width, tuple(parts.weights), caches, tied=tied)


_PHI4_TOWERS = 907_966_432
"""Parameters of the towers for pictures and sound of Phi-4-multimodal-instruct with what joins them: its published total of 5,574,460,384
less those of its text and of the two adapters that its configuration describes. Their shapes are in its code, not in its configuration."""


def read_phi4mm(config: Configuration) -> Architecture:
    """Phi-4 multimodal: the text of Phi-4 mini, two adapters on every matrix of it, and towers for pictures and sound."""
    architecture = replace(read_phi3(config), family="phi4mm")
    adapters: list[Weight] = []
    for name in ("vision_lora", "speech_lora"):
        if config.has(name):
            rank = config.part(name).count("r")
            for inputs, outputs in _matrices(architecture):
                adapters.append(Weight(Role.OTHER, (rank, inputs + outputs), all_layers(architecture.layers)))
    if config.has("embd_layer"):
        adapters.append(Weight(Role.VISION, (_PHI4_TOWERS,), (), part=Part.VISION))
        return replace(architecture, weights=(*architecture.weights, *adapters))
    note = "The towers for pictures and sound are not described in this file and are not counted."
    return replace(architecture, weights=(*architecture.weights, *adapters), notes=(*architecture.notes, note))


def _matrices(model: Architecture) -> list[tuple[int, int]]:
    """Inputs and outputs of the four matrices of a layer: query with key and value, output, gate with up, down."""
    sizes = {weight.role: weight.shape for weight in model.weights if weight.layers and len(weight.shape) > 1}
    query, key, wide = sizes[Role.QUERY][0], sizes[Role.KEY][0], sizes[Role.UP][0]
    return [(model.hidden, query + 2 * key), (query, model.hidden), (model.hidden, 2 * wide), (wide, model.hidden)]
