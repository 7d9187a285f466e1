"""Audit of the rules of thumb in users' texts against our estimate: their tables row by row, and each rule next to a plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Term, exact
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.work.rules_of_thumb import (
    GB,
    GIB,
    LEFT_OUT,
    Beside,
    TrainingCount,
    TrainingRule,
    activation_count,
    as_rule,
    cache_count,
    fewest,
    four_bit_gib,
    head_width,
    largest_billions,
    message,
    training_beside,
)
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans

CONTEXT = 4096
"""Tokens of the one sequence used to assess a row of the model table, half of them requested."""
_FORMATS = {"fp16": "fp16", "four_bit": "q4_k_m", "least": "q4_k_m"}
_ABSURD = 2.0
"""If memory and GPU of a row differ by more than this factor, the row cannot be meaningful."""
_FILLED = 0.9
"""Of a board's usable memory, what weights may take where the rest is not counted."""
_TIGHT = 0.95
"""Filled so far, a board that also drives a screen may have too little left."""


def _table(name: str) -> Any:
    import yaml

    with resource("rules_of_thumb", name).open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


@dataclass(frozen=True, slots=True)
class MemoryRules:
    """The rules on memory.

    Attributes:
        training_times: how many times the memory of inference training takes.
        four_bit_bytes: of a parameter.
        frozen_bytes: of a parameter that is not trained, by format.
    """

    fp16: TrainingRule
    fp32: TrainingRule
    training_times: tuple[float, float]
    four_bit_bytes: float
    counted: tuple[TrainingCount, ...]
    frozen_bytes: Mapping[str, float]
    source: str


@cache
def memory_rules() -> MemoryRules:
    """The rules on memory, as the texts have them."""
    body = _table("memory.yaml")
    return MemoryRules(
        fp16=TrainingRule(**body["fp16"]),
        fp32=TrainingRule(**body["fp32"]),
        training_times=(float(body["training_times"][0]), float(body["training_times"][1])),
        four_bit_bytes=float(body["four_bit_bytes"]),
        counted=tuple(
            TrainingCount(row["key"], row["weights"], row["gradients"], row["master"], row["moments"], row["source"])
            for row in body["counted"]
        ),
        frozen_bytes={key: float(row["bytes"]) for key, row in body["frozen"].items()},
        source=body["source"],
    )


class Verdict(StrEnum):
    """What becomes of a row."""

    FITS = "fits"
    REFUSED = "does not fit"
    NONSENSE = "nonsense"


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A row of the model table.

    Attributes:
        billions: nominal parameters, 0 if not specified.
        rule: basis of its memory: "fp16", "four_bit", or "least" for a bound without a formula.
        said: the recommendation, in short.
    """

    name: str
    billions: float
    stated_gb: float
    rule: str
    model: str
    form: str
    task: str
    said: str
    gpu: str
    gpus: int

    @property
    def by_rule(self) -> float | None:
        """The memory by the rule, in the unit of the row; None if it has no formula."""
        rules = memory_rules()
        if self.rule == "four_bit":
            return four_bit_gib(self.billions * 1e9, rules.four_bit_bytes)
        return rules.fp16.gigabytes(self.billions * 1e9)[0] if self.rule == "fp16" else None


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row and its verdict.

    Attributes:
        needed_gib: of the fullest GPU, or the total for training; 0 without a model.
        usable_gib: of one recommended GPU, or of all of them for training.
    """

    row: ModelRow
    verdict: Verdict
    needed_gib: float
    usable_gib: float
    why: Message


@cache
def model_rows() -> tuple[ModelRow, ...]:
    """The twelve rows of the table of models."""
    return tuple(
        ModelRow(
            name=row["name"],
            billions=float(row.get("billions", 0)),
            stated_gb=float(row["stated_gb"]),
            rule=row["rule"],
            model=row.get("model", ""),
            form=row.get("format", _FORMATS[row["rule"]]),
            task=row["task"],
            said=row["said"],
            gpu=row["gpu"],
            gpus=int(row["gpus"]),
        )
        for row in _table("models.yaml")["rows"]
    )


