"""Project settings for checks and display: severities, units."""

import json

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.bom_values import BomFigure, bom_values, checked_figure
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cost.bom import SAID_PREFIX
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
SEVERITIES = ("error", "warning", "info", "off")
SETTINGS = {"power_name": ("nameplate", "max", "provisioned", "average", "peak")}
"""Display settings of a project and their possible values."""


@operation
def set_severity(edit: Edit, rule: str, severity: str | None) -> None:
    """Give a rule another severity in this project, or with None its own one again.

    Raises:
        Refused: there is no such rule or severity.
    """
    if severity is not None and severity not in SEVERITIES:
        text = QT_TRANSLATE_NOOP("operations", "Severity must be one of {severities}.")
        raise Refused(Message(_CONTEXT, text, {"severities": SEVERITIES}))
    if rule not in ALL_RULES:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no rule {rule}."), {"rule": rule}))
    upsert_by_key.put(edit, "severity", {"rule": rule}, None if severity is None else {"severity": severity})
    text = QT_TRANSLATE_NOOP("operations", "Severity of {rule}: {severity}")
    edit.title = Message(_CONTEXT, text, {"rule": rule, "severity": severity or "–"})


@operation
def set_bom_figure(edit: Edit, key: str, figure: BomFigure | None) -> None:
    """Set a value of the bill of materials rules for this project; None restores the default.

    Raises:
        Refused: no rule has such a value, or it is not valid there.
    """
    known = bom_values(bom_rules()).get(key)
    if known is None and figure is not None:
        text = QT_TRANSLATE_NOOP("operations", "No bill of materials rule has the value {key}.")
        raise Refused(Message(_CONTEXT, text, {"key": key}))
    stored = None if known is None or figure is None else {"value": json.dumps(checked_figure(known, figure))}
    upsert_by_key.put(edit, "setting", {"key": f"{SAID_PREFIX}{key}"}, stored)
    text = QT_TRANSLATE_NOOP("operations", "Bill of materials: {key} is {value}")
    edit.title = Message(_CONTEXT, text, {"key": key, "value": "–" if figure is None else str(figure)})


@operation
def set_setting(edit: Edit, key: str, value: str) -> None:
    """Set a display setting of the project.

    Raises:
        Refused: the setting or the value is unknown.
    """
    if value not in SETTINGS.get(key, ()):
        text = QT_TRANSLATE_NOOP("operations", "{value} is not a valid value of the setting {key}.")
        raise Refused(Message(_CONTEXT, text, {"key": key, "value": value}))
    upsert_by_key.put(edit, "setting", {"key": key}, {"value": json.dumps(value)})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Set {key} to {value}"), {"key": key, "value": value})
