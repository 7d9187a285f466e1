"""Workloads of a project: the use of the GPUs, and the demand in each hour of a day."""

import json
from collections.abc import Sequence
from enum import StrEnum

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

HOURS = 24
ALWAYS = (100,) * HOURS
"""Full demand in every hour."""


class Task(StrEnum):
    """Task of a model."""

    SERVE = "serve"
    TRAIN = "train"
    FINETUNE = "finetune"


def demand_text(percent: Sequence[int] | None) -> str:
    """The daily demand as stored: percentages of the requested load; "" for full demand in every hour.

    Raises:
        Refused: the values are not 24 integers from 0 to 100, or all of them are 0.
    """
    if percent is None or (
        len(percent) == HOURS and all(type(hour_percent) is int and hour_percent == ALWAYS[0] for hour_percent in percent)
    ):
        return ""
    if (
        len(percent) != HOURS
        or not all(type(hour_percent) is int and 0 <= hour_percent <= 100 for hour_percent in percent)
        or not any(percent)
    ):
        text = QT_TRANSLATE_NOOP("workload", "Daily demand must be {count} whole numbers from 0 to 100, at least one above 0.")
        raise Refused(Message("workload", text, {"count": HOURS}))
    return json.dumps(list(percent), separators=(",", ":"))


def demand_from(text: str) -> tuple[int, ...]:
    """The daily demand from the stored text, 24 percentages; full demand in every hour if it is invalid."""
    try:
        demand = tuple(json.loads(text)) if text and len(text) < HOURS * 5 else ALWAYS
        return demand if demand_text(demand) == text or not text else ALWAYS
    except (ValueError, TypeError, Refused, RecursionError):
        return ALWAYS
