"""Readers of encoders and encoder-decoders: BERT, RoBERTa, ViT, CLIP, T5, Whisper."""

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Part, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.layer_blocks import Parts, all_layers


def _bert(config: Configuration, family: str, *, pooled: bool = True) -> Architecture:
    hidden, count = config.count("hidden_size", default=768), config.layers("num_hidden_layers", default=12)
    width = config.count("intermediate_size", default=3072)
    vocabulary = config.count("vocab_size", default=30522)
    context = config.count("max_position_embeddings", default=512)
    parts = Parts(Part.ENCODER)
    parts.add(Role.EMBEDDING, vocabulary, hidden)
    parts.add(Role.POSITION, context + config.count("type_vocab_size", default=2), hidden)
    parts.norm(hidden, bias=True)
    parts.classic_block(hidden, width, all_layers(count))
    if pooled:
        parts.linear(Role.OTHER, hidden, hidden, bias=True)
    heads = config.count("num_attention_heads", default=12)
    return Architecture("", family, hidden, count, heads, vocabulary, context, width, tuple(parts.weights))


def read_bert(config: Configuration) -> Architecture:
    """BERT with its pooler."""
    return _bert(config, "bert")


def read_roberta(config: Configuration) -> Architecture:
    """RoBERTa and XLM-R."""
    return _bert(config, "roberta")