def judged(row: ModelRow) -> JudgedRow:
    """A row assessed with our estimate of one sequence of 4,096 tokens, or of training.

    A row is nonsense if it names no model or requires more than twice the memory of its GPUs.
    """
    board = boards()[row.gpu]
    if not row.model:
        text = QT_TRANSLATE_NOOP("rules", "This model does not exist: Llama 3.3 was published only with 70 billion parameters.")
        return JudgedRow(row, Verdict.NONSENSE, 0.0, board.usable_gib, message(text))
    if row.task == "training":
        return _judged_training(row, board)
    plan = _smallest(row, board)
    needed = plan.needed.value
    if row.stated_gb > _ABSURD * row.gpus * board.memory_gib * GIB / GB:
        text = QT_TRANSLATE_NOOP("rules", "{stated} GB is stated for a GPU with {memory} GiB.")
        why = message(text, stated=row.stated_gb, memory=board.memory_gib)
        return JudgedRow(row, Verdict.NONSENSE, needed, plan.usable_gib, why)
    values: dict[str, str | float] = {
        "needed": round(needed, 1),
        "usable": round(plan.usable_gib, 1),
        "format": weight_format(row.form).title,
    }
    if plan.fits:
        text = QT_TRANSLATE_NOOP("rules", "{format}: {needed} of {usable} GiB per GPU.")
        if needed > _TIGHT * plan.usable_gib:
            text = QT_TRANSLATE_NOOP("rules", "{format}: {needed} of {usable} GiB per GPU, if nothing else uses the GPU.")
        return JudgedRow(row, Verdict.FITS, needed, plan.usable_gib, message(text, **values))
    text = QT_TRANSLATE_NOOP("rules", "{format}: {needed} GiB per GPU required, {usable} usable.")
    return JudgedRow(row, Verdict.REFUSED, needed, plan.usable_gib, message(text, **values))


def _smallest(row: ModelRow, board: Board) -> ServingPlan:
    """The row's GPUs with one sequence: with the memory a program requires at minimum, not what it reserves for many."""
    engine = engines()["transformers"]
    work = ServingWorkload(
        model=find_model(row.model).architecture,
        form=weight_format(row.form),
        kv_bytes=2.0,
        prompt=CONTEXT // 2,
        answer=CONTEXT // 2,
        concurrency=1,
        engine=engine,
        utilisation=engine.utilisation,
    )
    (plan,) = serving_plans(work, [board], row.gpus)
    return plan


def _judged_training(row: ModelRow, board: Board) -> JudgedRow:
    parameters = find_model(row.model).architecture.parameters
    least = min(training_count.total for training_count in memory_rules().counted)
    needed, usable = parameters * least / GIB, row.gpus * board.usable_gib
    text = QT_TRANSLATE_NOOP(
        "rules", "The weights alone require {weights} GB at 16 bits, and training requires {needed} GB; {stated} is stated."
    )
    why = message(text, weights=round(parameters * 2 / GB), needed=round(parameters * least / GB), stated=row.stated_gb)
    verdict = Verdict.FITS if needed <= usable else Verdict.REFUSED if needed <= _ABSURD * usable else Verdict.NONSENSE
    return JudgedRow(row, verdict, needed, usable, why)


@dataclass(frozen=True, slots=True)
class WorkloadRow:
    """A row of the table of GPUs by workload: the model size in billions of parameters, and the recommended GPUs."""

    key: str
    task: str
    over: float
    below: float
    several: bool
    gpus: tuple[str, ...]

    def covers(self, task: str, billions: float) -> bool:
        """Whether the row covers this workload."""
        return self.task == task and self.over <= billions < self.below


@dataclass(frozen=True, slots=True)
class Capacity:
    """Model capacity of one GPU, in billions of parameters, at nine tenths of its usable memory.

    Attributes:
        by_format: billions by task: "16-bit" and "4-bit" for inference, "full", "adapters 16-bit", "adapters 4-bit" for training.
        gpus_for: GPUs that hold the training states of 7 and of 70 billion parameters.
    """

    board: Board
    by_format: dict[str, float]
    gpus_for: dict[int, int]


