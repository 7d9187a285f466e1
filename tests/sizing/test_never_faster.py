"""No plan is faster than its GPUs: neither the likeliest time nor the short end of its range, in no path that a time comes by.

The bounds are calculated in `machine_bounds` from the model's tensors and the rates of the board alone. Each path judges its share of
100,000 plans in `make soak`, a tenth of them otherwise, and counts them. GPUDESK_DRAW=NUMBER draws others.
"""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.models import find_model, model_entries
from gpudesk.core.estimates.measured import Measured, Pair
from gpudesk.core.models.architecture import Architecture, CacheKind, Part, Role
from gpudesk.core.serving.sequence_lengths import spread_lengths
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.core.training.training_speed import TrainingRun
from gpudesk.core.work.model_work import model_work
from gpudesk.sizing.calibration.decode_calibration import decode_calibrations
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN, UNSEEN, measured_rows
from gpudesk.sizing.calibration.step_tables import training_formats, training_rate
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.sizing_tables import engines, form_for, weight_formats
from gpudesk.sizing.serving import site_correction
from gpudesk.sizing.serving.offload_plans import host_memory, offload_plan
from gpudesk.sizing.serving.serving import plan_of, quick_ends, runs, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_work import Demand, Prefix, ServingWorkload
from gpudesk.sizing.serving.single_stream_latency import is_lone
from gpudesk.sizing.single_pass.pass_plans import pass_plans
from gpudesk.sizing.single_pass.pass_request import usual_passes
from gpudesk.sizing.single_pass.pass_tables import pass_programs
from gpudesk.sizing.single_pass.pass_work import PassKind, PassWorkload, pass_costs, pass_workload
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.training.training_time import training_times
from tests.examples import example_count
from tests.sizing.machine_bounds import active, as_read, kept_bytes, least_of, own_rate, prompt_flops, quickest, read_once

pytestmark = pytest.mark.hypothesis
WRITERS = sorted(name for name, entry in model_entries().items() if entry.architecture.generates_words)
PLAIN = ("bf16", "fp16", "fp8", "int4", "nvfp4", "mxfp4", "mxfp4-experts", "int8", "q4_k_m", "q8_0")
BOARDS = sorted(boards())
NOTHING = 1 - 1e-9
SHARES = {"serving": 51_000, "measured here": 10_000, "system memory": 1_000, "training": 30_000, "adapters": 500, "passes": 7_500}
"""This many plans of each path are judged in `make soak`: 100,000 together."""
OF_ONE = 50
"""No more plans of one workload are judged, so that there are many workloads."""
SHOWN = 1
"""Of this many plans of a workload the ranges are calculated as they are shown, and compared with those in columns."""
Random = np.random.Generator
DRAW = int(os.environ.get("GPUDESK_DRAW", "0"))
MEASURED = sorted({row.exactly for row in measured_rows()})
"""Models, boards, programs and formats that constants of their own are fitted to."""
LONE = sorted(
    (model, board, program, "q4_k_m" if program == "llama.cpp" else "bf16")
    for (program, _), known in decode_calibrations().items()
    for model in known.models
    for board in known.boards
    if model in {entry.name for entry in model_entries().values()}
)
"""The same of programs that work through one GPU after the other."""
OF_MEASURED = 0.25
"""The share of workloads of these: few others would be drawn."""


def share_of(path: str) -> int:
    """This many plans of a path are judged."""
    return SHARES[path] if example_count(SHARES[path]) == SHARES[path] else SHARES[path] // 10


def judged(path: str, judge: Callable[[Random], int]) -> int:
    """Judge plans of a path until there are as many as its share; returns how many there were."""
    wanted, found, tried = share_of(path), 0, 0
    while found < wanted:
        found += judge(np.random.default_rng([len(path), tried, DRAW] if DRAW else [len(path), tried]))
        tried += 1
        assert tried < 10 * wanted, "hardly any workload can be judged"
    return found


def test_shares_add_up() -> None:
    assert sum(SHARES.values()) == 100_000


