"""Profiles that are imported: the heads of nsys stats through the years, traces of PyTorch, and files that mean harm."""

import contextlib
import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.runs import torch_trace
from gpudesk.formats.runs.nsys_stats import is_nsys_stats, read_nsys_stats
from gpudesk.formats.runs.run_profile import gaps_of, joined, read_profiles
from gpudesk.formats.runs.torch_trace import is_torch_trace, read_torch_trace

KERNELS = """
 ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
75.0,6000000000,300,20000000.0,20000000.0,1,2,0.0,"gemm<float, int>(float *, int)"
25.0,2000000000,100,20000000.0,20000000.0,1,2,0.0,softmax
"""
OLD_KERNELS = """Time(%),Total Time,Instances,Average,Minimum,Maximum,Name
75.0,"6,000,000,000",300,20000000.0,1,2,"gemm<float, int>(float *, int)"
25.0,"2,000,000,000",100,20000000.0,1,2,softmax
"""
COPIES = """Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
60.0,1000000000,10,1,1,1,1,0,[CUDA memcpy Host-to-Device]
20.0,600000000,10,1,1,1,1,0,[CUDA memcpy DtoH]
20.0,400000000,4,1,1,1,1,0,[CUDA memset]
"""
CALLS = """Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
90.0,900000000,12,1,1,1,1,0,cudaStreamSynchronize
"""
SYSTEM_CALLS = CALLS.replace("cudaStreamSynchronize", "poll")
TRACE = """Start (ns),Duration (ns),CorrId,GrdX,Device,Ctx,Strm,Name
1000000000,200000000,1,4,NVIDIA H100 (0),1,7,gemm
1100000000,200000000,2,4,NVIDIA H100 (0),1,8,gemm
1500000000,100000000,3,,NVIDIA H100 (0),1,7,[CUDA memcpy HtoD]
1900000000,100000000,4,4,NVIDIA H100 (0),1,7,softmax
"""


@pytest.mark.parametrize(
    "text", [KERNELS, OLD_KERNELS, KERNELS.replace("\n", "\r\n"), KERNELS.replace("(ns)", "(us)").replace("0000000,", "0000,")]
)
def test_kernels_of_every_year(text: str) -> None:
    found = read_nsys_stats(text, "a")
    assert [(each.name, each.count) for each in found.kernels] == [("gemm<float, int>(float *, int)", 300), ("softmax", 100)]
    assert found.kernel_s == pytest.approx(8.0)
    assert found.copy_share is None


def test_tables_one_after_the_other() -> None:
    found = read_nsys_stats(f"{KERNELS}\n{COPIES}\n{CALLS}\n{SYSTEM_CALLS}", "a")
    assert found.copy_share == pytest.approx(1.6 / 10)
    assert [each.name for each in found.copies] == ["[CUDA memcpy Host-to-Device]", "[CUDA memcpy DtoH]", "[CUDA memset]"]
    assert [each.name for each in found.api] == ["cudaStreamSynchronize"]


def test_gaps_come_from_the_trace() -> None:
    found = read_nsys_stats(TRACE, "a")
    assert found.gaps is not None
    assert (found.gaps.span_s, found.gaps.busy_s, found.gaps.count, found.gaps.longest_s) == pytest.approx((1.0, 0.5, 2, 0.3))
    assert found.busy == pytest.approx(0.5)
    assert (found.kernels[0].name, found.kernels[0].count) == ("gemm", 2)
    assert found.kernels[0].seconds == pytest.approx(0.4)
    both = read_nsys_stats(KERNELS + "\n" + TRACE, "a")
    assert both.kernel_s == pytest.approx(8.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello\nworld",
        "Time (%),Total Time (ns),Instances,Name\n",
        "Time (%),Total Time (ns),Instances,Name\n1,-5,3,a\n1,nan,3,b\n1,1e999,3,c\n1,5",
        "Time (%),Total Time (ns),Num Calls,Name\n1,5,3,poll",
        '"' * 3000,
    ],
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(InvalidData, match="is not a readable profile"):
        read_nsys_stats(text, "a")


