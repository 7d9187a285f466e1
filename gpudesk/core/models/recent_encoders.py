"""Readers of encoders of today: ModernBERT, Nomic's BERT.

Shapes as transformers 5 builds ModernBertForMaskedLM, and as the publisher's own code of nomic-embed-text-v1.5.
"""

from gpudesk.core.models.architecture import Architecture, Part, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import Parts, all_layers


def read_modernbert(config: Configuration) -> Architecture:
    """ModernBERT with its masked-token head, which shares the table: no positions, gated layers, no norm before the first attention."""
    hidden, count = config.count("hidden_size", default=768), config.layers("num_hidden_layers", default=22)
    heads, width = config.count("num_attention_heads", default=12), config.count("intermediate_size", default=1152)
    vocabulary, context = config.count("vocab_size", default=50368), config.count("max_position_embeddings", default=8192)
    layers, bias = all_layers(count), config.flag("norm_bias")
    parts = Parts(Part.ENCODER)
    parts.add(Role.EMBEDDING, vocabulary, hidden)
    parts.norm(hidden, bias=bias)
    parts.attention(hidden, 1, 1, hidden, layers, bias=config.flag("attention_bias"))
    parts.gated_feed_forward(hidden, width, layers, bias=config.flag("mlp_bias"))
    parts.norm(hidden, layers, bias=bias)
    parts.norm(hidden, layers[1:], bias=bias)
    parts.norm(hidden, bias=bias)
    parts.linear(Role.OTHER, hidden, hidden, bias=config.flag("classifier_bias"))
    parts.norm(hidden, bias=bias)
    if config.flag("decoder_bias", True):
        parts.add(Role.BIAS, vocabulary)
    return Architecture("", "modernbert", hidden, count, heads, vocabulary, context, width, tuple(parts.weights), tied=True)


def read_nomic_bert(config: Configuration) -> Architecture:
    """Nomic's BERT: rotary positions, gated layers, biases only if specified in the file."""
    hidden, count = config.count("n_embd", "hidden_size"), config.layers("n_layer", "num_hidden_layers")
    heads = config.count("n_head", "num_attention_heads")
    width = config.count("n_inner", "intermediate_size", default=4 * hidden)
    vocabulary = config.count("vocab_size")
    context = config.count("n_positions", "max_position_embeddings", default=2048)
    layers = all_layers(count)
    parts = Parts(Part.ENCODER)
    parts.add(Role.EMBEDDING, vocabulary, hidden)
    parts.add(Role.POSITION, config.count("type_vocab_size", default=2), hidden)
    parts.norm(hidden, bias=True)
    inner = heads * config.count("head_dim", default=max(1, hidden // heads))
    parts.attention(hidden, 1, 1, inner, layers, bias=config.flag("qkv_proj_bias"))
    if config.word("activation_function", "swiglu") in ("swiglu", "geglu", "silu"):
        parts.gated_feed_forward(hidden, width, layers, bias=config.flag("mlp_fc1_bias"))
    else:
        parts.feed_forward(hidden, width, layers, bias=config.flag("mlp_fc1_bias"))
    parts.norm(hidden, layers, bias=True, copies=2)
    return Architecture("", "nomic_bert", hidden, count, heads, vocabulary, context, width, tuple(parts.weights))
