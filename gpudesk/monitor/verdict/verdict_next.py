"""What to measure next: titles and commands with the names of the evaluated objects filled in."""

from dataclasses import dataclass

from gpudesk.monitor.verdict.verdict_limits import next_measurements, pools
from gpudesk.monitor.verdict.verdict_terms import Verdict

_NEW = "run.gpurec"


@dataclass(frozen=True, slots=True)
class Step:
    """What to measure next; PROGRAM and PID in a command are for the person to fill in. A command may have several lines."""

    key: str
    title: str
    title_es: str
    commands: tuple[str, ...]


def next_of(verdict: Verdict, recording: str = "") -> tuple[Step, ...]:
    """What to measure after a verdict.

    Args:
        recording: the file that was evaluated, "" if it was not a file.
    """
    steps = []
    for key in verdict.measurements:
        row = next_measurements()[key]
        commands = row.commands
        if key == "pool" and verdict.job is not None and verdict.job.pool:
            commands = pools()[verdict.job.pool].commands
        # A longer recording is another one: it is not written over what was judged.
        path = _NEW if key == "longer" or not recording else recording
        gpu = "0" if verdict.job is None else str(verdict.job.gpus[verdict.job.least].facts.index)
        words = {"{program}": "PROGRAM", "{recording}": _quoted(path), "{gpu}": gpu}
        filled = []
        for command in commands:
            for word, meant in words.items():
                command = command.replace(word, meant)
            filled.append(command)
        steps.append(Step(key, row.title, row.title_es, tuple(filled)))
    return tuple(steps)


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)
