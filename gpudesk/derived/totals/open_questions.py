"""Missing facts of a project: type data, site sheet values, circuits without a breaker."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.project.site_sheet import site_definitions, site_sheet
from gpudesk.project.snapshot import Snapshot

_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Question:
    """An unknown value: the number of objects that it affects (0 for the site itself), and its description."""

    count: int
    message: Message


def open_questions(snapshot: Snapshot) -> list[Question]:
    """Return the unknown facts of a project, most affected objects first; missing site sheet values come last."""
    questions = [*_types(snapshot), *_circuits(snapshot)]
    return [*sorted(questions, key=lambda question: -question.count), *_site(snapshot)]


def _types(snapshot: Snapshot) -> list[Question]:
    devices, racks, types = snapshot["device"], snapshot["rack"], snapshot.types
    of_devices = devices["type_id"][snapshot.cached(counted)]
    of_all = np.concatenate([of_devices, racks["type_id"]])
    power = f"power_{snapshot.cached(site_sheet).text('power_for_limits')}_w"
    drawing = of_devices[draws_power(types, of_devices)]
    unknowns = (
        (QT_TRANSLATE_NOOP("reports", "Power of devices ({count}): {models}"), drawing[np.isnan(types.numbers(power, drawing))]),
        (
            QT_TRANSLATE_NOOP("reports", "Weight of racks and devices ({count}): {models}"),
            of_all[np.isnan(types.numbers("weight_kg", of_all))],
        ),
        (QT_TRANSLATE_NOOP("reports", "Airflow of devices ({count}): {models}"), drawing[np.isnan(types.numbers("airflow_cfm", drawing))]),
        (
            QT_TRANSLATE_NOOP("reports", "Price of racks and devices ({count}): {models}"),
            of_all[np.isnan(types.numbers("price_usd", of_all))],
        ),
    )
    questions = []
    for text, unknown in unknowns:
        if len(unknown):
            kinds, counts = np.unique(unknown, return_counts=True)
            order = np.argsort(-counts, kind="stable")
            names = [types[int(kinds[place])].title for place in order[:_MOST_NAMES].tolist()]
            values: dict[str, Value] = {"count": len(unknown), "models": (*names, "…") if len(kinds) > _MOST_NAMES else tuple(names)}
            questions.append(Question(len(unknown), Message("reports", text, values)))
    return questions


def _circuits(snapshot: Snapshot) -> list[Question]:
    nodes = snapshot["power_node"]
    feeds = (nodes["kind"] == PowerNodeKind.FEED) & (nodes["breaker_a"] == ABSENT) & (nodes["capacity_va"] == ABSENT)
    above = (nodes["kind"] != PowerNodeKind.FEED) & (nodes["breaker_a"] == ABSENT) & (nodes["capacity_va"] == ABSENT)
    cords = snapshot["power_cord"]
    bare = (cords["type_id"] == ABSENT) & (cords["from_device_id"] != ABSENT)
    questions = []
    for text, count in (
        (QT_TRANSLATE_NOOP("reports", "Breakers of feeds: {count}"), int(feeds.sum())),
        (QT_TRANSLATE_NOOP("reports", "Ratings of sources, UPS and panels: {count}"), int(above.sum())),
        (QT_TRANSLATE_NOOP("reports", "Types of power cords: {count}"), int(bare.sum())),
    ):
        if count:
            questions.append(Question(count, Message("reports", text, {"count": count})))
    return questions


def _site(snapshot: Snapshot) -> list[Question]:
    """Return the site sheet values without a default that are not set."""
    sheet = snapshot.cached(site_sheet)
    return [
        Question(0, Message("reports", QT_TRANSLATE_NOOP("reports", "site sheet: {key}"), {"key": key}))
        for key, definition in site_definitions().values.items()
        # What acceptance is judged by is asked where it is needed, by the checklist.
        if definition.default in {None, ""} and definition.group != "onsite" and key not in sheet.said
    ]
