"""Workloads: whether the GPUs of the project still meet their requirements."""

from collections.abc import Iterator
from functools import partial

from gpudesk.catalog.measured_files import measured_stamp
from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.link_view import ENDS
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.work.workload import HOURS, Task
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.project.snapshot import Snapshot
from gpudesk.sizing.fleet.fleet import Member, have_room, hours, members, stands_of, training_network
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.serving.serving import Reason, ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan, TrainingReason
from gpudesk.sizing.workloads.placed import AnyPlan, Fixed, Placed, fixes
from gpudesk.sizing.workloads.saved_workload import asked_of

_OF_WORKLOAD = ("name", "task", "asked", "model", "on_type", "hall_id", "on_phase", "demand")
_READS = {
    "workload": _OF_WORKLOAD,
    "device": ("type_id", "parent_id", "slot", "rack_id", "hall_id", "phase", "role"),
    "rack": ("type_id", "row_id", "hall_id", "phase"),
    "catalog_item": ("body",),
    "cable": (*ENDS, "network_id", "type_id"),
    "network": ("name", "kind", "rate_gbps"),
    "network_stage": ("network_id", "lower", "upper", "rate_gbps"),
}
"""A training counts with the cables of the compute network."""
_CHANGES = {
    "kv": QT_TRANSLATE_NOOP("checks", "Store keys and values in {value}"),
    "formats": QT_TRANSLATE_NOOP("checks", "Allow weights in {value}"),
    "concurrency": QT_TRANSLATE_NOOP("checks", "Require {value} concurrent {value|sequence|sequences}"),
    "offload": QT_TRANSLATE_NOOP("checks", "Keep the optimizer states in host memory"),
    "batch": QT_TRANSLATE_NOOP("checks", "Require {value} {value|sequence|sequences} per step"),
    "items": QT_TRANSLATE_NOOP("checks", "Require {value} concurrent {value|item|items}"),
    "gpus_most": QT_TRANSLATE_NOOP("checks", "Allow the required number of GPUs"),
}


def working(snapshot: Snapshot) -> bool:
    """Whether a workload is kept."""
    return snapshot["workload"].rows > 0


def _subject(snapshot: Snapshot) -> object:
    """The systems with GPUs, their interconnect for training, the workloads, and the measurements made here."""
    rows = snapshot["workload"]
    workload_columns = tuple(tuple(rows[name].tolist()) for name in ("id", *_OF_WORKLOAD))
    return snapshot.cached(gpu_pools), training_network(snapshot), measured_stamp(), workload_columns


_workload_rule = partial(
    rule,
    scope=Scope.PROJECT,
    reads=_READS,
    when=working,
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "Sizing of the workload, compared with the systems of the project on which it may run"),
)


def _members(view: View) -> list[Member]:
    return members(view.snapshot)


def _found(
    view: View, member: Member, message: Message, found: Value | None = None, required: Value | None = None, fix: Fix | None = None
) -> Violation:
    return Violation((0,), (("workload", member.row_id),), view.row_place("workload", member.row_id), message, found, required, fix)


