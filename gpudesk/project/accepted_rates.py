"""The lower rates that a project accepts for the links of stages of its networks, each with its reason: rows of the table `setting`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gpudesk.core.messages.foreign import kept_json
from gpudesk.project.snapshot import Snapshot, made_from

PREFIX = "accepted_rate."
"""Prefix of the keys of these settings; the id of the stage follows."""
_MOST_DIGITS = 18
"""Of an id."""
MOST_GBPS = 100_000
"""No link is so fast."""


@dataclass(frozen=True, slots=True)
class AcceptedRate:
    """The rate that links of a stage have at least where their ports give no more, and why that is accepted.

    Attributes:
        gbps: Gb/s.
        reason: why, with its source, without a full stop.
    """

    gbps: int
    reason: str


def accepted_key(stage_id: int) -> str:
    """The key of the setting of a stage."""
    return f"{PREFIX}{stage_id}"


def accepted_value(accepted: AcceptedRate) -> str:
    """The value of the setting."""
    return json.dumps({"gbps": accepted.gbps, "reason": accepted.reason}, ensure_ascii=False)


@made_from({"setting": (), "network_stage": ()}, settings=(PREFIX,))
def accepted_rates(snapshot: Snapshot) -> Mapping[int, AcceptedRate]:
    """Id of a stage → its accepted rate, by id (use `snapshot.cached(accepted_rates)`).

    Invalid values of other programs, and those for deleted stages, are skipped.
    """
    settings, stages = snapshot["setting"], set(snapshot["network_stage"].ids.tolist())
    rate_of_stage: dict[int, AcceptedRate] = {}
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        number = key.removeprefix(PREFIX)
        if (
            not key.startswith(PREFIX)
            or not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS)
            or int(number) not in stages
        ):
            continue
        accepted = read_accepted(text)
        if accepted is not None:
            rate_of_stage[int(number)] = accepted
    return MappingProxyType(dict(sorted(rate_of_stage.items())))


def read_accepted(text: str) -> AcceptedRate | None:
    """The value of a setting, None if invalid."""
    try:
        body = kept_json(text)
    except ValueError:
        return None
    gbps, reason = (body.get("gbps"), body.get("reason")) if isinstance(body, dict) else (None, None)
    if type(gbps) is not int or not 1 <= gbps <= MOST_GBPS or not isinstance(reason, str) or not reason.strip():
        return None
    return AcceptedRate(gbps, reason)
