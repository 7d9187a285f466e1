"""From a configuration to an architecture: which family reads it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models import (
    classic,
    convolutions,
    decoders,
    denoisers,
    encoders,
    hybrid,
    latent,
    layered_inputs,
    mixers,
    mixtures,
    plain_decoders,
    plain_denoisers,
    plain_mixtures,
    recent_dense,
    recent_encoders,
    recent_mixtures,
    sparse,
    state_decoders,
    vision_decoders,
)
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.drafts import listed_mtp_layers
from gpudesk.core.models.unknown import not_understood, read_unknown

Reader = Callable[[Configuration], Architecture]

_READERS: Mapping[str, Reader] = {
    "llama": decoders.read_llama,
    "mistral": decoders.read_mistral,
    "qwen2": decoders.read_qwen2,
    "qwen3": decoders.read_qwen3,
    "gemma": decoders.read_gemma,
    "gemma2": decoders.read_gemma2,
    "gemma3_text": decoders.read_gemma3,
    "phi3": decoders.read_phi3,
    "olmo2": decoders.read_olmo2,
    "gpt2": classic.read_gpt2,
    "gptj": classic.read_gptj,
    "gpt_neox": classic.read_gpt_neox,
    "bloom": classic.read_bloom,
    "opt": classic.read_opt,
    "falcon": classic.read_falcon,
    "phi": classic.read_phi,
    "mixtral": mixtures.read_mixtral,
    "qwen3_moe": mixtures.read_qwen3_moe,
    "gpt_oss": mixtures.read_gpt_oss,
    "minimax_m2": mixtures.read_minimax_m2,
    "mimo_v2_flash": mixtures.read_mimo_v2,
    "llama4": mixtures.read_llama4,
    "qwen3_vl": mixtures.read_qwen3_vl,
    "qwen3_vl_moe": mixtures.read_qwen3_vl_moe,
    "deepseek_v2": latent.read_deepseek_v2,
    "deepseek_v3": latent.read_deepseek_v3,
    "deepseek_v32": latent.read_deepseek_v32,
    "glm_moe_dsa": latent.read_glm_dsa,
    "bert": encoders.read_bert,
    "roberta": encoders.read_roberta,
    "xlm-roberta": encoders.read_roberta,
    "vit": encoders.read_vit,
    "clip": encoders.read_clip,
    "clip_text_model": encoders.read_clip_text,
    "mamba": hybrid.read_mamba,
    "jamba": hybrid.read_jamba,
    "nemotron_h": hybrid.read_nemotron_h,
    "qwen3_5": hybrid.read_qwen35,
    "qwen3_5_moe": hybrid.read_qwen35_moe,
    "deepseek_v4": sparse.read_deepseek_v4,
    "gemma4": sparse.read_gemma4,
    "gemma4_text": sparse.read_gemma4,
    "gemma3n": layered_inputs.read_gemma3n,
    "gemma3n_text": layered_inputs.read_gemma3n_text,
    "minimax_m3_vl": sparse.read_minimax_m3,
    "t5": encoders.read_t5,
    "whisper": encoders.read_whisper,
    "cohere2": recent_dense.read_cohere2,
    "exaone4": recent_dense.read_exaone4,
    "glm4": recent_dense.read_glm4,
    "granite": recent_dense.read_granite,
    "internlm2": recent_dense.read_internlm2,
    "olmo3": recent_dense.read_olmo3,
    "seed_oss": recent_dense.read_seed_oss,
    "smollm3": recent_dense.read_smollm3,
    "qwen": recent_dense.read_qwen,
    "phi4mm": recent_dense.read_phi4mm,
    "qwen2_moe": recent_mixtures.read_qwen2_moe,
    "ernie4_5_moe": recent_mixtures.read_ernie45_moe,
    "glm4_moe": recent_mixtures.read_glm4_moe,
    "bailing_moe_v2": recent_mixtures.read_bailing_moe_v2,
    "hunyuan_v1_moe": recent_mixtures.read_hunyuan_moe,
    "step3_vl": recent_mixtures.read_step3,
    "qwen3_next": hybrid.read_qwen3_next,
    "starcoder2": plain_decoders.read_starcoder2,
    "cohere": plain_decoders.read_cohere,
    "stablelm": plain_decoders.read_stablelm,
    "nemotron": plain_decoders.read_nemotron,
    "apertus": plain_decoders.read_apertus,
    "arcee": plain_decoders.read_arcee,
    "hunyuan_v1_dense": plain_decoders.read_hunyuan_dense,
    "ernie4_5": plain_decoders.read_ernie45,
    "olmo": plain_decoders.read_olmo,
    "ministral3": plain_decoders.read_ministral3,
    "phimoe": plain_mixtures.read_phimoe,
    "dbrx": plain_mixtures.read_dbrx,
    "granitemoe": plain_mixtures.read_granite_moe,
    "granitemoeshared": plain_mixtures.read_granite_moe,
    "olmoe": plain_mixtures.read_olmoe,
    "dots1": plain_mixtures.read_dots1,
    "lfm2_moe": plain_mixtures.read_lfm2_moe,
    "glm4_moe_lite": latent.read_glm4_moe_lite,
    "falcon_mamba": hybrid.read_falcon_mamba,
    "mamba2": state_decoders.read_mamba2,
    "granitemoehybrid": state_decoders.read_granite_hybrid,
    "minimax": state_decoders.read_minimax,
    "minimax_text_01": state_decoders.read_minimax,
    "minimax_m1": state_decoders.read_minimax,
    "kimi_linear": state_decoders.read_kimi_linear,
    "falcon_h1": mixers.read_falcon_h1,
    "lfm2": mixers.read_lfm2,
    "gemma3": vision_decoders.read_gemma3_seeing,
    "mistral3": vision_decoders.read_mistral3,
    "qwen2_5_vl": vision_decoders.read_qwen25_vl,
    "qwen2_vl": vision_decoders.read_qwen2_vl,
    "kimi_k2": latent.read_deepseek_v3,
    "kimi_k25": vision_decoders.read_kimi_k25,
    "modernbert": recent_encoders.read_modernbert,
    "nomic_bert": recent_encoders.read_nomic_bert,
    "UNet2DConditionModel": convolutions.read_unet,
    "AutoencoderKL": convolutions.read_autoencoder,
    "FluxTransformer2DModel": denoisers.read_flux,
    "Flux2Transformer2DModel": denoisers.read_flux2,
    "ChromaTransformer2DModel": denoisers.read_chroma,
    "SD3Transformer2DModel": denoisers.read_sd3,
    "AuraFlowTransformer2DModel": denoisers.read_auraflow,
    "QwenImageTransformer2DModel": denoisers.read_qwen_image,
    "HunyuanVideoTransformer3DModel": denoisers.read_hunyuan_video,
    "DiTTransformer2DModel": plain_denoisers.read_dit,
    "PixArtTransformer2DModel": plain_denoisers.read_pixart,
    "SanaTransformer2DModel": plain_denoisers.read_sana,
    "WanTransformer3DModel": plain_denoisers.read_wan,
    "LTXVideoTransformer3DModel": plain_denoisers.read_ltx,
    "CogVideoXTransformer3DModel": plain_denoisers.read_cogvideox,
    "MochiTransformer3DModel": plain_denoisers.read_mochi,
    "Lumina2Transformer2DModel": plain_denoisers.read_lumina2,
    "ZImageTransformer2DModel": plain_denoisers.read_z_image,
}


def known_families() -> tuple[str, ...]:
    """What `model_type`, or the `_class_name` of a part of a pipeline, may be for a configuration to be understood."""
    return tuple(sorted(_READERS))


def _has_dimensions(values: Mapping[str, Any]) -> bool:
    """Whether a file describes a decoder at all, so that missing or unknown keys are worth reporting."""
    return {"hidden_size", "num_hidden_layers"} <= values.keys()


def is_known(values: Mapping[str, Any]) -> bool:
    """Whether there is a reader for the type of model that a configuration names."""
    family = values.get("model_type", values.get("_class_name"))
    return isinstance(family, str) and family in _READERS


def read_architecture(name: str, values: Mapping[str, Any], *, sized: bool = False) -> Architecture:
    """The architecture described by a configuration.

    Args:
        name: the display name of the model.
        values: the configuration as in its JSON file.
        sized: whether the bytes of the weights are available: an unknown type is then not refused for the range of its parameters.

    Raises:
        InvalidData: the family is unknown and cannot be estimated, or values are missing or impossible: every fault at once.
    """
    family = values.get("model_type", values.get("_class_name"))
    reader = _READERS.get(family) if isinstance(family, str) else None
    config = Configuration(values)
    if reader is None and isinstance(family, str) and _has_dimensions(values):
        estimate = replace(read_unknown(values, family, sized=sized), name=name, mtp_layers=listed_mtp_layers(config))
        config.finish()
        return estimate
    if reader is None:
        text = QT_TRANSLATE_NOOP("models", "{name}: models of the kind {family} are not supported.")
        fix = QT_TRANSLATE_NOOP("models", "Known kinds: {kinds}.")
        shown = str(family)[:60] if family is not None else "–"
        raise InvalidData(
            Message("models", text, {"name": name, "family": shown}),
            Message("models", fix, {"kinds": known_families()}),
            not_understood(values, shown) if isinstance(family, str) else (),
        )
    architecture = replace(reader(config), name=name, mtp_layers=listed_mtp_layers(config))
    config.finish()
    return architecture
