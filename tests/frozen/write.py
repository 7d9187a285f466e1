"""Writes what is frozen: `make frozen`. Do so only when a change of what files hold or commands print is meant, and say why in the commit.

`python -m tests.frozen.write commands` writes the manifest of the commands alone, from the files that are there.
"""

import gzip
import itertools
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from gpudesk.core.messages.errors import DeskError
from gpudesk.operations.copies.repeat import copied
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.run.run import all_operations, redo, run, undo
from gpudesk.project.document import Document
from tests.examples import examples
from tests.frozen import states
from tests.frozen.commands import documented, outcome_of, parsed, runs
from tests.operations.chooser import ARGUMENTS, Chooser
from tests.project.complete import complete
from tests.project.sample import Clock

EXAMPLES = 200
"""How many arguments are tried until an operation does not refuse them."""
TAKING = ("clear", "delete", "disconnect", "drop", "forget", "pull", "remove", "reset", "restore", "take", "unassign", "unplace")
MODEL = "llama-3.1-8b"
WORKLOADS = (
    ("Serving", "--model", MODEL, "--precision", "fp8", "--concurrency", "64", "--gpu", "H100"),
    ("Training", "--model", MODEL, "--task", "finetune", "--method", "qlora", "--gpu", "H100"),
    ("Images", "--model", "stable-diffusion-xl", "--steps", "30", "--resolution", "1024x1024", "--gpu", "H100"),
)


