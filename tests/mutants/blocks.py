"""Blocks of a source that run as a whole, and a loader that notes which of them run.

A call that adds a number to a set is at the start of each block: it costs far less than tracing lines.
"""

import ast
import builtins
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

PACKAGE = Path(__file__).resolve().parents[2] / "gpudesk"
_PROBE = "__gpudesk_block__"
_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class _Blocks(ast.NodeVisitor):
    """Finds blocks of functions, the outer before the inner.

    Attributes:
        starts: the first line of each block, with the list of statements and the place in it where the block starts.
        of_line: line to the first line of its block; lines outside functions are missing.
    """

    def __init__(self) -> None:
        self.starts: list[tuple[int, list[ast.stmt], int]] = []
        self.of_line: dict[int, int] = {}
        self._inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        before, self._inside = self._inside, True
        self._list(node.body, first=1 if ast.get_docstring(node, clean=False) is not None else 0)
        self._inside = before

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self._inside = self._inside, False
        self.generic_visit(node)
        self._inside = before

    def _list(self, body: list[ast.stmt], first: int = 0) -> None:
        fresh, start = True, 0
        for place, each in enumerate(body[first:], first):
            if fresh:
                start, fresh = each.lineno, False
                self.starts.append((start, body, place))
            for line in range(each.lineno, (each.end_lineno or each.lineno) + 1):
                self.of_line[line] = start
            self.visit(each)
            fresh = any(isinstance(inner, _LEAVES) for inner in ast.walk(each))

    def generic_visit(self, node: ast.AST) -> None:
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt) and self._inside:
                self._list(value)
            elif isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.AST):
                        self.visit(each)
            elif isinstance(value, ast.AST):
                self.visit(value)


@cache
def block_of_line(source: str) -> dict[int, int]:
    """Line to the first line of the block that it runs in; lines outside functions are missing."""
    finder = _Blocks()
    finder.visit(ast.parse(source))
    return finder.of_line


hit: set[int] = set()
"""Numbers of the blocks that ran."""
names: list[str] = []
"""Number of a block to "module:line"."""


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        tree = ast.parse(path.read_bytes())
        finder = _Blocks()
        finder.visit(tree)
        module = str(path.relative_to(PACKAGE))
        # Backward, so that places in a list of statements stay what they are.
        for line, body, place in sorted(finder.starts, key=lambda start: -start[2]):
            probe = ast.parse(f"{_PROBE}({len(names)})").body[0]
            for node in ast.walk(probe):
                ast.copy_location(node, body[place])
            body.insert(place, probe)
            names.append(f"{module}:{line}")
        return compile(tree, str(path), "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the modules of the program with another loader."""

    def __init__(self, loader: type[SourceFileLoader] = _Loader) -> None:
        self.loader = loader

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The place of a module, if it is one of the program."""
        if fullname.partition(".")[0] != "gpudesk":
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = self.loader(fullname, spec.loader.path)
        return spec


def watch() -> None:
    """From now on each module of the program that is loaded notes its blocks."""
    assert "gpudesk" not in sys.modules
    setattr(builtins, _PROBE, hit.add)
    sys.meta_path.insert(0, Finder())
