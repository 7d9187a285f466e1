"""Logs of programs that serve models: what is read of them, and that nothing else is."""

from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.runs import run_log_file
from gpudesk.formats.runs.load_test import load_result
from gpudesk.formats.runs.run_log import read_run_log, run_log
from tests.formats import run_logs as logs


def test_vllm_v0_tells_its_parts_apart() -> None:
    log = run_log(logs.VLLM_V0)
    assert log.program == "vllm"
    assert (log.weights_gib, log.other_gib, log.activations_gib, log.cache_gib) == (14.99, 0.16, 1.23, 54.82)
    assert (log.graphs_gib, log.total_gib, log.share) == (0.24, 79.11, 0.9)
    assert log.cache_tokens == 28068 * 16
    # Llama 3.1 8B in 16 bits: 131,072 B a token.
    assert log.cache_gib_per_token == pytest.approx(131_072 / 2**30, rel=1e-3)


def test_vllm_v1_of_several_gpus_gives_the_fullest() -> None:
    log = run_log(logs.VLLM_V1)
    assert (log.weights_gib, log.cache_gib, log.cache_tokens) == (16.931, 52.5, 1_376_256)
    assert (log.graphs_gib, log.activations_gib) == (0.31, None)
    assert (log.tokens_per_s, log.running) == (1600.0, 64)
    assert {each.what: each.number for each in log.seen}["rate"] == 11


def test_vllm_asked_for_more_tells_activations() -> None:
    log = run_log(logs.VLLM_DEBUG)
    assert (log.activations_gib, log.other_gib, log.weights_gib, log.cache_gib) == (1.21, 0.31, 14.99, 55.05)


def test_sglang() -> None:
    log = run_log(logs.SGLANG)
    assert log.program == "sglang"
    assert log.weights_gib == 17.11
    assert log.cache_gib == pytest.approx(45.78)
    assert log.cache_tokens == 1_200_000
    assert (log.graphs_gib, log.tokens_per_s, log.running, log.share) == (1.26, 1594.01, 64, 0.88)
    latent = logs.SGLANG.replace("K size: 22.89 GB, V size: 22.89 GB", "KV size: 17.16 GB")
    assert run_log(latent).cache_gib == 17.16


def test_llama_cpp_counts_what_lies_on_the_gpu() -> None:
    log = run_log(logs.LLAMA)
    assert log.program == "llama.cpp"
    assert log.weights_gib == pytest.approx(4403.49 / 1024)
    assert log.cache_gib == 1.0
    assert log.activations_gib == pytest.approx(258.5 / 1024)
    assert log.cache_tokens == 8192
    assert log.token_s == pytest.approx(0.010)


def test_llama_cpp_with_windows_says_nothing_of_one_token() -> None:
    second = "llama_kv_cache_unified: size =   40.00 MiB (  1536 cells,   8 layers,  1/1 seqs), K (f16): 20.00 MiB, V (f16): 20.00 MiB\n"
    log = run_log(logs.LLAMA + second + "llama_kv_cache:      CUDA0 KV buffer size =  40.00 MiB\n")
    assert log.cache_tokens is None
    assert log.cache_gib == pytest.approx(1064 / 1024)


def test_the_last_start_counts() -> None:
    log = run_log(logs.VLLM_V0 + logs.VLLM_V0.replace("14.99", "7.50").replace("14.9889", "7.4889"))
    assert (log.weights_gib, log.starts) == (7.5, 2)


@pytest.mark.parametrize("text", [logs.TABLE, logs.QUERY, logs.QUERY.replace(" MiB,", ",").replace("[MiB]", "")])
def test_nvidia_smi(text: str) -> None:
    log = run_log(text)
    assert log.program == "nvidia-smi"
    assert log.used_gib == [71.0, 72.0]
    assert log.names == ["NVIDIA H100 80GB HBM3"] * 2
    assert log.total_gib == pytest.approx(81559 / 1024)


@pytest.mark.parametrize("noise", ["\x1b[32m{}\x1b[0m", "ollama[912]: {}", 'time=2026 level=INFO msg="{}', "Feb 24 20:27:29 host {}\r"])
def test_what_stands_around_lines_does_not_matter(noise: str) -> None:
    text = "\n".join(noise.format(line) for line in logs.LLAMA.splitlines())
    assert run_log(text).weights_gib == pytest.approx(4403.49 / 1024)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello\nworld",
        "A" * 100_000,
        "CUDA0 model buffer size = " + " " * 100_000 + "1 MiB",
        "\n" * 10_000,
        "GPU KV cache size: " + "9" * 5000 + " tokens",
        "| 99999999999999MiB / 1MiB |" * 100,
        "memory.used [MiB]\n" + '"' * 3000,
        "eval time = " * 300,
        "\x00\x01\x02\ufffd" * 1000,
        "Load weight end." + "x" * 3900,
        "model weights take nanGiB; non_torch_memory takes infGiB",
    ],
)
def test_text_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(InvalidData, match="No line of this text is recognized"):
        run_log(text)


def test_amounts_beyond_reason_do_not_count() -> None:
    log = run_log(logs.VLLM_V1.replace("16.9310", "-5.0").replace("16.9270", "99999999999.0"))
    assert log.weights_gib is None
    assert len(run_log(logs.VLLM_V1 + "Available KV cache memory: 1.00 GiB" + "z" * 3000).seen[-1].line) <= 240


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "big.log"
    content = logs.VLLM_V1.encode()
    monkeypatch.setattr(run_log_file, "MOST_BYTES", len(content))
    path.write_bytes(content)
    assert read_run_log(path).says_something
    path.write_bytes(content + b"\n")
    with pytest.raises(InvalidData, match="too large"):
        read_run_log(path)
    with pytest.raises(InvalidData, match="cannot be read"):
        read_run_log(tmp_path / "none.log")


def test_the_result_of_a_load_test() -> None:
    found = load_result(logs.LOAD)
    assert (found.concurrency, found.completed, found.prompt, found.answer) == (64, 320, 7168, 1024)
    assert found.tpot_s == pytest.approx(0.0384)
    assert found.ttft_s == pytest.approx(1.65)
    assert found.tokens_per_s == 1597.7
    assert found.tpot_p95_s == pytest.approx(0.044)
    assert found.ttft_p95_s == pytest.approx(2.9)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"completed": 0, "output_throughput": 1, "duration": 1}',
        '{"completed": true, "output_throughput": 1, "duration": 1}',
        '{"completed": NaN, "output_throughput": 1, "duration": 1}',
        '{"completed": 1e400, "output_throughput": 1, "duration": 1}',
        '{"completed": ' + "9" * 5000 + ', "output_throughput": 1, "duration": 1}',
    ],
)
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(InvalidData, match="This is not a load test result"):
        load_result(text)
