"""All ways to split a workload over boards, calculated in columns: memory, times, load."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cost.result import PlanColumns
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture, Cache
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.built_weights import BuildRule, built
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.held_weights import (
    LatentCopies,
    TablePlace,
    WeightLayout,
    WideTensors,
    held_bytes,
    placed,
    table_place,
)
from gpudesk.core.serving.inference_engine import activation_columns
from gpudesk.core.serving.loaded_weights import added_bytes
from gpudesk.core.serving.mtp_layer import mtp_bytes, mtp_caches
from gpudesk.core.serving.served_model import ServedModel, served_by, served_model
from gpudesk.core.serving.serving_load import FULL, Crowd, crowd, prompt_wait
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.serving.serving_speed import (
    FIRST_TERMS,
    TERMS,
    Boards,
    Running,
    first_token_terms,
    least_products,
    least_prompt,
    least_step,
    prompt_experts_s,
    prompt_terms,
    step_terms,
)
from gpudesk.core.work.model_split import Split, longest_share, stage_weights
from gpudesk.sizing.calibration.padded_experts import Padding, padding_measured, padding_of
from gpudesk.sizing.calibration.serving_calibration import SEEN, UNSEEN, ServingCalibration, ServingCalibrations, serving_calibrations
from gpudesk.sizing.calibration.step_tables import products_slower
from gpudesk.sizing.calibration.waiting_prompts import prompts_ahead
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.gpus.sizing_tables import release_shown
from gpudesk.sizing.serving.serving_splits import TENSORS, splits
from gpudesk.sizing.serving.serving_work import ServingWorkload
from gpudesk.sizing.serving.single_stream_latency import LonePlans, LoneTimes, is_lone, known_with, lone_times
from gpudesk.sizing.serving.site_correction import HERE, here_columns
from gpudesk.sizing.serving.split_caches import split_caches

Floats = NDArray[np.float64]
REPLICAS = tuple(sorted({round(2 ** (step / 4)) for step in range(41)}))
"""1 to 1,024, each about a fifth more than the one before."""
_MANY = 1e9
_FULLEST = 4096.0
"""Sequences at once that programs have at most."""
_PROBED = 32.0
"""Sequences at which a step is looked at to see what each one more costs."""
_STREAM = FIRST_TERMS.index("stream")
_QUEUE = FIRST_TERMS.index("queue")
_BUSY = 0.8
"""The number of prompt-only replicas keeps them busy for this share of the time."""


class Grid:
    """All plans of one workload on some boards, in columns.

    Raises:
        InvalidData: prompts are to be processed on separate replicas, which the program does not support.

    Attributes:
        sequences: of one group, not exceeded in 95 of 100 cases; infinite if requests arrive faster than they are served.
        most: maximum number that fits in memory.
        filled: share of the GPU memory that may be filled.
        fillers: replicas that only process prompts.
        gpus: of all replicas, including standby.
        tpot, ttft: seconds; under a demand the 95th percentiles.
        paced: seconds a sequence occupies its slot, per token of its answer, including its own prompt.
        least_step_s: minimum time of a token: reads of its step at the full memory rate, or products at the dense rate.
        least_first_s: minimum time of a first token: the products of its prompt at the dense rate, or reading the weights once.
        least_paced_s: minimum of `paced`, the products of the prompt divided among the tokens of the answer.
        crowd: load results of a demand; None without one.
        cost: of each plan, with its energy.
        step: seconds of a token by `serving_speed.TERMS`, shape (terms, plans); without terms if it does not consist of these.
    """

    sequences: Floats
    most: Floats
    filled: Floats
    fillers: NDArray[np.int64]
    gpus: NDArray[np.int64]
    tpot: Floats
    paced: Floats
    least_step_s: Floats
    least_first_s: Floats
    least_paced_s: Floats
    ttft: Floats
    lone_s: Floats
    crowd: Crowd | None
    cost: PlanColumns
    step: Floats

    def __init__(
        self, work: ServingWorkload, chosen: Sequence[Board], gpus: int | None, most: int | None = None, domain: int | None = None
    ) -> None:
        if work.apart and is_lone(work.engine):
            text = QT_TRANSLATE_NOOP("sizing", "{program} does not transfer the KV cache of a prompt to other replicas.")
            fix = QT_TRANSLATE_NOOP("sizing", "Run prefill on the same replicas, or choose another engine.")
            raise InvalidData(Message("sizing", text, {"program": work.engine.title}), Message("sizing", fix))
        self.work, self.chosen = work, chosen
        self.served: ServedModel = served_by(work.engine, work.model, work.form)
        table = np.array(list(splits(work, chosen, domain)), dtype=np.int64).reshape(-1, 4)
        self._laid_out = split_caches(work, chosen, table)
        each = table[:, 1] * table[:, 2] * table[:, 3]
        if gpus is None:
            counts = np.array(REPLICAS)
            at = np.repeat(np.arange(len(table)), len(counts))
            replicas = np.tile(counts, len(table))
        elif work.apart:
            counts = np.arange(1, gpus + 1)
            at = np.repeat(np.arange(len(table)), len(counts))
            replicas = np.tile(counts, len(table))
        else:
            at = np.flatnonzero(gpus % each == 0) if len(table) else np.zeros(0, dtype=np.int64)
            at = at[gpus // each[at] > work.spare]
            replicas = gpus // each[at] - work.spare
        wanted = np.ones(len(at), dtype=bool) if work.demand is not None else replicas * table[at, 2] <= work.concurrency
        bound = most if gpus is None else gpus
        if bound is not None:
            wanted &= each[at] * (replicas + work.spare) <= bound
        self._table, self._split_of, self.replicas = table, at, replicas
        self._choose(wanted)
        if work.apart and bound is not None:
            # How many work through prompts is known only now.
            self._choose(self.gpus == gpus if gpus is not None else self.gpus <= bound)

    def _judge(self) -> None:
        work = self.work
        weights = held_columns(work, self.chosen, self._table)[self._split_of] if len(self._table) else np.zeros(0)
        # Logs count the buffer for layer inputs as weights; here it is among what the requests of a step decide (`_beside`).
        inputs = self._layer_input_bytes()
        self.here = here_columns(work, self.chosen, self.board, self.tensor, self.groups, self.pipeline, weights + inputs)
        self.lone: LoneTimes | None = None
        self.crowd = None
        if is_lone(work.engine):
            self.lone = self._lone_times(np.ones(len(self.tensor)))
            self.provenance = list(self.lone.known)
        else:
            self.boards = self._boards()
            self.provenance = [serving_calibrations().step.known(*self._called(board), 1)[1] for board in self.chosen]
            self._slower = self._products_slower()
            self._padded = self._padded_rows()
            self._step_constants = self._constants(serving_calibrations().step) * self._slower
            if self.here is not None:
                self._step_constants = self._step_constants * self.here.step
        self._usable = np.array([board.usable_gib for board in self.chosen])[self.board] * GIB
        self._fixed = self._fixed_bytes(weights if self.here is None else self.here.weights_bytes - inputs)
        if work.demand is not None:
            self.crowd = self._crowd()
            self.sequences = np.ceil(np.maximum(self.crowd.p95, 1.0))
        else:
            self.sequences = np.ceil(work.concurrency / (self.replicas * self.groups))
        self._judge_memory()
        self._judge_time()
        fillers = self.fillers if work.apart else 0
        self.gpus = self.tensor * self.groups * self.pipeline * (self.replicas + work.spare + fillers)
        rate = (
            work.concurrency / self.paced if work.demand is None else np.full(len(self.gpus), work.demand.planned_per_s * work.long.answer)
        )
        self.cost = work.costs.rates(self.chosen).plans(self.board, self.gpus, rate, at_all_hours=work.demand is not None)

    def known_as(self, row: int) -> tuple[str, tuple[float, float], tuple[float, float]]:
        """What a plan has in common with measurements, and error factors of the times of a token and of the first token."""
        at, lone = int(self.board[row]), self.lone
        if lone is not None:
            known = known_with(lone.known[at], float(self.sequences[row])) if as_measured(self.work) else UNSEEN
            if self._is_measured_here(row):
                return HERE, lone.step_factors[at][SEEN], lone.first_factors[at][SEEN]
            return known, lone.step_factors[at][known], lone.first_factors[at][known]
        known = self.provenance[at] if self.pipeline[row] == 1 and as_measured(self.work) else UNSEEN
        calibrations = serving_calibrations()
        if self._is_measured_here(row):
            # One run of one's own is known no better than those that others published.
            return HERE, *self._ranges(calibrations, SEEN, row)
        return known, *self._ranges(calibrations, known, row)

    def requests(self, row: int) -> float:
        """Concurrent requests on one copy of the model; infinite if requests arrive faster than they are served."""
        return float(self.sequences[row] * self.groups[row])

    def _ranges(self, known: ServingCalibrations, provenance: str, row: int) -> tuple[tuple[float, float], tuple[float, float]]:
        engine, family = self.work.engine.key, self.work.model.family
        at, requests = int(self.board[row]), self.requests(row)
        # Of a board of which only whole batches are published no first token is known.
        first = provenance if known.first.known(*self._called(self.chosen[at]), 1)[1] != UNSEEN else UNSEEN
        return known.step.range_of(provenance, engine, family, requests), known.first.range_of(first, engine, family, requests)

    def _is_measured_here(self, row: int) -> bool:
        return self.here is not None and bool(self.here.same[row]) and self.here.step[row] != 1.0

    def _lone_times(self, sequences: Floats, served: ServedModel | None = None) -> LoneTimes:
        """Times of a program with separate measurements; of a draft model if given."""
        work = self.work
        gpus = self.tensor * self.pipeline
        # A draft gives one token at a time; the model checks all of them at once.
        checked = work.speculation.checked if work.speculation is not None and served is None else 1.0
        plans = LonePlans(self.board, gpus, sequences, work.long.prompt, work.long.answer, work.kv_bytes, work.hit, checked)
        times = lone_times(work.engine, served or self.served, self.chosen, plans)
        if self.here is None:
            return times
        step, first = times.step_s * self.here.step, times.first_s * self.here.first
        return replace(
            times,
            step_s=np.maximum(step, times.least_step_s),
            first_s=np.maximum(first, times.least_first_s),
            prompt_s=np.maximum(times.prompt_s * self.here.first, times.least_prompt_s),
        )

    def _choose(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> None:
        """Evaluate these rows of possible plans: the split of a replica, and the number of replicas."""
        self._split_of, self.replicas = self._split_of[rows], self.replicas[rows]
        self.board, self.tensor, self.groups, self.pipeline = self._table[self._split_of].T
        self._judge()

    def _boards(self) -> Boards:
        column = {name: np.array([getattr(board, name) for board in self.chosen]) for name in ("bytes_per_s", "link_bytes_per_s", "domain")}
        outside = np.array([board.outside_bytes_per_s for board in self.chosen])
        flops = np.array([board.rates[self.work.arithmetic(board)] for board in self.chosen])
        inside = self.tensor * self.groups <= column["domain"][self.board]
        link = np.where(inside, column["link_bytes_per_s"][self.board], outside[self.board])
        return Boards(column["bytes_per_s"][self.board], flops[self.board], link)

    def _called(self, board: Board) -> tuple[str, str, str, str]:
        """Names of the model, board, program and format in the measurements."""
        return self.work.model.name, board.key, self.work.engine.key, self.work.form.key

    def _constants(self, known: ServingCalibration) -> Floats:
        """The constants of each plan from measurements of its board, model and split: shape (terms, plans)."""
        board_constants = np.zeros((len(known.constants), len(self.chosen), len(TENSORS)))
        for at, board in enumerate(self.chosen):
            for place, tensor in enumerate(TENSORS):
                board_constants[:, at, place] = known.known(*self._called(board), tensor)[0]
        columns: Floats = board_constants[:, self.board, np.searchsorted(TENSORS, self.tensor)]
        return columns

    def _products_slower(self) -> Floats:
        """Factors on the terms of a step: products take longer where boards reach less of their dense rate than measured ones."""
        term_factors = np.ones((len(TERMS), len(self.board)))
        factors = np.array([products_slower(board) for board in self.chosen])[self.board]
        for name in ("products", "attention", "experts"):
            term_factors[TERMS.index(name)] = factors
        return term_factors

    def _padded_rows(self) -> Floats:
        """Rows to which the kernels fill up each expert."""
        expert_rows = np.zeros(len(self.board))
        for at, board in enumerate(self.chosen):
            padding = padding_here(self.work, self.served, board)
            if padding is not None:
                expert_rows[self.board == at] = padding.rows
        return expert_rows

    def _fixed_bytes(self, held: Floats) -> Floats:
        """Bytes of one GPU whatever runs: weights, those of a draft, kept beginnings."""
        work = self.work
        if work.speculation is not None:
            held = held + draft_bytes(work, self.tensor, self.tensor * self.groups)
        if work.prefix is not None:
            prefix_tokens = np.full(len(self.tensor), work.prefix.share * work.long.prompt)
            held = held + work.prefix.kept * self._cache_bytes(prefix_tokens)
        return held

    def _layer_input_bytes(self) -> Floats:
        """Bytes of the program's buffer for layer inputs on the board of each plan."""
        engine = self.work.engine
        steps = np.array([engine.limits(board.usable_gib, board.capability, 0)[1] for board in self.chosen], dtype=np.float64)
        sizes: Floats = np.zeros(len(self.board)) + engine.layer_input_bytes(self.work.model, steps[self.board])
        return sizes

    def _beside(self, sequences: Floats, context: Floats) -> Floats:
        """Bytes of activations and of the program's reserve, as counted by `serving_memory`."""
        engine = self.work.engine
        limits = np.array([engine.limits(board.usable_gib, board.capability, 0) for board in self.chosen]).reshape(-1, 2)
        most, step = limits[self.board].T
        # Where prompts are not cut up, the tokens of a step depend on the sequences.
        steps = np.where(step > 0, step, np.ceil(self.work.long.prompt) * sequences)
        peak = activation_columns(self.work.model, engine, self.tensor, most, steps, context)
        gpus = self.tensor * self.groups * self.pipeline
        working_bytes = peak + (np.where(gpus > 1, engine.other_gib[1].value, engine.other_gib[0].value) + engine.graphs_gib.value) * GIB
        working_bytes = working_bytes + engine.sparse_bytes(self.work.model, steps, context)
        working_bytes = working_bytes + engine.layer_input_bytes(self.work.model, steps)
        of_one = self.tensor * self.pipeline
        return working_bytes + engine.left_free_bytes(self.work.utilisation, self._usable, working_bytes, of_one, most, steps)

    def _cache_bytes(self, context: Floats) -> Floats:
        return self._cache_columns(self._laid_out.layouts, self.pipeline, context)

    def _mtp_cache_bytes(self, context: Floats) -> Floats:
        return self._cache_columns([mtp_caches(caches) for caches in self._laid_out.layouts], np.ones_like(self.pipeline), context)

    def _cache_columns(self, layouts: Sequence[Sequence[Cache]], pipeline: NDArray[np.int64], context: Floats) -> Floats:
        """Cache bytes of one sequence, by the layout on the board and the split of each plan."""
        engine, kv_bytes = self.work.engine, self.work.kv_bytes
        block, more, longest = engine.block_tokens, engine.window_tokens, self._longest_shares(pipeline)
        lengths = {stages: engine.stage_layers(self.work.model.layers, stages) for stages in np.unique(pipeline).tolist()}
        columns = [
            self.served.cache_bytes(self.tensor, pipeline, context, kv_bytes, block, more, caches, longest, lengths) for caches in layouts
        ]
        return self._laid_out.chosen(self.board, self.tensor, columns)

    def _longest_shares(self, pipeline: NDArray[np.int64]) -> Floats:
        """Share of the layers in the longest stage of each plan, as the program divides them; 0 for stages as even as possible."""
        counts, places = np.unique(pipeline, return_inverse=True)
        model, engine = self.work.model, self.work.engine
        shares = np.array([float(longest_share(engine.stage_layers(model.layers, int(count)))) for count in counts])
        columns: Floats = shares[places.reshape(-1)]
        return columns

    def _cycle(self, sequences: Floats) -> Floats:
        """Factor on a step for stages that differ in length: the longest stage works for all sequences in turn, the others wait for it.

        With as many sequences as stages or more, a token takes the time of the longest stage for each stage; with fewer, all stages at
        least once.
        """
        counts, places = np.unique(self.pipeline, return_inverse=True)
        model, engine = self.work.model, self.work.engine
        longest = np.array([max(engine.stage_layers(model.layers, int(count)), default=0) / max(1, model.layers) for count in counts])
        in_turn = np.minimum(self.pipeline, np.maximum(sequences, 1.0)) * longest[places.reshape(-1)]
        factors: Floats = np.maximum(1.0, in_turn)
        return factors

    def _own_tokens(self, sequences: Floats) -> Floats:
        """Tokens to keep for each sequence in addition to the shared prefixes."""
        return np.ceil(self.work.long.kept_tokens(sequences) - self.work.hit * self.work.long.prompt)

    def _judge_memory(self) -> None:
        work, engine = self.work, self.work.engine
        finite = np.where(np.isfinite(self.sequences), self.sequences, _MANY)
        context = self._own_tokens(finite)
        each = self._cache_bytes(context) * engine.cache_factor(work.utilisation)
        if work.speculation is not None and work.speculation.draft is not None:
            each = each + _draft_cache_bytes(work, self.tensor, self.pipeline, context)
        elif work.speculation is not None:
            each = each + self._mtp_cache_bytes(context) * engine.cache_factor(work.utilisation)
        fixed = self._fixed + self._beside(finite, context)
        if self.here is not None:
            each, fixed = each * self.here.cache, fixed + self.here.offset_bytes
        fillable = engine.fillable(work.utilisation) * self._usable
        room = fillable - fixed
        self.filled = (fixed + finite * each) / fillable
        self.most = np.where(each > 0, np.floor(np.maximum(room, 0.0) / np.maximum(each, 1.0)), np.where(room >= 0, _MANY, 0.0))

    def _running(self, sequences: Floats, around: Floats | float = 0.0) -> Running:
        work = self.work
        guess = work.speculation
        return Running(
            tensor=self.tensor,
            groups=self.groups,
            sequences=sequences,
            prompt=np.full(len(self.tensor), work.long.prompt),
            answer=np.full(len(self.tensor), work.long.answer),
            kv_bytes=work.kv_bytes,
            mixed=not work.apart,
            hit=work.hit,
            checked=guess.checked if guess is not None else 1.0,
            gained=guess.gained if guess is not None else 1.0,
            around=around,
            prompts_first=work.engine.prompts_first and work.demand is None,
            padded=self._padded,
            pipeline=self.pipeline,
        )

    def step_s(self, sequences: Floats) -> Floats:
        """Seconds per token with this number of sequences in each group."""
        guess = self.work.speculation
        if self.lone is not None:
            checked = self._lone_times(sequences).step_s
            if guess is None:
                return checked
            drawn = served_by(self.work.engine, guess.draft, self.work.form) if guess.draft is not None else None
            ahead = checked / max(1, self.work.model.layers) if drawn is None else self._lone_times(sequences, drawn).step_s
            won: Floats = (checked + guess.ahead * ahead) / guess.gained
            return won
        run = self._running(np.ceil(sequences / self.pipeline), sequences)
        cycle = self._cycle(sequences)
        ideal = step_terms(self.served, self.boards, run) * cycle
        whole: Floats = np.maximum((self._step_constants * ideal).sum(axis=0), least_step(self.served, self.boards, run, ideal, cycle))
        if guess is None:
            return whole
        # A draft is on the GPUs of one stage.
        alone = replace(run, mixed=False, checked=1.0, gained=1.0, pipeline=1)
        if guess.draft is None:
            one = (self._step_constants * step_terms(self.served, self.boards, alone)).sum(axis=0) / max(1, self.work.model.layers)
        else:
            drawn = served_by(self.work.engine, guess.draft, self.work.form)
            one = (self._step_constants * step_terms(drawn, self.boards, alone)).sum(axis=0)
        token_s: Floats = (whole + guess.ahead * one) / guess.gained
        return token_s

    def prompt_s(self) -> Floats:
        """Seconds of the work on one prompt."""
        if self.lone is not None:
            return self.lone.prompt_s
        run = self._running(np.ones(len(self.tensor)))
        ideal = prompt_terms(self.served, self.boards, run)
        constants = serving_calibrations().step.constants[:, None] * self._slower
        seconds: Floats = np.maximum((constants * ideal).sum(axis=0), least_prompt(ideal))
        return seconds

    def _crowd(self) -> Crowd:
        demand = self.work.demand
        assert demand is not None  # noqa: S101 - narrows the type
        rate = demand.planned_per_s / (self.replicas * self.groups)
        one, many = self.step_s(np.ones(len(rate))), self.step_s(np.full(len(rate), _PROBED))
        more = np.maximum((many - one) / (_PROBED - 1), 0.0)
        first = self.prompt_s() + one
        replica_crowd = crowd(rate, self.work.long.answer, first, np.maximum(one - more, 0.0), more)
        # Where mixtures are, each one more costs less the more there are: look again at as many as there are.
        near = np.clip(np.where(np.isfinite(replica_crowd.p95), replica_crowd.p95, 4 * _PROBED), 2.0, 4096.0)
        more = np.maximum((self.step_s(near) - one) / (near - 1), 0.0)
        replica_crowd = crowd(rate, self.work.long.answer, first, np.maximum(one - more, 0.0), more)
        # Prompts alone may fill a replica: then no sequence has its turn. So may what each one more costs where there are very many:
        # as long as reading the weights takes longer than the products of a few, they cost nothing.
        half = np.full(len(rate), _FULLEST / 2)
        marginal_s = np.maximum(self.step_s(2 * half) - self.step_s(half), 0.0) / half
        busy = np.maximum(rate * self.prompt_s(), rate * self.work.long.answer * marginal_s)
        busy = np.maximum(busy, rate * self.groups * self.work.long.answer / self.work.engine.streamed_per_s)
        full = busy >= FULL
        return Crowd(
            np.maximum(replica_crowd.used, busy), np.where(full, np.inf, replica_crowd.mean), np.where(full, np.inf, replica_crowd.p95)
        )

    def _judge_time(self) -> None:
        work, known = self.work, serving_calibrations()
        # What has no end is reported as full replicas are: by their times, and refused for the load.
        endless = ~np.isfinite(self.sequences)
        finite = np.where(endless, np.clip(self.most, 1.0, _FULLEST), self.sequences)
        self.fillers = np.zeros(len(finite), dtype=np.int64)
        if self.lone is not None:
            self.step = np.zeros((0, len(finite)))
            times = self._lone_times(finite if work.demand is None else np.ones(len(finite)))
            gained = 1.0 if work.speculation is None else work.speculation.gained
            self.least_step_s, self.least_first_s = self._lone_times(finite).least_step_s / gained, times.least_first_s
            self.tpot, self.lone_s = self.step_s(finite), times.first_s
            self.paced, self.least_paced_s = self.tpot, self.least_step_s
            self.ttft = times.first_s if work.demand is None else times.first_s + np.where(endless, 0.0, self.waiting_s(0.95))
            return
        run = self._running(np.ceil(finite / self.pipeline), finite)
        cycle = self._cycle(finite)
        ideal = step_terms(self.served, self.boards, run) * cycle
        self.least_step_s = least_step(self.served, self.boards, run, ideal, cycle) / run.gained
        if work.speculation is None:
            self.step = self._step_constants * ideal
            quick = self.step.sum(axis=0)
            self.tpot = np.maximum(quick, self.least_step_s)
            self.step = self.step * (self.tpot / quick)
        else:
            self.step, self.tpot = np.zeros((0, len(finite))), self.step_s(finite)
        one = np.ones(len(finite))
        read_once = self.served.read_bytes(self.tensor, self.tensor * self.groups, one, one, self.pipeline) / self.boards.bytes_per_s
        worked = prompt_terms(self.served, self.boards, run)
        self.least_first_s = np.maximum(least_prompt(worked), read_once)
        # A sequence's own prompt is worked through before its answer, and the experts work through those of all groups.
        others = (self.groups - 1) * prompt_experts_s(self.served, self.boards, run)
        own = np.zeros(len(finite)) if work.apart else (least_prompt(worked) + others) / work.long.answer
        # The place is held through all prompts of the others, those before the first token too.
        through = replace(run, prompts_first=False)
        all_of_it = step_terms(self.served, self.boards, through) * cycle if run.prompts_first else ideal
        waited = (self._step_constants * (all_of_it - ideal)).sum(axis=0) / run.gained
        multiplied = least_products(self.served, self.boards, through, all_of_it, cycle) / run.gained
        # A sequence holds its place for as long as the process takes that hands the tokens of all on.
        handed = finite * self.groups / work.engine.streamed_per_s
        self.least_paced_s = np.maximum(np.maximum(self.least_step_s, multiplied + own), handed)
        prompt = self.prompt_s()
        self.paced = np.maximum(self.tpot + waited + (0.0 if work.apart else prompt / work.long.answer), self.least_paced_s)
        plain = (known.step.constants[:, None] * self._slower * ideal).sum(axis=0)
        ahead = np.array([_ahead_here(work, board) for board in self.chosen])[self.board, np.searchsorted(TENSORS, self.tensor)]
        # Without memory for all sequences, the plan is refused for that; its times are those with memory.
        waits = replace(run, sequences=finite, ahead=ahead, streamed_per_s=work.engine.streamed_per_s)
        if work.apart or self.crowd is not None:
            # Others are processed elsewhere, or the wait for them follows from the demand.
            waits = replace(waits, ahead=0.0, poll=0.0)
        terms = first_token_terms(prompt, ideal, plain, finite, waits)
        constants = self._constants(known.first)
        if self.here is not None:
            constants = constants * self.here.first
        if work.apart or self.crowd is not None:
            terms[_QUEUE] = 0.0
        if work.apart:
            self.fillers = self._fillers(prompt)
        if self.crowd is not None:
            # The load of a demand counts that process: no queue of a whole answer collects.
            terms[_STREAM] = 0.0
        self.lone_s = np.maximum((constants * terms).sum(axis=0), self.least_first_s)
        self.ttft = self.lone_s
        if self.crowd is not None or work.apart:
            self.ttft = self.lone_s + np.where(endless, 0.0, self.waiting_s(0.95))
        if work.apart:
            self.ttft = self.ttft + self.handed_s()

    def _rate(self) -> Floats:
        """Requests a second of one replica."""
        if self.work.demand is not None:
            shared: Floats = self.work.demand.planned_per_s / self.replicas
            return shared
        closed: Floats = self.sequences * self.groups / (self.work.long.answer * self.tpot)
        return closed

    def _fillers(self, prompt: Floats) -> NDArray[np.int64]:
        alone = prompt + self._lone_step_s()
        needed: NDArray[np.int64] = np.ceil(self._rate() * self.replicas * alone / self.groups / _BUSY).astype(np.int64)
        return needed

    def _lone_step_s(self) -> Floats:
        """Seconds of a step while prompts are processed by prompt-only replicas: weights and layers."""
        run = replace(self._running(np.ones(len(self.tensor))), mixed=False, checked=1.0, gained=1.0)
        terms = step_terms(self.served, self.boards, run)
        term_places = [TERMS.index(name) for name in ("weights", "layers", "layers_shared", "layers_routed")]
        seconds: Floats = (self._step_constants[term_places] * terms[term_places]).sum(axis=0)
        return seconds

    def handed_s(self) -> Floats:
        """Seconds to transfer a prompt cache to another replica, each GPU over its PCI Express, or its link if it has none."""
        outside = np.array([board.outside_bytes_per_s or board.link_bytes_per_s for board in self.chosen])[self.board]
        moved = self._cache_bytes(np.full(len(self.tensor), self.work.long.prompt))
        return np.where(outside > 0, moved / np.maximum(outside, 1.0), np.inf)

    def waiting_s(self, at: float) -> Floats:
        """Seconds that a prompt waits for others, in `at` of all cases no longer."""
        prompt, long = self.prompt_s(), self.work.long
        if self.work.apart:
            rate = self._rate() * self.replicas / np.maximum(self.fillers, 1) / self.groups
            return prompt_wait(rate, prompt + self._lone_step_s(), long.variation, at)
        wait = prompt_wait(self._rate() / self.groups, prompt, long.variation, at)
        return wait + (prompt * (long.prompt_p95 / long.prompt - 1) if at > 0.5 else 0.0)


