"""Operations on findings: fix several at once, exclude with a reason, evaluate again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.arguments import checked_arguments
from gpudesk.operations.run.run import all_operations, operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_LONGEST_REASON = 1000
_ROWS = {"set_cables": "cable_ids", "set_fields": "row_ids", "wire_power": "rack_ids"}
"""Operations that do the same to several rows at once, and which argument names those."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """How many of the fixes were done, and why others were not."""

    done: int
    refused: tuple[Message, ...]


@operation
def fix_findings(edit: Edit, fixes: Sequence[tuple[str, Mapping[str, Any]]]) -> Fixed:
    """Apply the fixes of several findings as one step; a fix that another one made impossible is skipped.

    Args:
        fixes: names of operations with their arguments.

    Raises:
        Refused: none of them can be applied, or one names no operation.
    """
    done = 0
    refused: list[Message] = []
    together = _together(fixes)
    operations = all_operations()
    for number, (name, arguments, count) in enumerate(together):
        if name not in operations:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no operation {name}."), {"name": name}))
        try:
            _, checked = checked_arguments(operations[name], (), arguments)
            operations[name](edit, **checked)
            done += count
        except Refused as error:
            refused += [error.message] * count
        edit.progress.step(number + 1, len(together))
    if not done:
        raise Refused(refused[0] if refused else Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing to fix.")))
    if len(fixes) > 1:
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Fix {count} {count|problem|problems}"), {"count": done})
    return Fixed(done, tuple(refused))


def _together(fixes: Sequence[tuple[str, Mapping[str, Any]]]) -> list[tuple[str, Mapping[str, Any], int]]:
    """The fixes, each once, with how many findings propose it; those that do the same to several rows are made one."""
    merged: dict[tuple[str, str], tuple[Mapping[str, Any], list[int], int]] = {}
    for name, arguments in fixes:
        rows = _ROWS.get(name, "")
        key = name, repr(sorted((field, value) for field, value in arguments.items() if field != rows))
        known, row_ids, count = merged.get(key, (arguments, [], 0))
        merged[key] = known, [*row_ids, *arguments.get(rows, ())], count + 1
    return [
        (name, {**arguments, _ROWS[name]: list(dict.fromkeys(row_ids))} if name in _ROWS else arguments, count)
        for (name, _), (arguments, row_ids, count) in merged.items()
    ]


@operation
def exclude_finding(edit: Edit, finding: str, reason: str) -> None:
    """Accept a finding for a stated reason.

    Args:
        finding: its stable key.

    Raises:
        Refused: no reason is given.
    """
    exclude_findings(edit, [finding], reason)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Exclude a problem: {reason}"), {"reason": reason.strip()})


@operation
def exclude_findings(edit: Edit, findings: Sequence[str], reason: str) -> None:
    """Accept several findings for one reason; an earlier reason of theirs is replaced.

    Args:
        findings: their stable keys.

    Raises:
        Refused: no reason is given, or no finding.
    """
    reason = reason.strip()
    if not reason or len(reason) > _LONGEST_REASON:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "An exclusion requires a reason of up to 1,000 characters.")))
    _put(edit, findings, {"reason": reason, "at_utc": edit.now_utc})
    text = QT_TRANSLATE_NOOP("operations", "Exclude {count} {count|problem|problems}: {reason}")
    edit.title = Message(_CONTEXT, text, {"count": len(findings), "reason": reason})


@operation
def include_finding(edit: Edit, finding: str) -> None:
    """Take an exclusion back."""
    upsert_by_key.put(edit, "exclusion", {"finding": finding}, None)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Include a problem again"))


@operation
def include_findings(edit: Edit, findings: Sequence[str]) -> None:
    """Take several exclusions back.

    Raises:
        Refused: no finding is named.
    """
    _put(edit, findings, None)
    edit.title = Message(
        _CONTEXT, QT_TRANSLATE_NOOP("operations", "Include {count} {count|problem|problems} again"), {"count": len(findings)}
    )


def _put(edit: Edit, findings: Sequence[str], values: Mapping[str, Any] | None) -> None:
    if not findings:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select a problem.")))
    rows = edit.columns("exclusion")
    known = dict(zip(rows["finding"].tolist(), rows.ids.tolist(), strict=True))
    for number, finding in enumerate(dict.fromkeys(findings)):
        if values is None:
            if finding in known:
                edit.delete("exclusion", known[finding])
        elif finding in known:
            edit.update("exclusion", known[finding], **values)
        else:
            edit.insert("exclusion", finding=finding, **values)
        edit.progress.step(number + 1, len(findings))
