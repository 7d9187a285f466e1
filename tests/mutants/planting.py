"""Plants a fault: in functions that are loaded, or in a module before it is loaded (`-p tests.mutants.planting`, see `PLANTED`).

A function is given the code of the changed source and stays the same object, so that everything that refers to it runs the fault. What
runs while modules are loaded (constants, defaults, functions that are called there) needs a process in which the module is loaded changed.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants import forks
from tests.mutants.blocks import PACKAGE, Finder
from tests.mutants.faults import Fault

PLANTED = "MUTANTS_PLANTED"
"""The environment variable with the module and the file of its changed source, as JSON."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


class Functions:
    """The functions of the program among some objects, by module."""

    def __init__(self, objects: Iterable[object]) -> None:
        self._of: dict[str, list[FunctionType]] = {}
        before = f"{PACKAGE}{os.sep}"
        for each in objects:
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(before):
                self._of.setdefault(each.__code__.co_filename.removeprefix(before), []).append(each)

    def plant(self, module: str, fault: Fault) -> bool:
        """Change the code of the functions of a module; False where that is impossible or changes nothing."""
        path = PACKAGE / module
        source = path.read_bytes()
        old, new = (list(_codes(compile(text, str(path), "exec", dont_inherit=True))) for text in (source, fault.planted(source)))
        if [code.co_qualname for code in old] != [code.co_qualname for code in new]:
            return False
        changed = {before: after for before, after in zip(old, new, strict=True) if before != after}
        planted = False
        for function in self._of.get(module, ()):
            code = changed.get(function.__code__)
            if code is not None:
                if len(code.co_freevars) != len(function.__code__.co_freevars):
                    return False
                function.__code__ = code
                planted = True
        return planted


def _load_changed() -> None:
    module, file = json.loads(os.environ[PLANTED])
    place, source = str(PACKAGE / module), Path(file).read_bytes()

    class Loader(SourceFileLoader):
        def get_code(self, fullname: str) -> CodeType | None:
            if self.path != place:
                return super().get_code(fullname)
            return compile(source, place, "exec", dont_inherit=True)

    assert "gpudesk" not in sys.modules
    sys.meta_path.insert(0, Finder(Loader))


def pytest_configure() -> None:
    """Property tests as in a fork."""
    if PLANTED in os.environ:
        forks.few_examples()


if PLANTED in os.environ:
    _load_changed()
