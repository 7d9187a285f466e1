"""GPU health: evaluated from the newest values, facts and driver reports. This module reads and stores nothing.

Criteria, severities and actions are in `resources/monitor/health.yaml`, numbered errors in `xid.yaml`.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.locate import resource
from gpudesk.monitor.health.clock_reasons import clock_reasons
from gpudesk.monitor.health.xid import Xid, xid_of
from gpudesk.monitor.readings.reading import Event, GpuFacts, Lack

_CONTEXT = "health"
_ORDER = ("error", "warning", "info", "ok")
_RECOVERY = {1: "recovery_reset", 2: "recovery_reboot", 3: "recovery_drain", 4: "recovery_drain_reset", 5: "recovery_imex"}
_TOLD_BY = ("temperature_c", "ecc_uncorrected", "clock_reasons", "remap_failed", "recovery_action")
"""A GPU without any of these cannot be evaluated."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A possible finding on a GPU: name, severity, action.

    Attributes:
        severity: "error", "warning", "info", or "ok".
        source: its basis.
    """

    key: str
    severity: str
    title: str
    title_es: str
    do: str
    do_es: str
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A finding on one GPU, and the figures behind it.

    Attributes:
        named: name and action, in both languages.
        xid: the error number, if the finding is an error.
    """

    key: str
    severity: str
    named: Finding | Xid
    evidence: Message | None = None
    xid: int | None = None


@cache
def _table() -> tuple[Mapping[str, Finding], Mapping[str, float]]:
    import yaml

    with resource("monitor", "health.yaml").open("rb") as file:
        health_table = yaml.load(file, Loader=yaml.CSafeLoader)
    by_key = {row["key"]: Finding(**row) for row in health_table["findings"]}
    return by_key, {key: float(row["value"]) for key, row in health_table["limits"].items()}


def findings() -> Mapping[str, Finding]:
    """Return all possible findings, by key."""
    return _table()[0]


def limits() -> Mapping[str, float]:
    """The limits of the table by their key."""
    return _table()[1]


def judge(
    facts: GpuFacts,
    values: Mapping[str, float],
    lacks: Mapping[str, Lack],
    events: Iterable[Event] = (),
    shares: Mapping[str, float] | None = None,
) -> list[Judgement]:
    """Return the findings on a GPU, most severe first; for a GPU without faults, a finding that states this.

    Args:
        values, lacks: the newest value of each metric, or the reason that it is missing.
        events: driver reports, for any GPU.
        shares: share of time in the last minutes in which clocks were limited, by reason key (`held_shares`); without it
            the counters between the last two readings are used.
    """
    judgements: list[Judgement] = _errors_by_number(facts.uuid, events)
    if not values and Lack.LOST in lacks.values():
        judgements.append(_found("lost"))
    if not values and Lack.SILENT in lacks.values():
        judgements.append(_found("silent"))
    if not values and Lack.FAILED in lacks.values() and not judgements:
        judgements.append(_found("failed"))
    judgements += _memory(values)
    action = int(values.get("recovery_action", 0))
    if action:
        text = QT_TRANSLATE_NOOP("health", "recovery action {number}")
        judgements.append(_found(_RECOVERY.get(action, "recovery_other"), text, number=action))
    judgements += judge_links(facts, values)
    judgements += _held(values, shares)
    if not judgements:
        judgements.append(_found("healthy" if any(key in values for key in _TOLD_BY) else "not_reported"))
    return sorted(judgements, key=lambda judgement: _ORDER.index(judgement.severity))


def worst(judgements: Iterable[Judgement]) -> Judgement | None:
    """The gravest of some judgements, None of none."""
    return min(judgements, key=lambda judgement: _ORDER.index(judgement.severity), default=None)


def _found(key: str, text: str = "", **values: Value) -> Judgement:
    named = findings()[key]
    return Judgement(key, named.severity, named, Message(_CONTEXT, text, values) if text else None)


def _errors_by_number(uuid: str, events: Iterable[Event]) -> list[Judgement]:
    met: dict[int, list[float]] = {}
    for event in events:
        if event.uuid == uuid and event.xid is not None:
            met.setdefault(event.xid, []).append(event.wall_s)
    errors = []
    for code, times_s in met.items():
        named = xid_of(code)
        text = QT_TRANSLATE_NOOP("health", "XID {code}, {times} {times|time|times}, last {at}")
        once = QT_TRANSLATE_NOOP("health", "XID {code}, {at}")
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(max(times_s)))
        message = Message(_CONTEXT, once if len(times_s) == 1 else text, {"code": code, "times": len(times_s), "at": at})
        errors.append(Judgement(f"xid_{code}", named.severity, named, message, code))
    return errors


