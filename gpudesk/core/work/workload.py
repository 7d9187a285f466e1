"""Workloads of a project: what is done with the GPUs, and how much of it in each hour of a day."""

import json
from collections.abc import Sequence
from enum import StrEnum

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

HOURS = 24
ALWAYS = (100,) * HOURS
"""All of what is asked in every hour."""


class Task(StrEnum):
    """What is done with a model."""

    SERVE = "serve"
    TRAIN = "train"
    FINETUNE = "finetune"


def demand_text(percent: Sequence[int] | None) -> str:
    """The demand of a day as it is stored: percentages of what is asked; "" for all of it always.

    Raises:
        Refused: there are not 24 whole numbers from 0 to 100, or all of them are 0.
    """
    if percent is None or (len(percent) == HOURS and all(type(each) is int and each == ALWAYS[0] for each in percent)):
        return ""
    if len(percent) != HOURS or not all(type(each) is int and 0 <= each <= 100 for each in percent) or not any(percent):
        text = QT_TRANSLATE_NOOP("workload", "Daily demand must be {count} whole numbers from 0 to 100, at least one above 0.")
        raise Refused(Message("workload", text, {"count": HOURS}))
    return json.dumps(list(percent), separators=(",", ":"))


def demand_from(text: str) -> tuple[int, ...]:
    """The demand of a day from what is stored, 24 percentages; all of it always where that makes no sense."""
    try:
        found = tuple(json.loads(text)) if text and len(text) < HOURS * 5 else ALWAYS
        return found if demand_text(found) == text or not text else ALWAYS
    except (ValueError, TypeError, Refused, RecursionError):
        return ALWAYS
