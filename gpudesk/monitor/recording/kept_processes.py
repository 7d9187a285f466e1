"""The processes of a GPU as a recording keeps them."""

import dataclasses
import json

from gpudesk.core.messages.foreign import kept_json
from gpudesk.monitor.readings.program_names import program_name
from gpudesk.monitor.readings.reading import Lack, Process
from gpudesk.monitor.readings.source import Running


def running_as_text(running: Running, *, commands: bool = False) -> str:
    """The processes of a GPU as JSON; how busy each is changes too often to be kept.

    Args:
        commands: keep whole command lines, and not the names of the programs alone.
    """
    processes = [
        {
            **dataclasses.asdict(one),
            "command": one.command if commands else program_name(one.command),
            "busy_percent": None,
            "cpu_percent": None,
        }
        for one in running.processes
    ]
    # In ASCII: the name of a command or a user may hold bytes that are no text, which SQLite would refuse each second.
    return json.dumps({"processes": processes, "lack": running.lack})


def running_of(text: str) -> Running:
    """The processes that `running_as_text` wrote."""
    stored = kept_json(text)
    lack = None if stored["lack"] is None else Lack(stored["lack"])
    return Running(tuple(Process(**one) for one in stored["processes"]), lack)