def _memory(values: Mapping[str, float]) -> list[Judgement]:
    rows = int(values.get("rows_remapped_corrected", 0) + values.get("rows_remapped_uncorrected", 0))
    count = QT_TRANSLATE_NOOP("health", "remapped rows so far: {count}")
    # The failure flag decides whether a board is exchanged, never the count.
    judgements = [_found(key, count, count=rows) for key in ("remap_failed", "remap_pending") if values.get(key)]
    if rows and not judgements:
        judgements.append(_found("rows_remapped", count, count=rows))
    since = QT_TRANSLATE_NOOP("health", "{count} since the driver was loaded")
    judgements += [_found(key, since, count=int(values[key])) for key in ("ecc_uncorrected", "ecc_corrected") if values.get(key)]
    pages = int(values.get("pages_retired", 0))
    if pages:
        key = "pages_retired_many" if pages >= limits()["pages_retired_most"] else "pages_retired"
        judgements.append(_found(key, QT_TRANSLATE_NOOP("health", "pages so far: {count}"), count=pages))
    return judgements


def judge_links(facts: GpuFacts, values: Mapping[str, float]) -> list[Judgement]:
    """Return findings on the NVLinks and the PCI Express link of a GPU, from its newest values."""
    judgements = []
    up, down = int(values.get("nvlinks_up", 0)), int(values.get("nvlinks_down", 0))
    if down:
        text = QT_TRANSLATE_NOOP("health", "{down} of {all} links down")
        judgements.append(_found("nvlinks_down" if up else "nvlinks_none", text, down=down, all=up + down))
    # At rest a board slows its link down to save power: that is no fault.
    if values.get("busy_percent", 0.0) >= limits()["load_percent"]:
        for key, most, text in (
            ("pcie_width", facts.pcie_width, QT_TRANSLATE_NOOP("health", "x{now} of x{most} under load")),
            ("pcie_generation", facts.pcie_generation, QT_TRANSLATE_NOOP("health", "generation {now} of {most} under load")),
        ):
            now = values.get(key)
            if now is not None and most is not None and now < most:
                judgements.append(_found(key, text, now=int(now), most=most))
    recoveries = int(values.get("nvlink_recoveries", 0))
    if recoveries:
        judgements.append(_found("nvlink_recoveries", QT_TRANSLATE_NOOP("health", "{count} since the driver was loaded"), count=recoveries))
    damaged, repeated = int(values.get("nvlink_crc_errors", 0)), int(values.get("nvlink_replays", 0))
    if damaged or repeated:
        text = QT_TRANSLATE_NOOP("health", "{damaged} damaged, {repeated} repeated since the driver was loaded")
        judgements.append(_found("nvlink_errors", text, damaged=damaged, repeated=repeated))
    replays = int(values.get("pcie_replays", 0))
    if replays:
        judgements.append(_found("pcie_replays", QT_TRANSLATE_NOOP("health", "{count} since the driver was loaded"), count=replays))
    return judgements


def _held(values: Mapping[str, float], shares: Mapping[str, float] | None) -> list[Judgement]:
    judgements = []
    bits = int(values.get("clock_reasons", 0))
    for reason in clock_reasons():
        if reason.key not in findings():
            continue
        now = bool(bits & reason.bit)
        share = shares.get(reason.key) if shares is not None else values.get(reason.share)
        if not now and (share is None or share < limits()["throttle_share"]):
            continue
        percent = round(100 * min(share or 0.0, 1.0))
        if not percent:
            judgements.append(_found(reason.key, QT_TRANSLATE_NOOP("health", "now")))
        elif shares is None:
            text = QT_TRANSLATE_NOOP("health", "now, and {percent} % of the time")
            past = QT_TRANSLATE_NOOP("health", "{percent} % of the time, but not now")
            judgements.append(_found(reason.key, text if now else past, percent=percent))
        else:
            text = QT_TRANSLATE_NOOP("health", "now, and {percent} % of the last few minutes")
            past = QT_TRANSLATE_NOOP("health", "{percent} % of the last few minutes, but not now")
            judgements.append(_found(reason.key, text if now else past, percent=percent))
    return judgements
