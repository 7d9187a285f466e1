"""What docs/project-file.md must list: the tables of the file and the answers to wrong files.

`python -m tests.project.documented` puts both lists into the document.
"""

from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from gpudesk.store.database import memory
from gpudesk.store.schema import migrate, read_schema
from gpudesk.store.store_errors import Damaged, Missing, NewerVersion, NotAProject
from tests.project.damage import KINDS

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "project-file.md"
ANSWERS: dict[type[DeskError], str] = {
    Missing: "missing",
    NotAProject: "not a project",
    NewerVersion: "later version",
    Damaged: "damaged",
}


def tables() -> str:
    """The tables of the file by kind."""
    database = memory()
    with database.transaction():
        migrate(database)
    rows = [
        f"| `{table.name}` | {table.kind} | {', '.join(f'`{name}`' for name in table.values)} |" for table in read_schema(database).values()
    ]
    database.close()
    return "\n".join(["| table | kind | columns other than `id` |", "|---|---|---|", *rows]) + "\n"


def answers() -> str:
    """What happened to a file, and what the program says."""
    rows = []
    for kind in KINDS:
        when = "at once" if kind.at_once else "after a moment"
        rows.append(f"| {kind.what} | {ANSWERS.get(kind.answer, 'invalid')} | {when} |")
    return "\n".join(["| the file | response | when |", "|---|---|---|", *rows]) + "\n"


LISTS = {"tables": tables, "answers": answers}


def _between(text: str, name: str) -> tuple[int, int]:
    start = text.index(f"<!-- {name} -->\n") + len(f"<!-- {name} -->\n")
    return start, text.index("<!-- end -->", start)


def listed(name: str) -> str:
    """The list that the document holds between its marks."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start, end = _between(text, name)
    return text[start:end]


def update() -> None:
    """Put both lists into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, made in LISTS.items():
        start, end = _between(text, name)
        text = text[:start] + made() + text[end:]
    DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    update()