def test_one_open_quote_spoils_one_line() -> None:
    found = read_nsys_stats(KERNELS.replace("Name\n", 'Name\n1,2,3,4,5,6,7,8,"open\n'), "a")
    assert [each.count for each in found.kernels][:2] == [300, 100]


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidData):
        assert read_nsys_stats(text, "a").source == "a"
    with contextlib.suppress(InvalidData):
        assert read_torch_trace(io.BytesIO(text.encode("utf-8", "replace")), "a").source == "a"


SPANS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 50)), max_size=40)


@given(SPANS)
def test_spans_without_overlap(spans: list[tuple[int, int]]) -> None:
    starts = np.array([start for start, _ in spans], float)
    ends = np.array([start + lasts for start, lasts in spans], float)
    covered = {at for start, lasts in spans for at in range(start, start + lasts)}
    low, high = joined(starts, ends)
    assert float((high - low).sum()) == len(covered)
    assert (low[1:] > high[:-1]).all()
    gaps = gaps_of(starts, ends)
    assert (gaps is None) == (not spans)
    if gaps is not None:
        assert gaps.busy_s <= gaps.span_s


def event(cat: str, name: str, start_ms: float, ms: float, **args: Any) -> dict[str, Any]:
    return {"ph": "X", "cat": cat, "name": name, "pid": 0, "tid": 7, "ts": start_ms * 1000, "dur": ms * 1000, "args": args}


def trace(*events: dict[str, Any]) -> bytes:
    head = {"schemaVersion": 1, "deviceProperties": [{"name": 'a "traceEvents" b'}], "traceEvents": list(events), "traceName": "x"}
    return json.dumps(head, indent=1).encode()


STEPS = (
    event("user_annotation", "ProfilerStep#10", 0, 100),
    event("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", 0, 40),
    event("gpu_user_annotation", "ProfilerStep#10", 40, 60),
    event("kernel", "gemm", 40, 30, device=0),
    event("kernel", "gemm", 60, 30, device=0),
    event("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 95, 5, device=0),
    event("user_annotation", "ProfilerStep#11", 100, 100),
    event("kernel", "softmax", 150, 45, device=0),
    {"ph": "M", "name": "process_name"},
)


def test_a_trace_of_pytorch() -> None:
    found = read_torch_trace(io.BytesIO(trace(*STEPS)), "a")
    assert found.steps == 2
    assert found.busy == pytest.approx(0.5)
    assert found.loader_wait == pytest.approx(0.2)
    assert [(each.name, each.count) for each in found.kernels] == [("gemm", 2), ("softmax", 1)]
    assert found.copy_share == pytest.approx(5 / 110)
    assert found.gaps is not None
    assert (found.gaps.count, found.gaps.longest_s) == pytest.approx((2, 0.05))


def test_a_bare_list_and_several_gpus() -> None:
    events = [event("kernel", "a", 0, 10, device=0), event("kernel", "a", 0, 5, device=1), event("kernel", "b", 8, 2, device=1)]
    found = read_torch_trace(io.BytesIO(json.dumps(events).encode()), "a")
    assert found.busy == pytest.approx(17 / 20)
    assert found.loader_wait is None


def test_letters_cut_by_the_end_of_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    for piece in range(1, 9):
        monkeypatch.setattr(torch_trace, "_PIECE", piece)
        raw = json.dumps([event("kernel", "Ω→𝄞é", 0, 1, device=0)], ensure_ascii=False).encode()
        assert read_torch_trace(io.BytesIO(raw), "a").kernels[0].name == "Ω→𝄞é"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"{}", "no list of events"),
        (trace(*STEPS)[:-400], "it is truncated, or not JSON"),
        (trace({"ph": "X"}), "it contains no GPU activity"),
        (b'{"traceEvents": [' + b"[" * 300_000, "too long"),
        (b'{"traceEvents": [{"ph": nonsense}]}', "it is truncated, or not JSON"),
        (trace(event("kernel", "a", float("nan"), 1)), "it contains no GPU activity"),
        (trace({**event("kernel", "a", 0, 1), "ts": True}), "it contains no GPU activity"),
    ],
)
def test_traces_that_are_none(content: bytes, what: str) -> None:
    with pytest.raises(InvalidData, match=what):
        read_torch_trace(io.BytesIO(content), "a")


