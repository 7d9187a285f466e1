"""The tables that sizing reads."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, kv_bytes, kv_bytes_of, usable_gib, weight_format, weight_formats
from gpudesk.sizing.serving.serving_request import Asked, Hardware, answer, asked_from, asked_text
from tests.core.engines import LLAMA_CPP, VLLM


@pytest.mark.parametrize(
    ("key", "bits"),
    [("bf16", 16), ("int4", 4.15625), ("int4-g32", 4.625), ("nf4", 4.5), ("mxfp4", 4.25), ("nvfp4", 4.5), ("int8", 8.1875)],
)
def test_bits_of_formats(key: str, bits: float) -> None:
    assert weight_format(key).bits == Fraction(bits)


def test_double_quantisation_takes_a_little_over_four_bits() -> None:
    assert float(weight_format("NF4-DQ").bits) == pytest.approx(4.127, abs=0.0005)


def test_every_format_says_where_it_is_from() -> None:
    for form in weight_formats().values():
        assert form.source
        assert form.confidence in ("read", "memory")
    with pytest.raises(InvalidData, match="available: fp32, bf16"):
        weight_format("q9")


def test_usable_memory_is_of_boards_of_the_catalog_and_below_what_they_report() -> None:
    for key, (gib, source) in usable_gib().items():
        assert source
        assert 0.95 < gib / boards()[key].memory_gib <= 1


def test_every_program_has_its_constants() -> None:
    assert set(engines()) == {"vllm", "sglang", "trtllm", "llama.cpp", "transformers"}
    for engine in engines().values():
        assert 0 < engine.utilisation <= 1
        assert all(phase.source for phase in engine.phases)
        assert engine.other_source


@pytest.mark.parametrize(("key", "twin"), [("vllm", VLLM), ("llama.cpp", LLAMA_CPP)])
def test_constants_of_the_table_are_those_that_were_held_against_logs(key: str, twin: Engine) -> None:
    """`tests/core/test_engine.py` and `test_serving_memory.py` hold these against logs, without files."""
    found = engines()[key]
    assert [replace(phase, source="") for phase in found.phases] == list(twin.phases)
    assert (found.pool, found.utilisation, found.set_aside, found.sharing) == (twin.pool, twin.utilisation, twin.set_aside, twin.sharing)
    assert (found.block_tokens, found.window_tokens, found.defaults) == (twin.block_tokens, twin.window_tokens, twin.defaults)


def test_formats_of_the_cache() -> None:
    assert kv_bytes() == {"bf16": 2.0, "fp8": 1.0, "q8_0": 34 / 32, "q4_0": 18 / 32, "int8": 1.0, "nvfp4": 4.5 / 8}
    with pytest.raises(InvalidData, match="supported: BF16, Q8_0, Q4_0"):
        kv_bytes_of(engines()["llama.cpp"], "fp8")


@pytest.mark.parametrize(
    ("engine", "board", "runs"),
    [
        ("trtllm", "amd.mi300x", False),
        ("trtllm", "nvidia.l4", True),
        ("llama.cpp", "intel.gaudi-3", False),
        ("llama.cpp", "amd.mi300x", True),
        ("vllm", "intel.gaudi-3", True),
    ],
)
def test_a_program_is_planned_on_boards_that_it_runs_on(engine: str, board: str, runs: bool) -> None:
    assert (board in {plan.board.key for plan in answer(Asked("gpt2", formats=("fp8",), engine=engine)).plans}) is runs
    asked = Asked("gpt2", formats=("fp8",), engine=engine, gpu=board)
    if runs:
        assert answer(asked).plans
    else:
        with pytest.raises(InvalidData, match="does not run on"):
            answer(asked)


def test_what_is_asked_is_kept_and_read_again() -> None:
    asked = Asked("gpt2", formats=("fp8",), prompt=77, tpot_ms=None, hardware=Hardware.CARDS, gpus_most=4)
    assert asked_from(asked_text(asked)) == asked
    assert asked_text(replace(asked, own=OwnModel(find_model("gpt2").architecture))) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        '{"model": 3}',
        '{"model": "x", "formats": ["q9"], "hardware": "all"}',
        '{"model": "x", "formats": ["fp8"], "hardware": "all", "prompt": "many"}',
        '{"model": "x", "formats": ["fp8"], "hardware": "all", "engine": "llama.cpp", "kv": "fp8"}',
        '{"model": "x", "formats": ["fp8"], "hardware": "all", "prompt": Infinity}',
    ],
)
def test_what_was_kept_without_sense_is_passed_over(text: str) -> None:
    assert asked_from(text) is None