def held_columns(work: ServingWorkload, chosen: Sequence[Board], table: NDArray[np.int64]) -> Floats:
    """Bytes of weights on the fullest GPU for each split of a replica, as held by the program's kernels and as loaded.

    Args:
        table: index of the board among those chosen, GPUs of a group, groups and stages, one row per split.
    """
    stored = work.form.stored(work.model)
    any_of_it = [layout for layout in work.engine.weight_layouts if any(layout.holds(part) for part in stored)]
    in_ram = bool(work.engine.table_source)
    layouts = [
        (
            tuple(candidate for candidate in any_of_it if candidate.is_for(board.maker_key, board.capability)),
            table_place(in_ram=in_ram, one_memory=board.memory is MemoryKind.UNIFIED),
            work.engine.copies_on(board.maker_key),
        )
        for board in chosen
    ]
    kinds = {layout: at for at, layout in enumerate(dict.fromkeys(layouts))}
    kind_table = table.copy()
    kind_table[:, 0] = np.array([kinds[layout] for layout in layouts])[table[:, 0]]
    distinct_rows, places = np.unique(kind_table, axis=0, return_inverse=True)
    possible = list(kinds)
    split_bytes = []
    for kind, tensor, groups, pipeline in distinct_rows.tolist():
        stages = work.engine.stage_layers(work.model.layers, pipeline)
        split = Split(tensor, pipeline, tensor * groups if groups > 1 else 0, stages)
        engine = work.engine
        rules = engine.build_rules, engine.wide_tensors
        split_bytes.append(_held_by_split(work.model, work.form, split, *possible[kind], engine.position_bytes, *rules))
    return np.array(split_bytes)[places.reshape(-1)]


