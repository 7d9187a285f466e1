"""The files of a model's folder that say how its weights are stored, beside what its configuration says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpudesk.core.quantization.published_quantization import Source, sources_in
from gpudesk.formats.models.model_config import read_config
from gpudesk.formats.models.model_names import CONFIG

BESIDE = ("hf_quant_config.json", "quantize_config.json", "quant_config.json", "quantization_config.json")
"""Written by NVIDIA Model Optimizer, AutoGPTQ, AutoAWQ and AutoRound."""


def quantization_sources(path: Path, config: Mapping[str, Any]) -> list[Source]:
    """The places that say it, the configuration first: engines take that one.

    Args:
        path: of the configuration; files beside it count where it has the usual name.

    Raises:
        InvalidData: a file beside it is damaged.
        OSError: it cannot be read.
    """
    sources = sources_in(config, path.name)
    if path.name == CONFIG:
        for name in BESIDE:
            if (path.parent / name).is_file():
                values = read_config(path.parent / name)
                sources += [Source(name, values)] if values else []
    return sources
