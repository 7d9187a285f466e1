"""Cost of one GPU of a kind with its share of a system, and the power that a site must provide for it."""

from collections.abc import Sequence
from functools import cache
from statistics import median

from gpudesk.catalog.cost_inputs import CostInputs
from gpudesk.catalog.cost_tables import SystemPrices
from gpudesk.catalog.gpu_prices import cloud_prices, gpu_price, systems_by_gpu
from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.figure import CONTEXT, Figure
from gpudesk.core.cost.result import CostRates, Ends, ResultCost, cost_rates, result_cost
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.sizing.gpus.boards import Board, boards


class Costing:
    """How plans are costed.

    Attributes:
        inputs: user values that override the tables; prices are in its currency.
        assumed: assumptions of the resulting account.
    """

    def __init__(self, inputs: CostInputs | None = None) -> None:
        self.inputs = CostInputs() if inputs is None else inputs
        self.assumed: Assumptions = self.inputs.assumptions()
        self._of_one: dict[str, Owned] = {}
        self._rates: dict[tuple[str, ...], CostRates] = {}

    def of_one(self, board: Board) -> Owned:
        """The account of one GPU of that kind."""
        if board.part_of and board.key not in self._of_one:
            whole = self.of_one(boards()[board.part_of])
            price = None if whole.price is None else whole.price.times(board.part)
            self._of_one[board.key] = Owned(1.0, price, whole.reserved_kw.times(board.part))
        if board.key not in self._of_one:
            tables = self.inputs.tables.systems
            price = gpu_price(board.key, tables)
            self._of_one[board.key] = Owned(1.0, None if price is None else self.inputs.money(price), _kilowatts(board, tables))
        return self._of_one[board.key]

    def of_plan(self, board: Board, gpus: int) -> Owned:
        """The cost account of this number of GPUs of that kind."""
        one = self.of_one(board)
        warnings: tuple[Message, ...] = ()
        if (board.part_of or board.key) not in systems_by_gpu() and one.price is not None:
            text = QT_TRANSLATE_NOOP(
                "cost", "The catalog has no system with this GPU: the price and power added by a system are estimates."
            )
            warnings = (Message(CONTEXT, text),)
        return Owned(float(gpus), None if one.price is None else one.price.times(gpus), one.reserved_kw.times(gpus), None, warnings)

    def rates(self, chosen: Sequence[Board]) -> CostRates:
        """Cost rates of several kinds, as a search needs them."""
        keys = tuple(board.key for board in chosen)
        if keys not in self._rates:
            self._rates[keys] = cost_rates([self.of_one(board) for board in chosen], self.assumed)
        return self._rates[keys]

    def rented(self, board: Board) -> Figure | None:
        """Hourly price of this GPU in a cloud; None if unknown."""
        if "cloud_price" in self.inputs.said:
            return self.inputs.figure("cloud_price")
        offers = cloud_prices(board.part_of or board.key, self.inputs.tables)
        return self.inputs.money(offers[0].per_gpu_hour).times(board.part if board.part_of else 1.0) if offers else None

    def of_results(self, board: Board, gpus: int, tokens_per_s: Ends, *, at_all_hours: bool = False) -> ResultCost:
        """Cost of a plan with this number of tokens per second while in use, or at all hours."""
        owned = self.of_plan(board, gpus)
        return result_cost(owned, yearly_cost(owned, self.assumed), self.assumed, tokens_per_s, at_all_hours=at_all_hours)


@cache
def usual_costing() -> Costing:
    """By the tables alone."""
    return Costing()


def _kilowatts(board: Board, tables: SystemPrices) -> Figure:
    """The greatest power of a system for each of its GPUs: of those in the catalog, else from the power of the board."""
    shares = [
        watts / kind.gpu_count / 1000
        for kind in systems_by_gpu().get(board.key, ())
        if (watts := kind.number("power_max_w")) is not None and kind.gpu_count
    ]
    if shares:
        named = ", ".join(kind.title for kind in systems_by_gpu()[board.key][:3])
        return Figure(median(shares), min(shares), max(shares), f"{named}: maximum power", Confidence.SECONDARY)
    share = tables.power_share
    alone = (board.power_w or 0.0) / 1000
    return Figure(alone / share.value, alone / share.high, alone / share.low, share.source, share.confidence)