def drawn_case(random: Random) -> tuple[str, str, str, str]:
    """Model, board, program and format: any, those of a measurement, or those with another model."""
    if random.random() < OF_MEASURED:
        measured = LONE if random.random() < OF_MEASURED else MEASURED
        found = measured[int(random.integers(len(measured)))]
        return (str(random.choice(WRITERS)), *found[1:]) if random.random() < OF_MEASURED else found
    model, board, engine, form = (str(random.choice(of)) for of in (WRITERS, BOARDS, sorted(engines()), PLAIN))
    return model, board, engine, form


def drawn_workload(random: Random, case: tuple[str, str, str, str], *, here: bool = False) -> ServingWorkload:
    model_name, _, program, form = case
    engine, model = engines()[program], find_model(model_name).architecture
    work = ServingWorkload(
        model=model,
        form=form_for(engine, model, weight_formats()[form]),
        kv_bytes=float(random.choice([1.0, 2.0])),
        prompt=int(10 ** random.uniform(0, 5)),
        answer=int(10 ** random.uniform(0, 4.3)),
        concurrency=int(10 ** random.uniform(0, 3.7)),
        engine=engine,
        utilisation=engine.utilisation,
        here=here,
    )
    if random.random() < 0.3:
        work = replace(work, demand=Demand(per_s=float(10 ** random.uniform(-2, 3))))
    if random.random() < 0.3:
        long = spread_lengths(work.prompt, work.prompt * 2.0, work.answer, work.answer * 2.0)
        work = replace(work, lengths=long)
    if here:
        return work
    if random.random() < 0.2:
        draft = find_model("llama-3.2-1b").architecture if random.random() < 0.5 else None
        work = replace(work, speculation=Speculation(int(random.integers(1, 6)), float(random.uniform(0, 1)), draft))
    if random.random() < 0.2:
        work = replace(work, prefix=Prefix(float(random.uniform(0, 0.95)), int(random.integers(1, 20))))
    if random.random() < 0.1 and not is_lone(engine):
        work = replace(work, apart=True)
    return work


def judge_serving(work: ServingWorkload, board: Board, random: Random, kinds: Counter[str]) -> int:
    if not runs(work, board) or not own_rate(work, board):
        return 0
    grid = Grid(work, [board], None)
    if not len(grid.board):
        return 0
    rows = random.permutation(len(grid.board))[:OF_ONE]
    least, quick = least_of(grid, board), quick_ends(grid, rows)
    for what, found, bound in (
        ("a token", grid.tpot[rows], least.token[rows]),
        ("a token at the best", quick.token, least.token[rows]),
        ("a token with its prompt", grid.paced[rows], least.paced[rows]),
        ("a token with its prompt at the best", quick.paced, least.paced[rows]),
        ("the first token", grid.ttft[rows], least.first[rows]),
        ("the first token at the best", quick.first, least.first[rows]),
    ):
        beaten = np.flatnonzero(found < bound * NOTHING)
        assert not beaten.size, f"{what}: {found[beaten[0]]} s where {bound[beaten[0]]} s are the least, row {rows[beaten[0]]} of {work}"
    taken = np.where(np.isinf(grid.sequences[rows]), 0.0, least.used[rows])
    assert (taken * NOTHING <= 1).all(), f"takes {taken.max()} times what there is: {work}"
    for row in rows.tolist():
        many = "many sequences" if grid.sequences[row] > 1 else "one sequence"
        kinds[f"{'one GPU after the other' if grid.lone is not None else 'shared layers'}, {grid.known_as(row)[0]}, {many}"] += 1
    for at, row in enumerate(rows[:SHOWN].tolist()):
        plan = plan_of(grid, row)
        assert plan.tpot.low == pytest.approx(quick.token[at])
        assert plan.ttft.low == pytest.approx(quick.first[at])
        assert plan.tpot.low <= plan.tpot.value <= plan.tpot.high
        assert plan.ttft.low <= plan.ttft.value <= plan.ttft.high
        if work.demand is None:
            assert plan.tokens_per_s * NOTHING <= work.concurrency / least.paced[row]
    return len(rows)


def test_no_plan_that_serves_beats_its_gpus() -> None:
    kinds: Counter[str] = Counter()

    def judge(random: Random) -> int:
        case = drawn_case(random)
        return judge_serving(drawn_workload(random, case), boards()[case[1]], random, kinds)

    assert judged("serving", judge) >= share_of("serving")
    for known in (SEEN, KNOWN_SYSTEM, UNSEEN):
        for many in ("one sequence", "many sequences"):
            assert kinds[f"shared layers, {known}, {many}"] > 0, kinds
        assert kinds[f"one GPU after the other, {known}, one sequence"] > 0, kinds


