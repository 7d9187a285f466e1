"""What the import contracts of pyproject.toml cannot say: `make check` runs those."""

import subprocess
import sys

import grimp
import pytest

NO_FILES_NO_NETWORK = frozenset({
    "asyncio", "ftplib", "glob", "http", "io", "multiprocessing", "os", "pathlib", "pickle", "shelve", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "urllib", "zipfile",
})  # fmt: skip
BELOW_THE_INTERFACE = ("core", "locate", "store", "catalog", "project", "derived", "checks", "operations", "reports")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("gpudesk", include_external_packages=True, cache_dir=None)


def _outside(graph: grimp.ImportGraph, package: str) -> set[tuple[str, str]]:
    """(importer, top-level name) of everything that modules of `package` import from outside gpudesk."""
    modules = {package, *graph.find_descendants(package)}
    return {
        (module, imported.partition(".")[0])
        for module in modules
        for imported in graph.find_modules_directly_imported_by(module)
        if not imported.startswith("gpudesk")
    }


def test_core_imports_numpy_only(graph: grimp.ImportGraph) -> None:
    outside = _outside(graph, "gpudesk.core")
    assert [pair for pair in sorted(outside) if pair[1] not in sys.stdlib_module_names | {"numpy"}] == []
    assert [pair for pair in sorted(outside) if pair[1] in NO_FILES_NO_NETWORK] == []


def test_core_knows_nothing_else_of_the_house(graph: grimp.ImportGraph) -> None:
    modules = {"gpudesk.core", *graph.find_descendants("gpudesk.core")}
    inside = {name for module in modules for name in graph.find_modules_directly_imported_by(module) if name.startswith("gpudesk.")}
    assert {name for name in inside if not name.startswith("gpudesk.core")} == set()


def test_locate_needs_no_arithmetic(graph: grimp.ImportGraph) -> None:
    assert {name for _, name in _outside(graph, "gpudesk.locate")} <= sys.stdlib_module_names | {"platformdirs"}


@pytest.mark.parametrize("package", BELOW_THE_INTERFACE)
def test_below_the_interface_nothing_loads_qt(package: str) -> None:
    code = f"import gpudesk.{package}, sys; sys.exit('PySide6' in sys.modules or 'pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
