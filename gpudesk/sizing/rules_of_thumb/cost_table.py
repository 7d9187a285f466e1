"""The table of our users' texts on performance for money, held against dense rates: who leads before and after."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gpudesk.core.estimates.estimate import Kind, Term
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards

_CONTEXT = "rules"
_TERA, _GIGA = 1e12, 1e9


@dataclass(frozen=True, slots=True)
class CostRow:
    """One row.

    Attributes:
        said_tflops, said_gb_per_s: values from the text. sparse: whether the former counts skipped zeros.
        tflops, gb_per_s: dense 16-bit products and bandwidth, by the catalog.
        rank_said, rank_dense, rank_bytes: rank by value per dollar, 1 is best: by the text's products, by dense ones, by bandwidth.
        score: the text's own term.
    """

    board: Board
    usd_per_hour: float
    said_tflops: float
    said_gb_per_s: float
    sparse: bool
    score: str
    tflops: float
    gb_per_s: float
    rank_said: int = 0
    rank_dense: int = 0
    rank_bytes: int = 0

    @property
    def said_per_dollar(self) -> float:
        """TFLOP/s for a dollar an hour, as the text counts."""
        return self.said_tflops / self.usd_per_hour

    @property
    def dense_per_dollar(self) -> float:
        return self.tflops / self.usd_per_hour

    @property
    def bytes_per_dollar(self) -> float:
        """GB/s for a dollar an hour: what decides the generation of tokens."""
        return self.gb_per_s / self.usd_per_hour

    def as_term(self) -> Term:
        """The text's figure as a labeled rule of thumb, with its omissions."""
        text = QT_TRANSLATE_NOOP(
            "rules",
            "{tflops} TFLOP/s ÷ {price} $/h. Omits memory, bandwidth and idle hours; the text mixes sparse and dense rates.",
        )
        words = Message(_CONTEXT, text, {"tflops": self.said_tflops, "price": self.usd_per_hour})
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("rules", "Operations per dollar"))
        value = self.said_per_dollar
        return Term("products_per_dollar", title, value, value, value, "TFLOP/s per $/h", Kind.RULE, words, cost_table_source())


def _body() -> dict[str, Any]:
    import yaml

    with resource("rules_of_thumb", "costs.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


@cache
def cost_table_source() -> str:
    """Source of the table."""
    return str(_body()["source"])


@cache
def cost_table() -> tuple[CostRow, ...]:
    """The rows in the order of the text, each with its three ranks."""
    body = _body()
    sparse, rows = body["sparse"], body["rows"]
    plain = []
    for row in rows:
        board = boards()[row["gpu"]]
        plain.append(
            CostRow(
                board,
                float(row["usd_per_hour"]),
                float(row["tflops"]),
                float(row["gb_per_s"]),
                row["gpu"] in sparse,
                row["score"],
                board.rates["fp16"] / _TERA,
                board.bytes_per_s / _GIGA,
            )
        )
    said_ranks = _ranks([row.said_per_dollar for row in plain])
    dense = _ranks([row.dense_per_dollar for row in plain])
    read = _ranks([row.bytes_per_dollar for row in plain])
    return tuple(replace(row, rank_said=said_ranks[at], rank_dense=dense[at], rank_bytes=read[at]) for at, row in enumerate(plain))


def _ranks(values: list[float]) -> list[int]:
    order = sorted(values, reverse=True)
    return [order.index(value) + 1 for value in values]
