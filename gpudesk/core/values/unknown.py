"""Unknown real numbers, stored as NaN."""

import numpy as np
from numpy.typing import NDArray


def filled(values: NDArray[np.float64], default: float = 0.0) -> NDArray[np.float64]:
    """The values, with `default` where they are not known: as `np.nan_to_num` for finite ones, which takes ten times as long for a few."""
    return np.where(np.isnan(values), default, values)
