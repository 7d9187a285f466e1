"""Memory of serving against what vLLM logged."""

from dataclasses import replace

import pytest

from gpudesk.core.estimates.estimate import Kind, exact, total, weakest
from gpudesk.core.messages.message import Message
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.inference_engine import Default, activation_bytes
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split
from tests.core.engines import VLLM
from tests.core.test_model_split import BF16, FP8, LLAMA_70B

H100_GIB = 79.18


@pytest.mark.parametrize(
    ("hidden", "vocabulary", "logged_gib"),
    # github:llm-d-incubation/llm-d-planner docs/empirical-vllm-memory-results.md, H100, defaults of vLLM.
    [(8192, 128256, 4.84), (4096, 128256, 4.76), (1024, 151936, 5.56), (5120, 151936, 5.64), (2880, 201088, 7.38)],
)
def test_the_activation_peak_of_vllm(hidden: int, vocabulary: int, logged_gib: float) -> None:
    model = read_architecture("", {**LLAMA_70B, "hidden_size": hidden, "vocab_size": vocabulary, "intermediate_size": 2 * hidden})
    assert activation_bytes(model, VLLM, 1, *VLLM.limits(H100_GIB, 9.0, 0)) / 2**30 == pytest.approx(logged_gib, abs=0.01)


def test_a_small_board_serves_fewer_sequences_at_once() -> None:
    assert VLLM.limits(23.9, 8.9, 0) == (256, 2048)
    assert VLLM.limits(79.15, 8.0, 0) == (256, 2048), "the A100 is small whatever it has"
    assert replace(VLLM, defaults=(Default(0, 256, 0),)).limits(23.9, 8.9, 777) == (256, 777)


def test_seventy_billion_on_two_and_on_four_boards() -> None:
    """64 sequences of 8,192 tokens: 160 GiB of cache in 16 bits, 67.7 GiB of weights in FP8 (corrections of the reference, §3)."""
    model = read_architecture("llama", LLAMA_70B)
    usable = 0.9 * H100_GIB

    def needed(tensor: int, kv_bytes: float) -> float:
        return serving_memory(model, VLLM, Serving(FP8, kv_bytes, 64, 7168, 8192, Split(tensor)), H100_GIB).value

    assert needed(2, 2) > usable
    assert needed(2, 1) > usable
    assert needed(4, 2) < usable
    assert needed(4, 1) < usable
    assert needed(2, 2) < 0.9 * 140.4


def test_terms_add_up_and_the_weakest_decides() -> None:
    found = serving_memory(read_architecture("", LLAMA_70B), VLLM, Serving(BF16, 2, 8, 100, 200, Split(4)), H100_GIB)
    assert found.value == sum(term.value for term in found.terms)
    assert found.low <= found.value <= found.high
    assert found.kind is Kind.CALIBRATED
    assert [term.name for term in found.terms] == ["weights", "cache", "activations", "other", "graphs"]
    assert found.term("cache").value * 2**30 == 8 * 208 * 327_680 / 4
    with pytest.raises(KeyError):
        found.term("nothing")


def test_heads_that_cannot_be_shared_out_are_told() -> None:
    odd = read_architecture("", {**LLAMA_70B, "num_attention_heads": 12, "num_key_value_heads": 4, "head_dim": 64})
    found = serving_memory(odd, VLLM, Serving(BF16, 2, 1, 100, 200, Split(8)), H100_GIB)
    assert [warning.plain() for warning in found.warnings] == ["12 heads cannot be split evenly across 8 GPUs."]


def test_more_tokens_than_the_model_was_made_for_are_told() -> None:
    model = read_architecture("", {**LLAMA_70B, "max_position_embeddings": 8192})
    asked = Serving(BF16, 2, 1, 8000, 9000, Split(8))
    told = [warning.plain() for warning in serving_memory(model, VLLM, asked, H100_GIB).warnings]
    assert told == ["The context limit of this model is 8192 tokens; 9000 are required."]


def test_a_sum_has_one_unit() -> None:
    grams, pieces = exact("a", Message("x", "a"), 1, "g"), exact("b", Message("x", "b"), 2, "")
    with pytest.raises(ValueError, match="one unit"):
        total([grams, pieces])
    assert weakest([]) is Kind.EXACT
    assert weakest([Kind.RULE, Kind.EXACT]) is Kind.RULE