def test_nor_does_one_that_was_measured_at_this_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement that says so was made in other weights, or on another board."""

    def judge(random: Random) -> int:
        case = drawn_case(random)
        work, board = drawn_workload(random, case, here=True), boards()[case[1]]
        seconds = {name: Pair(1.0, float(10 ** random.uniform(-1.5, 0.5))) for name in ("tpot", "ttft")}
        kept = Measured(work.model.name, board.key, work.engine.key, work.form.key, 1, 1, "2026-11-23", "a log", seconds=seconds)
        monkeypatch.setattr(site_correction, "load_measured", lambda: (kept,))
        return judge_serving(work, board, random, kinds)

    kinds: Counter[str] = Counter()
    assert judged("measured here", judge) >= share_of("measured here")


@pytest.mark.parametrize("engine", ["llama.cpp", "transformers"])
def test_one_gpu_that_works_alone_does_not_beat_its_memory(engine: str) -> None:
    """GPUs that have layers of their own do not add up: the whole model is read at the rate of one."""
    program = engines()[engine]
    model = find_model("llama-3.1-8b").architecture
    form = form_for(program, model, weight_formats()["bf16"])
    work = ServingWorkload(model, form, 2.0, 128, 128, 1, program, program.utilisation, here=False)
    for board in boards().values():
        if runs(work, board):
            for plan in serving_plans(work, [board], 2):
                assert plan.tpot.low >= read_once(work) / board.bytes_per_s * NOTHING


def test_products_with_a_latent_cache_take_their_time() -> None:
    """All heads of DeepSeek-R1 multiply each byte that is kept: on an H20, with much bandwidth for its rate, that binds, not reading."""
    engine, board = engines()["sglang"], boards()["nvidia.h20-96gb"]
    model = find_model("deepseek-r1").architecture
    work = ServingWorkload(model, form_for(engine, model, weight_formats()["fp8"]), 2.0, 8192, 1024, 1024, engine, 0.9, here=False)
    (plan,) = serving_plans(work, [board], 16)
    # 61 layers × 128 heads × (576 + 512) products, twice each, for 8,704 tokens of 1,024 sequences over 16 boards.
    flops = 2 * 61 * 128 * 1088 * 8704 * 1024
    assert plan.tpot.low >= flops / 16 / board.rates[plan.computes] * NOTHING


def test_layers_in_the_memory_of_the_system_are_read_from_there() -> None:
    def judge(random: Random) -> int:
        program, board = engines()["llama.cpp"], boards()[str(random.choice(BOARDS))]
        model = find_model(str(random.choice(WRITERS))).architecture
        form = form_for(program, model, weight_formats()[str(random.choice(["int4", "q8_0", "bf16"]))])
        rate = float(random.uniform(10.0, 800.0))
        work = ServingWorkload(model, form, 2.0, int(10 ** random.uniform(1, 4.5)), 64, 1, program, 1.0, here=False)
        plans = serving_plans(work, [board], 1) if runs(work, board) else []
        found = offload_plan(plans[0], host_memory(rate)) if plans else None
        if found is None:
            return 0
        host, read = rate * 1e9, read_once(work)
        kept = kept_bytes(as_read(work), work.prompt, work.kv_bytes)
        # What has no room on the GPU is read where it is.
        outside = max(0.0, read + kept - board.usable_gib * 2**30) if host < board.bytes_per_s else 0.0
        fastest = max(board.bytes_per_s, host)
        least = (read + kept - outside) / fastest + outside / host
        assert found.token.low >= least * NOTHING
        assert found.token.low <= found.token.value <= found.token.high
        assert found.cpu.low >= (read + kept) / host * NOTHING
        return 1

    assert judged("system memory", judge) >= share_of("system memory")


TRAINED = sorted({"llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b", "deepseek-v3", "qwen3-30b-a3b", "gemma-3-27b-it", "gpt-oss-20b"})
TRAINING_BOARDS = sorted(key for key, board in boards().items() if board.capability >= 8.0 and board.rates.get("fp16"))


def test_no_plan_that_trains_beats_its_gpus() -> None:
    def judge(random: Random) -> int:
        board, model = boards()[str(random.choice(TRAINING_BOARDS))], find_model(str(random.choice(TRAINED))).architecture
        form = str(random.choice(["bf16", "fp8"]))
        if training_formats()[form] not in board.rates or not training_rate(board, form):
            return 0

        def powers(most: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
            return 2 ** random.integers(0, most, OF_ONE)

        sequence = powers(8).astype(float) * 512
        run = TrainingRun(
            data=powers(8),
            tensor=powers(4),
            pipeline=powers(4),
            virtual=powers(2),
            context=powers(3),
            expert=powers(4) if model.experts else np.ones(OF_ONE, dtype=np.int64),
            micro_batch=powers(4).astype(float),
            micro_batches=powers(6).astype(float),
            sequence=sequence,
            recomputed=random.choice([0.0, 0.02, 1.0], OF_ONE),
            sharded=random.integers(0, 4, OF_ONE),
            frozen=random.integers(0, 2, OF_ONE).astype(bool),
        )
        work = model_work(model)
        times = training_times(work, [board] * OF_ONE, [form] * OF_ONE, run, str(random.choice(["megatron", "fsdp"])))
        rate = max(training_rate(board, form), board.rates["fp16"])
        # A frozen model has no gradients of its own weights: two passes instead of three, and what is calculated again.
        passes = np.where(run.frozen, 2.0, 3.0) + run.recomputed
        looked = np.array([prompt_flops(model, each, 0.0) / each - 2 * active(model) for each in sequence.tolist()])
        flops = (2 * active(model) * passes + looked * (3.0 + run.recomputed)) * run.tokens
        products = flops / (run.gpus * rate)
        # Weights that every token meets come from memory in each pass of each micro-batch, in 16 bits.
        dense = sum(w.total for w in model.weights if w.part is not Part.VISION and w.role not in PASSED_OVER)
        held = dense / (run.tensor * run.pipeline)
        reads = held * 2.0 * passes * run.micro_batches / board.bytes_per_s
        least = np.maximum(products, reads)
        assert (times.step_s >= least * NOTHING).all()
        assert (times.low_s >= least * NOTHING).all()
        assert (times.low_s <= times.step_s * (1 + 1e-9)).all()
        return OF_ONE

    assert judged("training", judge) >= share_of("training")


PASSED_OVER = frozenset({Role.EMBEDDING, Role.POSITION, Role.EXPERT_GATE, Role.EXPERT_UP, Role.EXPERT_DOWN})


def test_adapters_are_not_trained_faster_than_their_gpus() -> None:
    """The plans as they are shown, with the program's own factor on the time of a step."""

    def judge(random: Random) -> int:
        gpus, micro = int(2 ** random.integers(0, 4)), int(2 ** random.integers(0, 3))
        asked = TrainingAsked(
            str(random.choice(["llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b", "qwen3-30b-a3b"])),
            method=str(random.choice(["lora", "qlora"])),
            sequence=int(2 ** random.integers(9, 15)),
            batch=micro * gpus * int(2 ** random.integers(0, 3)),
            micro_batch=micro,
            zero=3 if gpus > 1 else 0,
            recompute=str(random.choice(["none", "full"])),
        )
        work = training_workload(asked)
        board = boards()[str(random.choice(TRAINING_BOARDS))]
        plans = [plan for plan in training_plans(work, [board], gpus) if plan.time is not None]
        for plan in plans:
            assert plan.time is not None
            again = 1.0 if asked.recompute == "full" else 0.0
            looked = prompt_flops(work.model, work.sequence, 0.0) / work.sequence - 2 * active(work.model)
            flops = (2 * active(work.model) * (2.0 + again) + looked * (3.0 + again)) * asked.batch * work.sequence
            assert plan.time.low_s >= flops / (gpus * board.rates["fp16"]) * NOTHING
            assert plan.time.low_s <= plan.time.step_s <= plan.time.high_s
        return len(plans)

    assert judged("adapters", judge) >= share_of("adapters")


