"""Which cables end at some devices, and which of them lie in one jacket with others."""

import numpy as np

from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids


def cables_at(cables: Columns, device_ids: Ids) -> Ids:
    """The places of the cables that end at some devices, ascending."""
    if not len(device_ids):
        return np.zeros(0, np.int64)
    cable_places: Ids = distinct_ids(*(cables.among(f"{side}_device_id", device_ids) for side in "ab"))
    return cable_places


def cables_with_mates(cables: Columns, ids: Ids) -> Ids:
    """The ids `ids` with those of all legs that are of one assembly with them, ascending; of cables that do not exist only themselves."""
    places = cables.positions(ids)
    numbers = cables.at("assembly", places[places != ABSENT])
    numbers = numbers[numbers != ABSENT]
    if not len(numbers):
        return distinct_ids(ids)
    return distinct_ids(ids, cables.at("id", cables.among("assembly", distinct_ids(numbers))))
