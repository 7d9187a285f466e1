"""The JSON texts of an entry of the log: what its verdict rests on, and the files that it names."""

import json
import re
from collections.abc import Sequence
from typing import Any

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.item_verdict import Judgement
from gpudesk.core.checklist.items import Item
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")


def entry_json(body: Any) -> str:
    """JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def judged_json(item: Item, judgement: Judgement, flags: Sequence[str]) -> str:
    """The basis of a verdict, as stored in the log."""
    body: dict[str, Any] = {
        "expression": item.expression,
        "basis": dict(judgement.basis),
        "filled": judgement.filled,
        "wanted": judgement.wanted,
        "missing": list(judgement.missing),
    }
    if judgement.reason:
        body["reason"] = judgement.reason
    if flags:
        body["flags"] = list(flags)
    return entry_json(body)


def files_json(files: Sequence[EvidenceFile]) -> str:
    """The files of a value, "" for none.

    Raises:
        Refused: one of them is not named as files are.
    """
    if not all(_is_named(file) for file in files):
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "A file requires its size and its SHA-256.")))
    return entry_json([_file_body(file) for file in files]) if files else ""


def _is_named(file: EvidenceFile) -> bool:
    if not _SHA256.match(file.sha256) or file.size < 0 or not checked_text("name", file.name).strip():
        return False
    return not file.original_sha256 or bool(_SHA256.match(file.original_sha256))


def _file_body(file: EvidenceFile) -> dict[str, Any]:
    body: dict[str, Any] = {"name": file.name, "size": file.size, "sha256": file.sha256}
    further = {"original_sha256": file.original_sha256, "taken": file.taken}
    return body | {name: value for name, value in further.items() if value}