PASSES = sorted(name for name in model_entries() if usual_passes(name, None) is not None)


def least_pass_s(work: PassWorkload, board: Board) -> float:
    """Seconds of a batch: each of its parts by what it reads or multiplies."""
    model, most = work.model, quickest(board)
    stored = [part for part in work.form.stored(model) if part.weight.role not in (Role.EMBEDDING, Role.POSITION)]
    if work.kind is PassKind.PICTURES:
        assert work.pipeline is not None
        drawn, read, decoded = work.pipeline.flops(work.pipeline.picture(work.width, work.height, work.frames), work.steps)
        read_bytes = work.steps * sum(part.total_bytes for part in stored)
        return max(read_bytes / board.bytes_per_s, work.batch * (drawn + read + decoded) / most)
    if work.kind is PassKind.VECTORS:
        layers = sum(weight.used for weight in model.weights if weight.layers and weight.part is not Part.VISION)
        looks = looked_with_all(model, work.tokens)
        read_bytes = sum(part.total_bytes for part in stored)
        return max(read_bytes / board.bytes_per_s, work.batch * (2 * layers * work.tokens + looks) / most)
    heard = [part for part in stored if part.weight.part is not Part.DECODER]
    layers = sum(part.weight.used for part in heard if part.weight.layers)
    encoder = max(sum(part.total_bytes for part in heard) / board.bytes_per_s, work.batch * 2 * layers * work.tokens / most)
    written = [part for part in stored if part.weight.part is Part.DECODER]
    # Each step reads the decoder, what was heard, and half of the answer on the average.
    kept = sum(
        cache.layers * cache.elements * 2.0 * (work.tokens if cache.kind is CacheKind.CROSS else work.answer / 2) for cache in model.caches
    )
    step = max(
        (sum(part.total_bytes for part in written) + work.batch * kept) / board.bytes_per_s,
        work.batch * 2 * sum(part.weight.used for part in written) / most,
    )
    return encoder + work.answer * step


