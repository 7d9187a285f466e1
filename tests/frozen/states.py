"""A project as figures: what each state of it holds, in a form that outlives renames of code and new columns."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

FOLDER = Path(__file__).resolve().parent
PROJECT = FOLDER / "project.gpudesk.gz"
STATES = FOLDER / "states.json"
HOME = FOLDER / "home"
RECORDING = FOLDER / "recording.gpurec"
COMMANDS = FOLDER / "commands.json"

Columns = Mapping[str, Sequence[str]]


def columns_of(snapshot: Snapshot) -> dict[str, list[str]]:
    """The columns of each table."""
    return {name: sorted(table) for name, table in sorted(snapshot.tables.items())}


def digest(value: object) -> str:
    """A short hash of what JSON can hold."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def table_digest(snapshot: Snapshot, table: str, columns: Sequence[str]) -> str:
    """A hash of the rows of a table in these columns, by id."""
    held = snapshot[table]
    return digest([held.ids.tolist(), *([plain(value) for value in held[name].tolist()] for name in columns)])


def plain(value: Any) -> Any:
    """A value as JSON holds it."""
    return value.hex() if isinstance(value, bytes) else value


def state(snapshot: Snapshot, columns: Columns) -> dict[str, str]:
    """Every table that is not empty, as a hash."""
    return {name: table_digest(snapshot, name, columns[name]) for name in columns if snapshot[name].rows}


def finding_keys(document: Document) -> list[str]:
    """The findings by severity and key, with values and limits left out: their texts may be reworded."""
    return sorted(f"{each.severity} {each.key}" for each in findings_of(document.snapshot))


def step_titles(document: Document) -> list[str]:
    """The steps as stored: context, English source and values."""
    return [digest(json.loads(each.message.to_json())) for each in document.steps]