@lru_cache(maxsize=1024)
def _held_by_split(
    model: Architecture,
    form: WeightFormat,
    split: Split,
    layouts: tuple[WeightLayout, ...],
    place: TablePlace,
    copies_rule: LatentCopies | None,
    position_bytes: float,
    build_rules: tuple[BuildRule, ...],
    wide: tuple[WideTensors, ...],
) -> float:
    """Bytes of weights on the fullest GPU. Kept: every change of a question and every step of the search for its limits needs it again."""
    on_gpus, stored = placed(model, form.stored(model), place)
    stored = built(on_gpus, form, split, stored, build_rules, wide).usual
    held = held_bytes(on_gpus, split, stored, layouts)
    return held.value + added_bytes(on_gpus, split, stored, position_bytes, held.layout, copies_rule).value


def padding_here(work: ServingWorkload, served: ServedModel, board: Board) -> Padding | None:
    """Padding of the rows of each expert on a board; None if there is none.

    It is taken from the requested release, else from the measured one, else from the one that launch files start.
    """
    engine, known = work.engine, serving_calibrations().step
    called = work.model.name, board.key, engine.key, work.form.key
    if not engine.release and called in known.exactly:
        return padding_measured(engine.key, served, board) if called in known.padded else None
    return padding_of(engine.key, release_shown(engine), served, board)


