"""How commands write: one JSON object or plain lines, errors as one line."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from gpudesk.cli.terminal.terminal import clean

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


def print_json(body: Mapping[str, Any]) -> None:
    """Print one object; keys keep their order. Non-ASCII characters are escaped if the output is not UTF-8."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    click.echo(json.dumps(body, ensure_ascii=encoding != "utf8", allow_nan=False, indent=2))


def print_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Print rows in columns as wide as their widest cell; the columns in `right` are aligned right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    for row in rows:
        cells = [cell.rjust(width) if at in right else cell.ljust(width) for at, (cell, width) in enumerate(zip(row, widths, strict=True))]
        click.echo("  ".join(cells).rstrip())


def print_list(rows: Sequence[Sequence[str]], empty: str, *, head: Sequence[str] | None = None, right: Sequence[int] = ()) -> None:
    """Print rows under their head, or the sentence `empty` if there are none."""
    if rows:
        print_table(rows if head is None else [head, *rows], right)
    else:
        click.echo(empty)


def figure(value: float | str, unit: str = "") -> str:
    """A value in plain figures with groups of thousands and its unit; yes or no for a flag."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value if isinstance(value, str) else f"{value:,.15g}"
    return f"{text} {unit}".rstrip()


def counted(count: int, one: str, several: str = "") -> str:
    """A count with its noun: "1 line", "2,000 lines"; `several` where an s is not enough."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def kind_title(kind: str) -> str:
    """The name of a kind of power, cooling or network part in text; JSON has the kind itself."""
    return {"facility_loop": "facility water", "pdu": "PDU", "cdu": "CDU", "ups": "UPS"}.get(kind, kind.replace("_", " "))


def severity_title(severity: str) -> str:
    """The name of a severity in text, as the window shows it; JSON and options have the severity itself."""
    return "note" if severity == "info" else str(severity)


def severity_count(count: int, severity: str) -> str:
    """How many findings have a severity: "1 error", "2 warnings", "3 notes"."""
    return counted(count, severity_title(severity))


def error_line(text: str) -> None:
    """Print one line to the error output, whatever line breaks and control characters `text` holds."""
    click.echo(f"gpudesk: {' '.join(clean(text).split())}", err=True)
