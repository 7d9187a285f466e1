"""The caches of a model as an engine lays them out on each board of a search, for each number of GPUs that share a layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import Cache
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving_work import ServingWorkload

Floats = NDArray[np.float64]
_MOST_TENSOR = 1024
"""More GPUs share no layer."""


@dataclass(frozen=True, slots=True)
class SplitCaches:
    """Layouts of the caches.

    Attributes:
        places: caches, with the boards (their index times `_MOST_TENSOR`) and the GPUs of a layer added to it for which they hold.
    """

    places: Mapping[tuple[Cache, ...], NDArray[np.int64]]

    @property
    def layouts(self) -> tuple[tuple[Cache, ...], ...]:
        return tuple(self.places)

    def chosen(self, board: NDArray[np.int64], tensor: NDArray[np.int64], columns: Sequence[Floats]) -> Floats:
        """Of one column for each layout the value of the one that holds for each plan."""
        if not columns:
            return np.zeros(len(board))
        if len(columns) == 1:
            return columns[0]
        plan_places = board * _MOST_TENSOR + tensor
        values: Floats = np.select([np.isin(plan_places, own) for own in self.places.values()], columns)
        return values


def split_caches(work: ServingWorkload, chosen: Sequence[Board], table: NDArray[np.int64]) -> SplitCaches:
    """The layouts for all splits of a search.

    Args:
        table: index of the board among those chosen, GPUs of a group, groups and stages, one row per split.
    """
    places: dict[tuple[Cache, ...], list[int]] = {}
    layouts = [work.engine.cache_layout.on(board.capability) for board in chosen]
    for board, tensor in dict.fromkeys(zip(table[:, 0].tolist(), table[:, 1].tolist(), strict=True)):
        cut = tensor if layouts[board].is_cut_by_tensor(work.model) else 1
        caches = laid_out(work.model, layouts[board], work.kv_bytes, tensor=cut)
        places.setdefault(caches, []).append(board * _MOST_TENSOR + tensor)
    return SplitCaches({caches: np.array(own, dtype=np.int64) for caches, own in places.items()})
