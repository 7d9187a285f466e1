"""No plan is faster than its GPUs: neither the likeliest time nor the short end of its range.

The bounds are worked out here from the model's parameters and the rates of the board alone, with everything shared out over all GPUs
without loss: that is less than any way to share it out takes. Each example judges hundreds of plans, so that `make soak` tries 100,000.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.catalog.models import find_model, model_entries
from gpudesk.core.model_work import model_work
from gpudesk.core.models.architecture import Architecture, Part, Role
from gpudesk.core.training_speed import TrainingRun
from gpudesk.core.weight_formats import is_read_through
from gpudesk.sizing.boards import Board, boards
from gpudesk.sizing.offload_plans import offload_plan
from gpudesk.sizing.pass_asked import usual_passes
from gpudesk.sizing.pass_work import PassKind, pass_workload
from gpudesk.sizing.passes import pass_plans
from gpudesk.sizing.serving import plan_of, runs, serving_plans
from gpudesk.sizing.serving_grid import Grid
from gpudesk.sizing.serving_work import Demand, ServingWorkload
from gpudesk.sizing.step_tables import training_formats, training_rate
from gpudesk.sizing.tables import engines, form_for, weight_formats
from gpudesk.sizing.training_time import training_times
from tests.examples import examples

WRITERS = sorted(name for name, entry in model_entries().items() if entry.architecture.generates_words)
PLAIN = ("bf16", "fp16", "fp8", "int4", "nvfp4", "mxfp4", "mxfp4-experts", "int8", "q4_k_m", "q8_0")
NOTHING = 1 - 1e-9
LOOKED_AT = 3
"""So many plans of an example are looked at with their ranges, the others in columns."""


def quickest(board: Board) -> float:
    """The most products a second of any arithmetic that the board has; of 8 bits twice those of 16 where it does not say."""
    sixteen = max(board.rates.get("fp16", 0.0), board.rates.get("fp32", 0.0))
    return max(2 * sixteen, *(board.rates.get(name, 0.0) for name in ("fp8", "fp4")))


def own_rate(work: ServingWorkload, board: Board) -> float:
    """The dense rate in which the kernel makes products, 16 bits where it unpacks weights; llama.cpp has those of packed ones in 8 bits."""
    return quickest(board) if work.engine.gguf else board.rates[work.arithmetic(board)]


def read_once(work: ServingWorkload) -> float:
    """Bytes of weights that one token meets."""
    parts = [part for part in work.form.stored(work.model) if is_read_through(work.model, part.weight)]
    return sum(part.total_bytes * part.weight.active / part.weight.copies for part in parts)


def active(model: Architecture) -> float:
    """Parameters that one token is multiplied with: not those that are looked up."""
    roles = {Role.POSITION} if model.tied else {Role.POSITION, Role.EMBEDDING}
    return float(sum(weight.used for weight in model.weights if weight.part is not Part.VISION and weight.role not in roles))


@st.composite
def workloads(draw: st.DrawFn) -> ServingWorkload:
    engine = engines()[draw(st.sampled_from(sorted(engines())))]
    model = find_model(draw(st.sampled_from(WRITERS))).architecture
    form = form_for(engine, model, weight_formats()[draw(st.sampled_from(PLAIN))])
    return ServingWorkload(
        model=model,
        form=form,
        kv_bytes=draw(st.sampled_from((1.0, 2.0))),
        prompt=draw(st.integers(1, 100_000)),
        answer=draw(st.integers(1, 20_000)),
        concurrency=draw(st.integers(1, 5000)),
        engine=engine,
        utilisation=engine.utilisation,
        demand=draw(st.none() | st.builds(Demand, per_s=st.floats(0.01, 100.0))),
        here=False,
    )


@examples(400)
@given(work=workloads(), key=st.sampled_from(sorted(boards())), seed=st.integers(0, 2**32 - 1))
def test_no_plan_that_serves_beats_its_gpus(work: ServingWorkload, key: str, seed: int) -> None:
    board = boards()[key]
    if not runs(work, board) or not own_rate(work, board):
        return
    grid = Grid(work, [board], None)
    if not len(grid.board):
        return
    finite = np.where(np.isfinite(grid.sequences), grid.sequences, 1.0)
    each = grid.tensor * grid.groups * grid.pipeline
    flops = 2 * active(work.model)
    reads = read_once(work) / (each * board.bytes_per_s)
    products = flops * finite * grid.groups / (each * own_rate(work, board))
    least = np.maximum(reads, products)
    assert (grid.tpot >= least * NOTHING).all()
    assert (grid.paced >= least * NOTHING).all()
    least_first = np.maximum(flops * work.prompt / (each * own_rate(work, board)), reads)
    assert (grid.ttft >= least_first * NOTHING).all()
    for row in np.random.default_rng(seed).choice(len(grid.board), LOOKED_AT):
        found = plan_of(grid, int(row))
        assert found.tpot.low >= least[row] * NOTHING
        assert found.ttft.low >= least_first[row] * NOTHING
        assert found.tpot.low <= found.tpot.value <= found.tpot.high


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


@examples(60)
@given(name=st.sampled_from(WRITERS), key=st.sampled_from(sorted(boards())), gb_per_s=st.floats(10.0, 800.0))
def test_layers_in_the_memory_of_the_system_are_read_from_there(name: str, key: str, gb_per_s: float) -> None:
    from gpudesk.sizing.offload_plans import host_memory

    program, board = engines()["llama.cpp"], boards()[key]
    model = find_model(name).architecture
    work = ServingWorkload(model, form_for(program, model, weight_formats()["int4"]), 2.0, 512, 64, 1, program, 1.0, here=False)
    plans = serving_plans(work, [board], 1) if runs(work, board) else []
    found = offload_plan(plans[0], host_memory(gb_per_s)) if plans else None
    if found is not None:
        fastest = max(board.bytes_per_s, gb_per_s * 1e9)
        assert found.token.low >= read_once(work) / fastest * NOTHING
        assert found.cpu.low >= read_once(work) / (gb_per_s * 1e9) * NOTHING


TRAINED = sorted({"llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b", "deepseek-v3", "qwen3-30b-a3b", "gemma-3-27b-it", "gpt-oss-20b"})
TRAINING_BOARDS = sorted(key for key, board in boards().items() if board.capability >= 8.0 and board.rates.get("fp16"))


@examples(1000)
@given(
    name=st.sampled_from(TRAINED),
    key=st.sampled_from(TRAINING_BOARDS),
    form=st.sampled_from(("bf16", "fp8")),
    seed=st.integers(0, 2**32 - 1),
)
def test_no_plan_that_trains_beats_its_gpus(name: str, key: str, form: str, seed: int) -> None:
    board, model = boards()[key], find_model(name).architecture
    if training_formats()[form] not in board.rates or not training_rate(board, form):
        return
    random, count = np.random.default_rng(seed), 100

    def powers(most: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return 2 ** random.integers(0, most, count)

    sequence = powers(8).astype(float) * 512
    run = TrainingRun(
        data=powers(8),
        tensor=powers(4),
        pipeline=powers(4),
        virtual=powers(2),
        context=powers(3),
        expert=powers(4) if model.experts else np.ones(count, dtype=np.int64),
        micro_batch=powers(4).astype(float),
        micro_batches=powers(6).astype(float),
        sequence=sequence,
        recomputed=random.choice([0.0, 0.02, 1.0], count),
        sharded=random.integers(0, 4, count),
        frozen=random.integers(0, 2, count).astype(bool),
    )
    work = model_work(model)
    program = "megatron" if random.integers(0, 2) else "fsdp"
    times = training_times(work, [board] * count, [form] * count, run, program)
    rate = max(training_rate(board, form), board.rates["fp16"])
    # A frozen model has no gradients of its own weights: two passes instead of three.
    passes = np.where(run.frozen, 2.0, 3.0)
    least = 2 * active(model) * passes * run.tokens / (run.gpus * rate)
    assert (times.low_s >= least * NOTHING).all()
    assert (times.low_s <= times.step_s * (1 + 1e-9)).all()


PASSES = sorted(name for name in model_entries() if usual_passes(name, None) is not None)


@examples(300)
@given(
    name=st.sampled_from(PASSES),
    key=st.sampled_from(sorted(boards())),
    program=st.sampled_from(("pytorch", "tensorrt")),
    form=st.sampled_from(("bf16", "fp8")),
    batch=st.integers(1, 64),
    tokens=st.integers(1, 4096),
)
def test_no_pass_beats_its_gpu(name: str, key: str, program: str, form: str, batch: int, tokens: int) -> None:
    from gpudesk.sizing.pass_tables import pass_programs

    board, model = boards()[key], find_model(name).architecture
    work = pass_workload(model, weight_formats()[form], pass_programs()[program], batch=batch, tokens=tokens)
    read = sum(part.total_bytes for part in work.form.stored(model) if part.weight.role not in (Role.EMBEDDING, Role.POSITION))
    for plan in pass_plans(work, [board], 1):
        assert plan.ttft.low >= read / board.bytes_per_s * NOTHING
        assert plan.ttft.low <= plan.ttft.value <= plan.ttft.high
        if work.kind is PassKind.VECTORS:
            layers = sum(weight.used for weight in model.weights if weight.layers and weight.part is not Part.VISION)
            assert plan.ttft.low >= 2 * layers * work.tokens * batch / quickest(board) * NOTHING


def test_answers_are_written_after_the_input_was_read() -> None:
    """Whisper: the encoder once, then each step of the decoder, which reads its weights; the parts add up."""
    from gpudesk.sizing.pass_tables import pass_programs
    from gpudesk.sizing.pass_work import pass_costs

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
