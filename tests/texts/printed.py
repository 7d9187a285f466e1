"""The texts in the code of the command line that are printed: sentences, table heads and names of values, as in the source."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIELD = "{}"
"""What is written for a value of an f-string."""
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_WORD = re.compile(r"[^\W\d_]{2,}")
_TABLES = ("print_table", "print_list")


def printed_texts() -> Iterator[tuple[str, str]]:
    """Path of the source and text. Docstrings and what decorates a command (names and help of options) are not printed."""
    for path in sorted((ROOT / "gpudesk" / "cli").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        yield from ((name, text) for text in printed_in(path.read_text(encoding="utf-8")))


def printed_in(source: str) -> list[str]:
    """The texts of one source, each once."""
    finder = _Finder()
    finder.visit(ast.parse(source))
    return list(dict.fromkeys(finder.texts))


class _Finder(ast.NodeVisitor):
    """Collects texts of several words, and single words where they are heads or cells of tables."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._depth = 0
        """In how many tables of literals the walk is."""

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _DOCUMENTED):
            body = node.body
            if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
                body = body[1:]
            for part in body:
                self.visit(part)
        elif _says_nothing(node):
            return
        elif isinstance(node, ast.Call) and _called(node) == "cast":
            self.visit(node.args[1])
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.visit(node.value)
        elif isinstance(node, ast.Call):
            self._within(node, inside=_called(node) in _TABLES)
        elif isinstance(node, ast.Assign):
            self._within(node, inside=any("head" in ast.unparse(target).lower() for target in node.targets))
        elif isinstance(node, ast.JoinedStr):
            self._take("".join(str(part.value) if isinstance(part, ast.Constant) else FIELD for part in node.values))
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    self.visit(value.value)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                self._take(node.value)
        else:
            self.generic_visit(node)

    def _within(self, node: ast.AST, *, inside: bool) -> None:
        self._depth += inside
        self.generic_visit(node)
        self._depth -= inside

    def _take(self, text: str) -> None:
        words = _WORD.findall(text.replace(FIELD, " "))
        if (len(words) > 1 and " " in text.strip()) or (self._depth and words):
            self.texts.append(text)


def _says_nothing(node: ast.AST) -> bool:
    """The docstring of an attribute, or the help of an option."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.keyword) and node.arg == "help"


def _called(node: ast.Call) -> str:
    called = node.func
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
