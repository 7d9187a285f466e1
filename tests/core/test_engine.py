"""What programs reserve, against what they logged."""

from dataclasses import replace

import pytest

from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.models.architecture import Cache, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.inference_engine import Pool, SetAside, activation_bytes
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split, cache_bytes
from tests.core.engines import LLAMA_CPP, VLLM
from tests.core.test_model_split import FP8, LLAMA_70B

MIB = 2**20
LLAMA = read_architecture("", LLAMA_70B)


@pytest.mark.parametrize(
    ("hidden", "vocabulary", "feed_forward", "context", "logged_mib", "within"),
    [
        # ollama issue 6160: Mistral Small 22B at 49,152 tokens.
        (6144, 32768, 16384, 49_152, 192.0, 0.001),
        # A public log of llama-server: Qwen3.5 9B at 262,144 tokens with flash attention.
        (4096, 248_320, 12288, 262_144, 808.02, 0.02),
    ],
)
def test_the_compute_buffer_of_llama_cpp(
    hidden: int, vocabulary: int, feed_forward: int, context: int, logged_mib: float, within: float
) -> None:
    changed = {"hidden_size": hidden, "vocab_size": vocabulary, "intermediate_size": feed_forward}
    model = read_architecture("", {**LLAMA_70B, **changed})
    found = activation_bytes(model, LLAMA_CPP, 1, *LLAMA_CPP.limits(24, 8.9, 9999), context)
    assert found / MIB == pytest.approx(logged_mib, rel=within)


def test_llama_cpp_leaves_a_gibibyte_of_each_board() -> None:
    """The margin of its fitting of a model to a board, 1,024 MiB (ggml-org/llama.cpp pull request 16653)."""
    found = serving_memory(LLAMA, LLAMA_CPP, Serving(FP8, 2, 1, 100, 200, Split()), 24.0)
    assert found.term("free").value == 1.0
    assert found.term("cache").value * 2**30 == 256 * 327_680, "the cache grows by 256 tokens"


def test_a_window_keeps_one_batch_more() -> None:
    near = Cache(CacheKind.WINDOW, 10, 100, window=1024)
    assert cache_bytes(near, Split(), 2, 9000, 256, 512) == 10 * 100 * 2 * 1536
    assert cache_bytes(near, Split(), 2, 1100, 256, 512) == 10 * 100 * 2 * 1280
    assert cache_bytes(near, Split(), 2, 9000) == 10 * 100 * 2 * 1024


def test_a_share_of_what_remains() -> None:
    """TensorRT-LLM gives the cache 90 % of what is free: a ninth of the cache stays free next to it."""
    engine = replace(VLLM, pool=Pool.REMAINING)
    found = serving_memory(LLAMA, engine, Serving(FP8, 2, 8, 7168, 8192, Split(4)), 79.18)
    assert found.term("free").value == pytest.approx(found.term("cache").value / 9)
    assert engine.fillable(0.9) == 1.0
    assert VLLM.fillable(0.9) == 0.9


def test_what_no_log_showed_is_a_rule_of_thumb() -> None:
    asked = Serving(FP8, 2, 8, 7168, 8192, Split(4))
    found = serving_memory(LLAMA, replace(VLLM, pool=Pool.REMAINING, logged=False), asked, 79.18)
    assert found.kind is Kind.RULE
    assert {term.name for term in found.terms if term.kind is Kind.RULE} == {"activations", "other", "graphs", "free"}
    assert serving_memory(LLAMA, VLLM, asked, 79.18).kind is Kind.CALIBRATED


def test_what_sglang_sets_aside() -> None:
    """Chunks of 8,192 tokens and graphs of 256 sequences on an H100: 512 + 12,288 + 512 + 128 MiB, 0.834 of 79.2 GiB for the rest."""
    engine = replace(VLLM, pool=Pool.STATIC, utilisation=1.0, set_aside=SetAside(512, 1.5, 2, 128))
    free = engine.left_free_bytes(1.0, 79.18 * 2**30, 5 * 2**30, 1, 256, 8192)
    assert free / MIB == 512 + 12_288 + 512 + 128 - 5 * 1024
    assert engine.left_free_bytes(1.0, 79.18 * 2**30, 50 * 2**30, 1, 256, 8192) == 0
    assert engine.left_free_bytes(0.8, 100.0, 5.0, 1, 256, 8192) == pytest.approx(15.0)