def looked_with_all(model: Architecture, tokens: int) -> float:
    """Products of attention of an encoder, where all tokens look at all."""
    queries = [weight for weight in model.weights if weight.role is Role.QUERY and weight.part is not Part.VISION]
    return sum(4.0 * tokens * tokens * weight.shape[0] * max(1, len(weight.layers)) for weight in queries)


def test_no_pass_beats_its_gpu() -> None:
    def judge(random: Random) -> int:
        form = weight_formats()[str(random.choice(["bf16", "fp8"]))]
        program = pass_programs()[str(random.choice(["pytorch", "tensorrt"]))]
        model = find_model(str(random.choice(PASSES))).architecture
        batch, tokens, answer = (int(2 ** random.uniform(0, most)) for most in (8, 12, 9))
        work = pass_workload(model, form, program, batch=batch, tokens=tokens, answer=answer)
        chosen = [boards()[str(key)] for key in random.choice(BOARDS, 5, replace=False)]
        plans = pass_plans(work, chosen, 1)
        for plan in plans:
            least = least_pass_s(work, plan.board)
            assert plan.ttft.low >= least * NOTHING
            assert plan.tpot.low >= least / work.batch * NOTHING
            assert plan.ttft.low <= plan.ttft.value <= plan.ttft.high
            assert plan.tokens_per_s <= work.batch / least / NOTHING
        return len(plans)

    assert judged("passes", judge) >= share_of("passes")


def test_answers_are_written_after_the_input_was_read() -> None:
    """Whisper: the encoder once, then each step of the decoder, which reads its weights; the parts add up."""
    from gpudesk.sizing.single_pass.pass_tables import pass_programs

    model = find_model("whisper-large-v3").architecture
    work = pass_workload(model, weight_formats()["bf16"], pass_programs()["pytorch"], answer=100)
    read, written = pass_costs(work)
    decoder = sum(weight.total for weight in model.weights if weight.part is Part.DECODER)
    assert written.read_bytes >= 100 * 2 * decoder
    assert written.starts == 100 * pass_costs(replace(work, answer=1))[1].starts
    assert read.flops + read.other_flops == pytest.approx(2 * 1500 * (model.parameters - decoder), rel=0.2)
    (plan,) = pass_plans(work, [boards()["nvidia.l4"]], 1)
    (short,) = pass_plans(replace(work, answer=1), [boards()["nvidia.l4"]], 1)
    assert plan.ttft.value - short.ttft.value >= 99 * 2 * decoder / boards()["nvidia.l4"].bytes_per_s
