"""Collect the texts of the interface into `resources/translations/*.ts`, where translators work on them.

    python packaging/update_translations.py

New texts come in unfinished, texts that are gone are dropped, everything else stays as it is. The files hold neither
paths nor line numbers, so that they change only when a text does. English needs its plural forms only.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("en", "es")


def collector() -> Path:
    """The program of Qt that finds texts in sources.

    Raises:
        FileNotFoundError: PySide6-Essentials, which brings it, is not installed.
    """
    qt = importlib.util.find_spec("PySide6")
    if qt is None or qt.origin is None:
        raise FileNotFoundError("PySide6-Essentials is not installed")
    return Path(qt.origin).parent / "lupdate"


def update(folder: Path) -> list[Path]:
    """Write one file for each language into `folder`, keeping what is translated there already; returns the files."""
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "gpudesk").rglob("*.py"))
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for language in LANGUAGES:
        file = folder / f"gpudesk_{language}.ts"
        options = ["-silent", "-no-obsolete", "-sort-messages", "-source-language", "en", "-target-language", language]
        options += ["-locations", "none", "-disable-heuristic", "sametext", "-disable-heuristic", "similartext"]
        if language == "en":
            options.append("-pluralonly")
        subprocess.run([str(collector()), *options, *sources, "-ts", str(file)], check=True, cwd=ROOT)  # noqa: S603 - a fixed program with arguments of our own
        files.append(file)
    return files


def main() -> int:
    """Update the committed files and say how many texts still wait for a translation."""
    for file in update(FOLDER):
        waiting = file.read_text(encoding="utf-8").count('type="unfinished"')
        print(f"{file.relative_to(ROOT)}: {waiting} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
