"""What the project says about its checks and its display: severities, units."""

import json

from gpudesk.checks import RULES
from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations import keyed
from gpudesk.operations.run import operation
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
        text = QT_TRANSLATE_NOOP("operations", "A severity is one of {severities}.")
        raise Refused(Message(_CONTEXT, text, {"severities": SEVERITIES}))
    if rule not in RULES:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no rule {rule}."), {"rule": rule}))
    keyed.put(edit, "severity", {"rule": rule}, None if severity is None else {"severity": severity})
    text = QT_TRANSLATE_NOOP("operations", "Severity of {rule}: {severity}")
    edit.title = Message(_CONTEXT, text, {"rule": rule, "severity": severity or "–"})


@operation
def set_setting(edit: Edit, key: str, value: str) -> None:
    """Set a display setting of the project.

    Raises:
        Refused: the setting or the value is unknown.
    """
    if value not in SETTINGS.get(key, ()):
        text = QT_TRANSLATE_NOOP("operations", "{value} is no value of the setting {key}.")
        raise Refused(Message(_CONTEXT, text, {"key": key, "value": value}))
    keyed.put(edit, "setting", {"key": key}, {"value": json.dumps(value)})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Set {key} to {value}"), {"key": key, "value": value})