def _ahead_here(work: ServingWorkload, board: Board) -> list[float]:
    """The share of prompts processed before a first token, by GPUs of a layer: of the requested release, else as `padding_here`."""
    engine, known = work.engine, serving_calibrations().first
    called = work.model.name, board.key, engine.key, work.form.key
    if not engine.release and called in known.ahead:
        return [known.ahead.get((*called, tensor), known.ahead[called]) for tensor in TENSORS]
    return [prompts_ahead(engine.key, release_shown(engine))] * len(TENSORS)


def as_measured(work: ServingWorkload) -> bool:
    """No measurement here covers guessed tokens, prompts that are in the cache, or prompts worked through elsewhere."""
    return work.speculation is None and work.prefix is None and not work.apart


def draft_bytes(work: ServingWorkload, tensor: NDArray[np.int64], expert: NDArray[np.int64]) -> Floats:
    """Bytes of one GPU for what guesses tokens: a draft's weights, or those of an MTP layer.

    Args:
        expert: GPUs that share the experts of a layer of the model, which a draft does not follow.
    """
    guess = work.speculation
    assert guess is not None  # noqa: S101 - narrows the type
    if guess.draft is None:
        return mtp_bytes(work.model, work.form, tensor, expert)
    counts, places = np.unique(tensor, return_inverse=True)
    sizes = np.array([draft_cases(work, guess.draft, int(count))[0] for count in counts])
    columns: Floats = sizes[places.reshape(-1)]
    return columns


def draft_cases(work: ServingWorkload, draft: Architecture, tensor: int) -> list[float]:
    """Bytes of the weights of a draft on one GPU as the engine builds them: the usual case first, then those that releases leave open."""
    cases = work.engine.built(draft, work.form, Split(tensor), work.form.stored(draft))
    return [max(stage_weights(draft, Split(tensor), case)) for case in (cases.usual, *cases.others)]


def _draft_cache_bytes(work: ServingWorkload, tensor: NDArray[np.int64], pipeline: NDArray[np.int64], context: Floats) -> Floats:
    guess = work.speculation
    assert guess is not None  # noqa: S101 - narrows the type
    assert guess.draft is not None  # noqa: S101 - narrows the type
    drawn = served_model(guess.draft, work.form)
    caches = laid_out(guess.draft, work.engine.cache_layout, work.kv_bytes)
    return drawn.cache_bytes(
        tensor, np.ones_like(pipeline), context, work.kv_bytes, work.engine.block_tokens, work.engine.window_tokens, caches
    )