def test_files_packed_or_not_and_together(tmp_path: Path) -> None:
    packed, tables, plain = tmp_path / "run.json.gz", tmp_path / "run.csv", tmp_path / "run.json"
    packed.write_bytes(gzip.compress(trace(*STEPS)))
    plain.write_bytes(b"\xef\xbb\xbf" + trace(*STEPS))
    tables.write_text(KERNELS)
    assert read_profiles([packed]) == read_profiles([packed])
    assert read_profiles([plain]).loader_wait == pytest.approx(0.2)
    both = read_profiles([tables, packed])
    assert (both.kernel_s, both.loader_wait) == pytest.approx((8.0, 0.2))
    assert both.source == "run.csv, run.json.gz"


def test_files_that_mean_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad.gz"
    for content in (b"\x1f\x8b garbage", gzip.compress(trace(*STEPS))[:-20]):
        bad.write_bytes(content)
        with pytest.raises(InvalidData):
            read_profiles([bad])
    monkeypatch.setattr(torch_trace, "MOST_BYTES", 4 << 20)
    bad.write_bytes(gzip.compress(b'{"traceEvents": [' + b" " * (8 << 20)))
    with pytest.raises(InvalidData, match="too large"):
        read_profiles([bad])
    with pytest.raises(InvalidData, match="cannot be read"):
        read_profiles([tmp_path / "none.json"])
    with pytest.raises(InvalidData, match="no file was specified"):
        read_profiles([])


def in_columns(text: str) -> str:
    """A table of nsys stats as it is printed without --format: names to the left, numbers to the right, over a ruler of dashes."""
    title, _, body = text.partition("Time (%)")
    rows = list(csv.reader(io.StringIO("Time (%)" + body)))
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    ruler = "  ".join("-" * width for width in widths)
    head, *cells = [
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths[:-1], strict=True)), row[-1].ljust(widths[-1])])
        for row in rows
    ]
    return "\n".join([title.rstrip(), "", f" {head}", f" {ruler}", *(f" {row}" for row in cells), ""])


@pytest.mark.parametrize("tables", [(KERNELS,), (KERNELS, COPIES), (CALLS, KERNELS, COPIES, SYSTEM_CALLS)])
def test_tables_in_columns_say_what_their_csv_says(tables: tuple[str, ...]) -> None:
    as_csv = read_nsys_stats("\n".join(tables), "a")
    assert read_nsys_stats("\n".join(in_columns(table) for table in tables), "a") == as_csv
    assert read_nsys_stats("$ nsys stats run.nsys-rep\n" + "\n".join(in_columns(table) for table in tables) + "\n$ ls -l\n", "a") == as_csv


@pytest.mark.parametrize("text", [KERNELS, OLD_KERNELS, COPIES, TRACE, in_columns(KERNELS), f"> {OLD_KERNELS}"])
def test_tables_are_recognized_by_their_heads(text: str) -> None:
    assert is_nsys_stats(text)


def test_what_is_no_table_of_nsys_is_not_recognized_as_one() -> None:
    assert not is_nsys_stats("Device,Rack,Time (%)\ngpu-1,A01,3\n")
    assert not is_nsys_stats("Time (%) of what runs\n")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ('{"schemaVersion": 1, "traceEvents": [', True),
        ('[{"ph": "X", "name": "a"}]', True),
        ('{"model_type": "llama"}', False),
        ('[{"__REALTIME_TIMESTAMP": "1"}]', False),
    ],
)
def test_traces_are_recognized_by_their_beginning(text: str, is_one: bool) -> None:
    assert is_torch_trace(text) is is_one
