"""Formats of recurrent states that the file of a model names."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import model_entries
from gpudesk.core.models.architecture import Architecture, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.sizing.gpus.sizing_tables import engines
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.core.models.test_recent import NEXT


def _read(model: str, key: str, value: str | None) -> Architecture:
    known = {"qwen3_next": {**NEXT, "model_type": "qwen3_next"}}
    config = dict(known.get(model) or next(entry for entry in model_entries().values() if model in entry.name).config)
    config.pop(key, None)
    return read_architecture(model, config if value is None else {**config, key: value})


def _state_bytes(architecture: Architecture) -> int:
    return next(cache.state_bytes for cache in architecture.caches if cache.kind is CacheKind.STATE)


@pytest.mark.parametrize(("named", "size"), [("float32", 4), ("bfloat16", 2), ("float16", 2), (None, 4)])
@pytest.mark.parametrize(("model", "key"), [("Nemotron-3-Nano", "mamba_ssm_cache_dtype"), ("qwen3_next", "mamba_ssm_dtype")])
def test_states_have_the_format_that_the_file_names(model: str, key: str, named: str | None, size: int) -> None:
    """States in 16 bits do not follow an FP8 cache."""
    assert _state_bytes(_read(model, key, named)) == size


def test_vllm_keeps_a_state_in_the_format_that_the_file_names() -> None:
    layout = replace(engines()["vllm"].cache_layout, windows=())

    def held(value: str | None) -> float:
        return sum(
            cache.layers * cache.elements
            for cache in laid_out(_read("qwen3_next", "mamba_ssm_dtype", value), layout, 2.0)
            if cache.state_bytes
        )

    assert held("float32") > 1.8 * held("bfloat16")
    assert held(None) == held("bfloat16"), "where the file names none, vLLM has 16 bits"


def test_a_project_keeps_that_the_file_names_the_format() -> None:
    architecture = _read("qwen3_next", "mamba_ssm_dtype", "float32")
    own = OwnModel(architecture)
    assert own_model_from(own_model_text(own)).architecture.caches == architecture.caches