@_workload_rule(
    "workload.unreadable",
    title=QT_TRANSLATE_NOOP("checks", "Workload requirements are complete"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workloads cannot be evaluated"),
    severity=Severity.WARNING,
)
def unreadable(view: View) -> Iterator[Violation]:
    """Unknown models, formats or GPUs, or a custom model that cannot be read."""
    for member in view.cached(_members):
        if member.error is not None:
            text = QT_TRANSLATE_NOOP("checks", "The requirements of {name} cannot be evaluated: its model, a format or a GPU is unknown.")
            yield _found(view, member, rule_text(text, name=member.name))


@_workload_rule(
    "workload.placed",
    title=QT_TRANSLATE_NOOP("checks", "Workloads have GPUs to run on"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workloads have no GPUs to run on"),
    severity=Severity.WARNING,
)
def without_gpus(view: View) -> Iterator[Violation]:
    """The hall and phase of the workload contain no system with such GPUs, or the memory of the GPUs is not known to sizing."""
    for member in view.cached(_members):
        if member.error is None and member.best is None:
            text = QT_TRANSLATE_NOOP("checks", "{name} has no GPUs to run on.")
            if any(pool.board not in boards() for pool in member.pools):
                text = QT_TRANSLATE_NOOP("checks", "{name} has no GPUs to run on, or their memory and speed are not known.")
            yield _found(view, member, rule_text(text, name=member.name))


@_workload_rule(
    "workload.fits",
    title=QT_TRANSLATE_NOOP("checks", "Workloads fit their GPUs"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workloads do not fit"),
    severity=Severity.ERROR,
)
def fits(view: View) -> Iterator[Violation]:
    """Memory, time per output token, time to first token and number of GPUs, on the closest matching systems."""
    for member in view.cached(_members):
        best = member.best
        if best is None or best.fits:
            continue
        yield _misfit(view, member, best)


def _misfit(view: View, member: Member, best: Placed) -> Violation:
    plan, fix = best.need.plan, _fix(member)
    names: dict[str, Value] = {"name": member.name, "board": plan.board.short}
    if plan.fits:
        there = best.stand.systems * best.need.stages_a_system * best.need.together
        most = asked_of(member.work).gpus_most
        if most is not None and there >= plan.gpus > most:
            text = QT_TRANSLATE_NOOP("checks", "{name} requires {needed} × {board}; its requirements allow at most {most}.")
            return _found(view, member, rule_text(text, **names, needed=plan.gpus, most=most), most, plan.gpus, fix)
        text = QT_TRANSLATE_NOOP("checks", "{name} requires {needed} × {board}; {there} are available.")
        return _found(view, member, rule_text(text, **names, needed=plan.gpus, there=there), there, plan.gpus, fix)
    if isinstance(plan, PassPlan):
        text, values, actual, required = _pass_refused(plan)
    else:
        text, values, actual, required = _refused(plan) if isinstance(plan, ServingPlan) else _training_refused(plan, best)
    return _found(view, member, rule_text(text, **names, **values), actual, required, fix)


def _refused(plan: ServingPlan) -> tuple[str, dict[str, Value], Value, Value]:
    """Why no number of these boards does, with the figures."""
    if Reason.MEMORY in plan.refused:
        return _too_large(plan)
    work = plan.work
    if Reason.TPOT in plan.refused and work.tpot_s is not None:
        best, limit = Quantity(round(plan.tpot.low * 1000, 1), "ms"), Quantity(work.tpot_s * 1000, "ms")
        text = QT_TRANSLATE_NOOP("checks", "{name}: time per output token on {board} is at least {best}; the limit is {asked}.")
        return text, {"best": best, "asked": limit}, best, limit
    best, limit = Quantity(round(plan.ttft.low * 1000), "ms"), Quantity((work.ttft_s or 0.0) * 1000, "ms")
    text = QT_TRANSLATE_NOOP("checks", "{name}: time to first token on {board} is at least {best}; the limit is {asked}.")
    return text, {"best": best, "asked": limit}, best, limit


def _pass_refused(plan: PassPlan) -> tuple[str, dict[str, Value], Value, Value]:
    """The same of a model that runs in passes: by its memory or the time of a batch."""
    if Reason.MEMORY in plan.refused:
        return _too_large(plan)
    best, limit = Quantity(round(plan.ttft.low, 2), "s"), Quantity(plan.work.most_s or 0.0, "s")
    text = QT_TRANSLATE_NOOP("checks", "{name}: a batch takes at least {best} on {board}; the limit is {asked}.")
    return text, {"best": best, "asked": limit}, best, limit


def _too_large(plan: AnyPlan) -> tuple[str, dict[str, Value], Value, Value]:
    needed, usable = Quantity(round(plan.needed.value, 1), "GiB"), Quantity(round(plan.usable_gib, 1), "GiB")
    text = QT_TRANSLATE_NOOP("checks", "{name} requires {needed} on each {board}; {usable} is usable.")
    return text, {"needed": needed, "usable": usable}, needed, usable


def _training_refused(plan: TrainingPlan, placed: Placed) -> tuple[str, dict[str, Value], Value, Value]:
    """The same of a training: by its days over the network of the project, or over the usual one where that is not known."""
    limit_days = plan.work.days
    if TrainingReason.TIME not in plan.refused or plan.days is None or limit_days is None:
        return _too_large(plan)
    best = round(plan.days.low, 1)
    text = QT_TRANSLATE_NOOP("checks", "{name} takes at least {best} days on {board}; the limit is {asked}.")
    values: dict[str, Value] = {"best": best, "asked": limit_days}
    if plan.gpus > placed.stand.gpus_each:
        text = QT_TRANSLATE_NOOP("checks", "{name} takes at least {best} days on {board} over the default network; the limit is {asked}.")
        if plan.work.network is not None:
            text = QT_TRANSLATE_NOOP("checks", "{name} takes at least {best} days on {board} over {network}; the limit is {asked}.")
            values["network"] = plan.work.network.name
    return text, values, best, limit_days


def _fix(member: Member) -> Fix | None:
    """The smallest change of the request that makes the workload fit."""
    changes: list[Fixed] = fixes(member.work, stands_of(member.pools), member.network)
    if not changes:
        return None
    change = changes[0]
    value = change.value.upper() if isinstance(change.value, str) else change.value
    arguments = {"workload_id": member.row_id, "settings": {"asked": change.text}}
    return Fix("change_workload", arguments, rule_text(_CHANGES[change.changed], value=value))


@_workload_rule(
    "workload.may_miss",
    title=QT_TRANSLATE_NOOP("checks", "Workloads are likely to meet their time requirements"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workloads may not meet their time requirements"),
    severity=Severity.INFO,
)
def may_miss(view: View) -> Iterator[Violation]:
    """The estimated range includes the required time, but the most likely value is longer."""
    for member in view.cached(_members):
        best = member.best
        plan = best.need.plan if best is not None and best.fits else None
        if isinstance(plan, TrainingPlan) and best is not None:
            yield from _training_may_miss(view, member, plan, best)
        if isinstance(plan, PassPlan) and plan.risks:
            longest, limit = Quantity(round(plan.ttft.value, 2), "s"), Quantity(plan.work.most_s or 0.0, "s")
            text = QT_TRANSLATE_NOOP("checks", "{name}: a batch is likely to take {likely} on {board}; the limit is {asked}.")
            yield _found(
                view, member, rule_text(text, name=member.name, board=plan.board.short, likely=longest, asked=limit), longest, limit
            )
        if not isinstance(plan, ServingPlan) or not plan.risks:
            continue
        of_token = Reason.TPOT in plan.risks
        time, most = (plan.tpot, plan.work.tpot_s) if of_token else (plan.ttft, plan.work.ttft_s)
        likely, target = Quantity(round(time.value * 1000, 1), "ms"), Quantity((most or 0.0) * 1000, "ms")
        text = QT_TRANSLATE_NOOP("checks", "{name}: time to first token on {board} is likely {likely}; the limit is {asked}.")
        if of_token:
            text = QT_TRANSLATE_NOOP("checks", "{name}: time per output token on {board} is likely {likely}; the limit is {asked}.")
        yield _found(view, member, rule_text(text, name=member.name, board=plan.board.short, likely=likely, asked=target), likely, target)


def _training_may_miss(view: View, member: Member, plan: TrainingPlan, placed: Placed) -> Iterator[Violation]:
    days, limit_days = plan.days, plan.work.days
    if TrainingReason.TIME not in plan.risks or days is None or limit_days is None:
        return
    likely = round(days.value, 1)
    text = QT_TRANSLATE_NOOP("checks", "{name} is likely to take {likely} days on {board}; the limit is {asked}.")
    values: dict[str, Value] = {"name": member.name, "board": plan.board.short, "likely": likely, "asked": limit_days}
    if plan.gpus > placed.stand.gpus_each:
        text = QT_TRANSLATE_NOOP(
            "checks", "{name} is likely to take {likely} days on {board} over the default network; the limit is {asked}."
        )
        if plan.work.network is not None:
            text = QT_TRANSLATE_NOOP("checks", "{name} is likely to take {likely} days on {board} over {network}; the limit is {asked}.")
            values["network"] = plan.work.network.name
    yield _found(view, member, rule_text(text, **values), likely, limit_days)


@_workload_rule(
    "workload.together",
    title=QT_TRANSLATE_NOOP("checks", "There are enough GPUs for all workloads together"),
    many=QT_TRANSLATE_NOOP("checks", "{count} workloads have no GPUs left after the other workloads are assigned"),
    severity=Severity.WARNING,
)
def together(view: View) -> Iterator[Violation]:
    """Each workload on its own GPUs in each hour. Workloads with the fewest possible locations are placed first, then the largest."""
    able = [member for member in view.cached(_members) if member.fits]
    if len(able) < 2 or have_room(able):
        return
    worst: dict[int, tuple[int, int]] = {}
    for hour, hour_plan in enumerate(hours(able)):
        for row_id, gpus in hour_plan.short.items():
            if gpus > worst.get(row_id, (0, 0))[0]:
                worst[row_id] = gpus, hour
    for member in able:
        if member.row_id not in worst or member.best is None:
            continue
        gpus, hour = worst[member.row_id]
        clock = f"{hour:02}:00–{(hour + 1) % HOURS:02}:00"
        text = QT_TRANSLATE_NOOP("checks", "{name} fits on its own, but at {hour} the other workloads leave fewer than {needed} × {board}.")
        yield _found(
            view, member, rule_text(text, name=member.name, needed=gpus, board=member.best.need.plan.board.short, hour=clock), 0, gpus
        )


_FABRIC = reading(_READS, {"network": ("kind", "name", "rate_gbps", "leaf_up", "leaf_down")})


@rule(
    "workload.slow_fabric",
    title=QT_TRANSLATE_NOOP("checks", "Training across several systems has a fast enough network"),
    many=QT_TRANSLATE_NOOP("checks", "The compute network is too slow for {count} workloads"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=_FABRIC,
    when=working,
    limits=("training_link_gbps",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: minimum link rate for training across several systems; ports of the compute network"),
)
def slow_fabric(view: View) -> Iterator[Violation]:
    """No compute network, slower links, or leaves with fewer uplinks than downlinks. Training within one system needs none."""
    networks = view.snapshot["network"]
    compute_networks = [networks.row(row_id) for row_id in networks.where("kind", int(NetworkKind.COMPUTE)).tolist()]
    least = view.sheet.limit("training_link_gbps")
    for member in view.cached(_members):
        best = member.best
        if member.work.task == Task.SERVE or best is None or not best.fits or (best.need.systems or 0) < 2:
            continue
        names: dict[str, Value] = {"name": member.name, "systems": best.need.systems or 0}
        if not compute_networks:
            text = QT_TRANSLATE_NOOP("checks", "{name} trains across {systems} systems, but no compute network connects them.")
            yield _found(view, member, rule_text(text, **names))
            continue
        fastest = max(compute_networks, key=lambda row: int(row["rate_gbps"]))
        names["network"] = str(fastest["name"])
        if fastest["rate_gbps"] < least:
            rate, least_rate = Quantity(fastest["rate_gbps"], "Gb/s"), Quantity(least, "Gb/s")
            text = QT_TRANSLATE_NOOP(
                "checks", "{name} trains across {systems} systems; links of {network} run at {rate}; {asked} required."
            )
            yield _found(view, member, rule_text(text, **names, rate=rate, asked=least_rate), rate, least_rate)
        elif fastest["leaf_up"] and fastest["leaf_down"] and fastest["leaf_down"] > fastest["leaf_up"]:
            ratio = round(fastest["leaf_down"] / fastest["leaf_up"], 2)
            text = QT_TRANSLATE_NOOP("checks", "{name} trains across {systems} systems; {network} is oversubscribed {ratio} : 1.")
            yield _found(view, member, rule_text(text, **names, ratio=ratio), ratio, 1)