def done(document: Document, name: str) -> bool:
    """Do one operation with the first arguments that it takes; the same ones in each run."""
    found = [False]

    @settings(
        examples(EXAMPLES, least=EXAMPLES),
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def attempt(data: st.DataObject) -> None:
        if found[0]:
            return
        args, values = ARGUMENTS[name](Chooser(data.draw, document))
        try:
            run(document, all_operations()[name], *args, **values)
        except DeskError:
            return
        found[0] = True

    # What an operation wrote changes what can be drawn, of which Hypothesis complains; by then it is done.
    with suppress(Flaky):
        attempt()
    return found[0]


def write_project(folder: Path) -> None:
    """A project with a step of every operation that can be had, done; and of as many, undone."""
    path = folder / "project.gpudesk"
    with complete() as made:
        made.save_copy(path)
    from gpudesk.cli import main

    for name, *words in WORKLOADS:
        assert main(["size", *words, "--keep", str(path), "--as", name]) == 0, name
    refused: list[str] = []
    with Document.open(path, clock=Clock()) as document:
        # What takes things away comes last, as others need them.
        names = sorted(all_operations(), key=lambda name: (name.startswith(TAKING), name))
        refused += [name for name in names if not done(document, name)]
        kept = [each for each in document.steps if each.done]
        for name in names:
            if name not in refused:
                done(document, name)
        extra = len([each for each in document.steps if each.done]) - len(kept)
        for _ in range(extra):
            undo(document)
        # Versions are outside the history.
        run(document, save_version, "Frozen")
    states.PROJECT.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def write_states(path: Path) -> None:
    """What each state from the last step to the first holds."""
    with Document.open(path, clock=Clock()) as document:
        columns = states.columns_of(document.snapshot)
        titles, findings = states.step_titles(document), states.finding_keys(document)
        kept = len([each for each in document.steps if each.done])
        while redo(document) is not None:
            pass
        walk = [states.state(document.snapshot, columns)]
        last = states.finding_keys(document)
        while undo(document) is not None:
            walk.append(states.state(document.snapshot, columns))
        first = states.finding_keys(document)
        versions = [[name, note] for _, name, note, *_ in document.versions()]
    body = {
        "columns": columns,
        "done": kept,
        "titles": titles,
        "findings": {"first": first, "as_saved": findings, "last": last},
        "versions": versions,
        # Each state as what differs from the one after it, so that the file stays small.
        "states": [walk[0], *(changed(one, other) for one, other in itertools.pairwise(walk))],
    }
    states.STATES.write_text(json.dumps(body, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def changed(after: dict[str, str], before: dict[str, str]) -> dict[str, str]:
    """The tables that differ in the earlier state; an empty text for one that is empty there."""
    return {name: before.get(name, "") for name in sorted({*after, *before}) if after.get(name) != before.get(name)}


def write_home(project: Path) -> None:
    """The user's folder: own type, own template, alarm rules, limits of the verdict, and a window whose docks were moved."""
    from gpudesk.catalog.catalog import open_catalog
    from gpudesk.catalog.own_templates import save_template
    from gpudesk.catalog.user_entries import copied_body, save_user_entry
    from gpudesk.monitor.health.alarm_rules import keep_rules
    from gpudesk.monitor.health.alarms import usual_rules
    from gpudesk.monitor.verdict.verdict_limits import keep_limits, shipped_thresholds

    catalog = open_catalog()
    body = copied_body(catalog, "generic.server-1u", "own.frozen-server")
    body |= {"model": "Frozen server", "description": "A server of this site", "description_es": "Un servidor de este emplazamiento"}
    body["facts"]["weight_kg"]["value"] = 21.5
    save_user_entry(catalog, body)
    with Document.open(project, write=False) as document:
        held = document.snapshot["device"].ids.tolist()[:3]
        plan = copied(document.snapshot, held)
    save_template(
        "Two servers", plan, title_es="Dos servidores", description="Of the frozen project", description_es="Del proyecto congelado"
    )
    rules = list(usual_rules())
    keep_rules([rules[0].with_number(rules[0].high), *rules[1:]])
    threshold = next(iter(shipped_thresholds().values()))
    keep_limits({next(iter(shipped_thresholds())): threshold.high})
    write_window(project)


def write_window(project: Path) -> None:
    """`interface.ini` of a Spanish, dark window in which docks are hidden and folded."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from gpudesk.ui.app.application import Desk
    from gpudesk.ui.toolkit.settings import Settings
    from gpudesk.ui.toolkit.style.qt_application import make_application

    make_application(["gpudesk"])
    kept = Settings()
    kept.theme, kept.language, kept.units = "dark", "es", "imperial"
    desk = Desk(kept)
    desk.window.resize(1400, 900)
    desk.show()

    def wait(until: Callable[[], bool]) -> None:
        loop = QEventLoop()
        timer = QTimer()
        timer.timeout.connect(lambda: loop.quit() if until() else None)
        timer.start(20)
        loop.exec()

    desk.session.open(project)
    wait(lambda: desk.session.is_open and not desk.jobs.running)
    for place in ("floor", "fabric", "power", "onsite", "catalog", "monitor", "size", "rack"):
        desk.window.go(place)
        QApplication.processEvents()
    for action in ("view.panel.history", "view.panel.problems", "view.fold-catalog"):
        desk.window.registry.action(action).trigger()
    QApplication.processEvents()
    kept.forget_recent_file(project)
    desk.close()
    kept.sync()


def write_recording() -> None:
    """A minute of eight GPUs that were never there."""
    from gpudesk.monitor.recording.recording import RecordingFile
    from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, seconds

    states.RECORDING.unlink(missing_ok=True)
    file = RecordingFile(states.RECORDING, [MACHINE], "test", begin=(BEGIN_S, MONO_S))
    for frames in seconds(60, rate=2):
        file.write(frames)
    file.close()


def write_commands(folder: Path) -> None:
    """How each documented command line is read, and what those that can be run on the frozen files print."""
    body = {
        "documented": {line: parsed(line) for line in documented()},
        "runs": {" ".join(words): outcome_of(words, folder) for words in runs()},
    }
    states.COMMANDS.write_text(json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def main(names: list[str]) -> None:
    """Write everything, or the commands alone."""
    for name, value in {"USER": "ana", "LOGNAME": "ana", "QT_QPA_PLATFORM": "offscreen"}.items():
        os.environ[name] = value
    with tempfile.TemporaryDirectory(prefix="frozen-") as made:
        folder = Path(made)
        os.environ["GPUDESK_HOME"] = str(folder / "home")
        if "commands" not in names:
            write_project(folder)
            write_recording()
            path = folder / "project.gpudesk"
            write_home(path)
            shutil.rmtree(states.HOME, ignore_errors=True)
            for kind in ("config", "data"):
                shutil.copytree(folder / "home" / kind, states.HOME / kind, ignore=shutil.ignore_patterns("reports", "*.lock"))
            path.write_bytes(gzip.decompress(states.PROJECT.read_bytes()))
            write_states(path)
        else:
            shutil.copytree(states.HOME, folder / "home")
        write_commands(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
