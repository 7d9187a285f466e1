"""User changes to the alarm rules, stored with the other program settings."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gpudesk.core.messages.foreign import kept_json
from gpudesk.disk.writing import replacement_stream
from gpudesk.locate import user_data_dir
from gpudesk.monitor.health.alarms import Rule, usual_rules

_MOST_BYTES = 1 << 16
_LONGEST_HOLD_S = 86_400.0


def own_rules_file() -> Path:
    """Where a person's changes lie; it may not exist yet."""
    return user_data_dir() / "monitor" / "alarms.json"


def own_rules() -> tuple[Rule, ...]:
    """The rules in force: the shipped ones with a person's changes. What makes no sense or is out of bounds changes nothing."""
    try:
        with own_rules_file().open("rb") as file:
            changes = kept_json(file.read(_MOST_BYTES))
    except (OSError, ValueError):
        return usual_rules()
    if not isinstance(changes, dict):
        return usual_rules()
    return tuple(_changed(rule, changes.get(rule.key)) for rule in usual_rules())


def _changed(rule: Rule, told: object) -> Rule:
    if not isinstance(told, dict):
        return rule
    number, hold_s, on = told.get("number"), told.get("hold_s"), told.get("on")
    if isinstance(number, int | float) and rule.low <= number <= rule.high:
        rule = rule.with_number(float(number))
    if isinstance(hold_s, int | float) and 0 <= hold_s <= _LONGEST_HOLD_S:
        rule = replace(rule, hold_s=float(hold_s))
    return replace(rule, on=on) if isinstance(on, bool) else rule


def keep_rules(rules: Iterable[Rule]) -> None:
    """Keep what differs from the shipped rules.

    Raises:
        OSError: the file cannot be written.
    """
    shipped = {rule.key: rule for rule in usual_rules()}
    changed = {rule.key: {"number": rule.number, "hold_s": rule.hold_s, "on": rule.on} for rule in rules if rule != shipped.get(rule.key)}
    path = own_rules_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacement_stream(path) as file:
        file.write(json.dumps(changed, indent=1).encode())
