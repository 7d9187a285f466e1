"""Build what is shipped built: the catalog and the compiled translations, into `build/data`.

    python packaging/build_data.py [catalog|translations]...

Each is built again only when something it is made from is newer. The wheel hook and `make` both call this.
"""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "data"


def is_older(target: Path, sources: Iterable[Path]) -> bool:
    """True when `target` is missing or some source was written after it."""
    if not target.exists():
        return True
    made_ns = target.stat().st_mtime_ns
    return any(source.stat().st_mtime_ns > made_ns for source in sources)


def files_under(*folders: Path) -> list[Path]:
    """Every file below the folders that exist."""
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def build_catalog() -> None:
    """Build `build/data/catalog.sqlite` from `resources/catalog`, in a process of its own."""
    target = BUILT / "catalog.sqlite"
    code = [path for path in files_under(ROOT / "gpudesk" / "catalog", ROOT / "gpudesk" / "core") if path.suffix == ".py"]
    if not is_older(target, [*files_under(ROOT / "resources" / "catalog", ROOT / "db" / "catalog"), *code]):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", "gpudesk.catalog.build", str(unfinished)], check=True, env=environment)  # noqa: S603 - a fixed program with arguments of our own
    unfinished.replace(target)
    print(f"built {target.relative_to(ROOT)}")


def build_translations() -> None:
    """Compile each `resources/translations/*.ts` to `build/data/translations/*.qm`.

    Raises:
        FileNotFoundError: PySide6-Essentials, which brings the compiler, is not installed.
    """
    sources = sorted((ROOT / "resources" / "translations").glob("*.ts"))
    folder = BUILT / "translations"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {folder / f"{source.stem}.qm": source for source in sources}
    for left_over in set(folder.glob("*.qm")) - set(wanted):
        left_over.unlink()
    outdated = {target: source for target, source in wanted.items() if is_older(target, [source])}
    if not outdated:
        return
    qt = importlib.util.find_spec("PySide6")
    if qt is None or qt.origin is None:
        raise FileNotFoundError("PySide6-Essentials is not installed")
    compiler = Path(qt.origin).parent / "lrelease"
    for target, source in outdated.items():
        subprocess.run([str(compiler), "-silent", str(source), "-qm", str(target)], check=True)  # noqa: S603 - a fixed program with arguments of our own
        print(f"built {target.relative_to(ROOT)}")


BUILDERS: dict[str, Callable[[], None]] = {"catalog": build_catalog, "translations": build_translations}


def main(names: list[str]) -> int:
    """Build what `names` asks for, or everything; 0 when done, 2 for a name that is not known."""
    unknown = [name for name in names if name not in BUILDERS]
    if unknown:
        print(f"not known: {', '.join(unknown)}; known: {', '.join(BUILDERS)}", file=sys.stderr)
        return 2
    for name in names or BUILDERS:
        BUILDERS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
