"""Tables for training programs and the systems that they run on (`resources/sizing/training_steps.yaml`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.training.training_speed import TERMS, TrainingBoards
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board

_CONTEXT = "sizing"
_LATE_CAPABILITY = 9.0
_BITS = 8


@dataclass(frozen=True, slots=True)
class Recipe:
    """A program, and the kind of model, whose measured steps constants are fitted to.

    Attributes:
        experts: whether for models with experts.
    """

    key: str
    program: str
    experts: bool
    title: str
    title_es: str


@dataclass(frozen=True, slots=True)
class Host:
    """The systems that contain the boards.

    Attributes:
        domain: GPUs that communicate over the links of one system.
        network_gbps: the share of one GPU.
    """

    domain: int
    network_gbps: float
    confidence: str
    source: str


@cache
def _table() -> Any:
    import yaml

    with resource("sizing", "training_steps.yaml").open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


@cache
def recipes() -> Mapping[str, Recipe]:
    """Every recipe by its key."""
    return {
        row["key"]: Recipe(row["key"], row["program"], bool(row["experts"]), row["title"], row["title_es"]) for row in _table()["recipes"]
    }


@cache
def training_formats() -> Mapping[str, str]:
    """The arithmetic of a board that each format of training takes."""
    return {row["key"]: row["arithmetic"] for row in _table()["formats"]}


@cache
def expected_constants() -> NDArray[np.float64]:
    """Prior values of the constants of all terms, before fitting."""
    return np.array([float(_table()["expected"][name]["value"]) for name in TERMS])


def products_slower(board: Board) -> float:
    """Factor by which products take longer on a board than on the measured ones, relative to its dense rate; 1 if unknown."""
    table = _table()["reached"]
    own = table["boards"].get(board.key)
    return 1.0 if own is None else float(table["usual"]["share"]) / float(own["share"])


@cache
def hosts() -> Mapping[str, Host]:
    """The usual system of a board, by its key; "" for boards that are not listed."""
    by_gpu = {row["gpu"]: _host(row) for row in _table()["hosts"]}
    return by_gpu | {"": _host(_table()["other_host"])}


def _host(row: Mapping[str, Any]) -> Host:
    return Host(int(row["domain"]), float(row["network_gbps"]), row["confidence"], row["source"])


def host_of(board: Board) -> Host:
    """The usual system of a board."""
    return hosts().get(board.key, hosts()[""])


def training_rate(board: Board, form: str) -> float:
    """Dense products a second of a board in a format of training.

    Raises:
        InvalidData: there is no such format, or the board lacks its arithmetic.
    """
    arithmetic = training_formats().get(form)
    if arithmetic is None:
        text = QT_TRANSLATE_NOOP("sizing", "Unknown training format {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": form, "keys": tuple(training_formats())}))
    if arithmetic not in board.rates:
        text = QT_TRANSLATE_NOOP("sizing", "{gpu} has no {format} compute, or its rate is not known.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose bf16.")
        raise InvalidData(Message(_CONTEXT, text, {"gpu": board.title, "format": form}), Message(_CONTEXT, fix))
    return board.rates[arithmetic]


def training_boards(chosen: Sequence[Board], forms: Sequence[str], systems: Sequence[Host] | None = None) -> TrainingBoards:
    """Capabilities of the boards of plans, one board and one format per plan.

    Args:
        systems: those that contain the boards; the usual ones unless given.

    Raises:
        InvalidData: a board does not compute in its format.
    """
    # Plans are many and boards are few: each kind is looked up once.
    kinds: dict[tuple[str, str, Host | None], int] = {}
    plan_hosts = [None] * len(chosen) if systems is None else systems
    plans = zip(chosen, forms, plan_hosts, strict=True)
    at = np.array([kinds.setdefault((board.key, form, host), len(kinds)) for board, form, host in plans], dtype=np.int64)
    by_key = {board.key: board for board in chosen}
    able = [by_key[key] for key, _, _ in kinds]
    stand_in = [host or host_of(board) for board, (_, _, host) in zip(able, kinds, strict=True)]
    rates = [training_rate(board, form) for board, (_, form, _) in zip(able, kinds, strict=True)]
    return TrainingBoards(
        flops_per_s=np.array(rates)[at],
        flops_16_per_s=np.array([board.rates.get("fp16", 0.0) for board in able])[at],
        bytes_per_s=np.array([board.bytes_per_s for board in able])[at],
        link_bytes_per_s=np.array([max(board.link_bytes_per_s, 1.0) for board in able])[at],
        network_bytes_per_s=np.array([host.network_gbps * 1e9 / _BITS for host in stand_in])[at],
        domain=np.array([host.domain for host in stand_in], dtype=np.int64)[at],
        late=np.array([not 0 < board.capability < _LATE_CAPABILITY for board in able])[at],
    )