def _vit_tower(parts: Parts, hidden: int, width: int, count: int, image: int, patch: int, channels: int) -> int:
    """Patches, positions and layers; returns how many tokens a picture makes, that of the class included."""
    tokens = (image // patch) ** 2 + 1
    parts.add(Role.VISION, hidden, channels * patch * patch)
    parts.add(Role.OTHER, hidden)
    parts.add(Role.POSITION, tokens, hidden)
    parts.classic_block(hidden, width, all_layers(count))
    return tokens


def read_vit(config: Configuration) -> Architecture:
    """ViT with a head for classes."""
    hidden, count = config.count("hidden_size", default=768), config.layers("num_hidden_layers", default=12)
    width = config.count("intermediate_size", default=3072)
    parts = Parts(Part.ENCODER)
    image, patch = config.count("image_size", default=224), config.count("patch_size", default=16)
    tokens = _vit_tower(parts, hidden, width, count, image, patch, config.count("num_channels", default=3))
    parts.add(Role.BIAS, hidden)
    parts.norm(hidden, bias=True)
    parts.linear(Role.HEAD, hidden, config.count("num_labels", default=2), bias=True)
    heads = config.count("num_attention_heads", default=12)
    return Architecture("", "vit", hidden, count, heads, 0, tokens, width, tuple(parts.weights))


def read_clip(config: Configuration) -> Architecture:
    """CLIP: a tower for texts and one for pictures."""
    text, vision = config.part("text_config"), config.part("vision_config")
    hidden, count = text.count("hidden_size", default=512), text.layers("num_hidden_layers", default=12)
    width = text.count("intermediate_size", default=2048)
    vocabulary, context = text.count("vocab_size", default=49408), text.count("max_position_embeddings", default=77)
    projected = config.count("projection_dim", default=512)
    words = Parts(Part.ENCODER)
    words.add(Role.EMBEDDING, vocabulary, hidden)
    words.add(Role.POSITION, context, hidden)
    words.classic_block(hidden, width, all_layers(count))
    words.norm(hidden, bias=True)
    words.linear(Role.OTHER, hidden, projected)
    words.add(Role.OTHER, 1)
    seen = Parts(Part.VISION)
    deep = vision.count("hidden_size", default=768)
    image, patch = vision.count("image_size", default=224), vision.count("patch_size", default=32)
    wide, many = vision.count("intermediate_size", default=3072), vision.layers("num_hidden_layers", default=12)
    _vit_tower(seen, deep, wide, many, image, patch, vision.count("num_channels", default=3))
    seen.norm(deep, bias=True, copies=2)
    seen.linear(Role.OTHER, deep, projected)
    heads = text.count("num_attention_heads", default=8)
    return Architecture("", "clip", hidden, count, heads, vocabulary, context, width, tuple(words.weights + seen.weights))


def read_clip_text(config: Configuration) -> Architecture:
    """The tower of CLIP for texts alone, as pipelines for pictures use it."""
    hidden, count = config.count("hidden_size", default=512), config.layers("num_hidden_layers", default=12)
    width = config.count("intermediate_size", default=2048)
    vocabulary, context = config.count("vocab_size", default=49408), config.count("max_position_embeddings", default=77)
    parts = Parts(Part.ENCODER)
    parts.add(Role.EMBEDDING, vocabulary, hidden)
    parts.add(Role.POSITION, context, hidden)
    parts.classic_block(hidden, width, all_layers(count))
    parts.norm(hidden, bias=True)
    if any("WithProjection" in name for name in config.words("architectures")):
        parts.linear(Role.OTHER, hidden, config.count("projection_dim", default=512))
    heads = config.count("num_attention_heads", default=8)
    return Architecture("", "clip_text_model", hidden, count, heads, vocabulary, context, width, tuple(parts.weights))


def read_t5(config: Configuration) -> Architecture:
    """T5 1.0 and 1.1: norms without bias, positions as a small table of each tower, no biases."""
    hidden = config.count("d_model", default=512)
    inner = config.count("num_heads", default=8) * config.count("d_kv", default=64)
    width = config.count("d_ff", default=2048)
    encoder_layers = config.layers("num_layers", default=6)
    decoder_layers = config.layers("num_decoder_layers", default=encoder_layers)
    heads = config.count("num_heads", default=8)
    vocabulary = config.count("vocab_size", default=32128)
    buckets = config.count("relative_attention_num_buckets", default=32)
    gated = config.flag("is_gated_act", "gated" in config.word("feed_forward_proj"))
    tied = config.flag("tie_word_embeddings", True)
    towers = []
    for part, count, attentions in ((Part.ENCODER, encoder_layers, 1), (Part.DECODER, decoder_layers, 2)):
        tower = Parts(part)
        layers = all_layers(count)
        for _ in range(attentions):
            tower.linear(Role.QUERY, hidden, inner, layers)
            tower.linear(Role.KEY, hidden, inner, layers)
            tower.linear(Role.VALUE, hidden, inner, layers)
            tower.linear(Role.OUTPUT, inner, hidden, layers)
        if gated:
            tower.gated_feed_forward(hidden, width, layers)
        else:
            tower.feed_forward(hidden, width, layers, bias=False)
        tower.norm(hidden, layers, copies=1 + attentions)
        tower.add(Role.POSITION, buckets, heads)
        tower.norm(hidden)
        towers.append(tower)
    if any("EncoderModel" in name for name in config.words("architectures")):
        towers.pop()
    towers[0].words(vocabulary, hidden, tied=tied or len(towers) == 1)
    head_dim = config.count("d_kv", default=64)
    caches: tuple[Cache, ...] = ()
    if len(towers) == 2:
        crossed = Cache(CacheKind.CROSS, decoder_layers, 2 * inner, heads, query_width=inner, value_width=inner)
        caches = (*kv_cache(decoder_layers, heads, head_dim, heads), crossed)
    weights = tuple(weight for tower in towers for weight in tower.weights)
    return Architecture(
        "", "t5", hidden, encoder_layers + (decoder_layers if len(towers) == 2 else 0), heads, vocabulary, 0, width, weights, caches
    )


def read_whisper(config: Configuration) -> Architecture:
    """Whisper: audio through two convolutions into an encoder, text from a decoder; keys have no bias."""
    hidden = config.count("d_model")
    mel = config.count("num_mel_bins", default=80)
    heard, context = config.count("max_source_positions", default=1500), config.count("max_target_positions", default=448)
    vocabulary = config.count("vocab_size", default=51865)
    encoder_layers, decoder_layers = config.layers("encoder_layers"), config.layers("decoder_layers")
    heads = config.count("decoder_attention_heads")
    encoder, decoder = Parts(Part.ENCODER), Parts()
    encoder.linear(Role.OTHER, mel * 3, hidden, bias=True)
    encoder.linear(Role.OTHER, hidden * 3, hidden, bias=True)
    encoder.add(Role.POSITION, heard, hidden)
    for tower, layers, attentions, width in (
        (encoder, all_layers(encoder_layers), 1, config.count("encoder_ffn_dim")),
        (decoder, all_layers(decoder_layers), 2, config.count("decoder_ffn_dim")),
    ):
        for _ in range(attentions):
            tower.attention(hidden, 1, 1, hidden, layers)
            tower.add(Role.BIAS, 3 * hidden, layers=layers)
        tower.feed_forward(hidden, width, layers)
        tower.norm(hidden, layers, bias=True, copies=1 + attentions)
        tower.norm(hidden, bias=True)
    tied = config.flag("tie_word_embeddings", True)
    decoder.words(vocabulary, hidden, tied=tied)
    decoder.add(Role.POSITION, context, hidden)
    head_dim = max(1, hidden // heads)
    crossed = Cache(CacheKind.CROSS, decoder_layers, 2 * hidden, heads, query_width=hidden, value_width=hidden)
    return Architecture(
        name="",
        family="whisper",
        hidden=hidden,
        layers=encoder_layers + decoder_layers,
        heads=heads,
        vocabulary=vocabulary,
        context=context,
        feed_forward=config.count("decoder_ffn_dim"),
        weights=tuple(encoder.weights + decoder.weights),
        caches=(*kv_cache(decoder_layers, heads, head_dim, heads), crossed),
        tied=tied,
    )