@cache
def workload_rows() -> tuple[WorkloadRow, ...]:
    """The seven rows of the table of GPUs by workload."""
    return tuple(
        WorkloadRow(
            key=row["key"],
            task=row["task"],
            over=float(row.get("over", 0)),
            below=float(row.get("below", "inf")),
            several=bool(row.get("several", False)),
            gpus=tuple(row["gpus"]),
        )
        for row in _table("workloads.yaml")["rows"]
    )


def capacities(row: WorkloadRow) -> list[Capacity]:
    """Actual capacity of the GPUs of a row, which depends on the format and the fine-tuning method."""
    rules = memory_rules()
    full = min(training_count.total for training_count in rules.counted)
    gpu_capacities = []
    for key in row.gpus:
        board = boards()[key]
        room = board.usable_gib * _FILLED
        ways = dict(rules.frozen_bytes)
        if row.task == "fine_tuning":
            ways = {"full": full, **{f"adapters {name}": parameter_bytes for name, parameter_bytes in rules.frozen_bytes.items()}}
        elif row.task == "training":
            ways = {"full": full}
        by_format = {name: largest_billions(room, parameter_bytes) for name, parameter_bytes in ways.items()}
        gpus_for = {} if row.task == "inference" else {size: fewest(size * 1e9, full, room) for size in (7, 70)}
        gpu_capacities.append(Capacity(board, by_format, gpus_for))
    return gpu_capacities


def rules_beside(plan: ServingPlan) -> list[Beside]:
    """The rules of thumb that apply to a plan, each next to the calculated figure; none is part of the plan's totals."""
    rules, model, work = memory_rules(), plan.work.model, plan.work
    weights = weight_bytes(model, work.form)
    title = message(QT_TRANSLATE_NOOP("rules", "Weights of the whole model"))
    stored = exact("weights", title, weights / GB, "GB", None, work.form.source)
    formula = message(QT_TRANSLATE_NOOP("rules", "{parameters} parameters × {bytes} bytes"), parameters=model.parameters, bytes=2)
    comparisons = [
        Beside(
            as_rule("weights", title, rules.fp16.weights * model.parameters / GB, "GB", formula, rules.source), stored, LEFT_OUT["weights"]
        )
    ]
    if work.form.bits < 6:
        formula = message(QT_TRANSLATE_NOOP("rules", "{parameters} parameters × half a byte"), parameters=model.parameters)
        in_gib = exact("four_bit", title, weights / GIB, "GiB", None, work.form.source)
        rule = as_rule("four_bit", title, four_bit_gib(model.parameters, rules.four_bit_bytes), "GiB", formula, rules.source)
        comparisons.append(Beside(rule, in_gib, LEFT_OUT["four_bit"]))
    tokens = work.prompt + work.answer
    title = message(QT_TRANSLATE_NOOP("rules", "KV cache"))
    formula = message(QT_TRANSLATE_NOOP("rules", "2 × layers × batch × sequence × head dimension"))
    count = cache_count(model.layers, work.concurrency, tokens, head_width(model))
    comparisons.append(Beside(as_rule("cache", title, count, "", formula, rules.source), _of(plan, "cache"), LEFT_OUT["cache"]))
    title = message(QT_TRANSLATE_NOOP("rules", "Activations"))
    formula = message(QT_TRANSLATE_NOOP("rules", "batch × sequence × hidden²"))
    count = activation_count(work.concurrency, tokens, model.hidden)
    comparisons.append(
        Beside(as_rule("activations", title, count, "", formula, rules.source), _of(plan, "activations"), LEFT_OUT["activations"])
    )
    comparisons.append(training_beside(model, rules.fp16, rules.counted, rules.source))
    return comparisons


def _of(plan: ServingPlan, name: str) -> Term | None:
    return next((term for term in plan.needed.terms if term.name == name), None)


def named_for(plan: ServingPlan) -> tuple[WorkloadRow, bool] | None:
    """The row of the table of GPUs by workload for serving such a model, and whether it names the plan's GPU."""
    billions = plan.work.model.parameters / 1e9
    for row in workload_rows():
        if row.covers("inference", billions):
            return row, plan.board.key in row.gpus
    return None
