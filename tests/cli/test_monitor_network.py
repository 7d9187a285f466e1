"""`gpudesk monitor` over the network, on loopback."""

import json
import subprocess
from pathlib import Path

import jsonschema

from gpudesk import locate
from tests.cli.in_process import gpudesk
from tests.monitor.exporter_server import page, serving, uuid

SCHEMA = json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8"))


def _monitor(*arguments: str) -> subprocess.CompletedProcess[str]:
    return gpudesk("monitor", *arguments)


def test_one_look_at_two_hosts_and_one_that_is_down() -> None:
    with serving() as hosts:
        urls = ",".join([hosts.show(4, page(4, 1, xid=79)), hosts.show(5, page(5, 1)), "http://127.0.0.1:9/metrics"])
        told = _monitor("--source", f"dcgm:{urls}", "--json")
        lines = _monitor("--source", f"dcgm:{urls}")
    assert (told.returncode, told.stderr) == (0, "")
    body = json.loads(told.stdout)
    jsonschema.validate(body, SCHEMA)
    assert [(host["name"], host["error"]) for host in body["hosts"]] == [
        ("node-04", None),
        ("node-05", None),
        ("127.0.0.1", "The connection was refused."),
    ]
    assert [gpu["host"] for gpu in body["gpus"]] == ["node-04"] * 8 + ["node-05"] * 8
    assert [(event["uuid"], event["xid"]) for event in body["events"]] == [(uuid(4, 0), 79)]
    assert lines.stdout.count(" H100 80GB HBM3") >= 16
    assert "127.0.0.1: The connection was refused." in lines.stderr


def test_readings_one_a_line() -> None:
    with serving() as hosts:
        done = _monitor("--source", f"dcgm:{hosts.show(4, page(4, 1))}", "--seconds", "0.7", "--every", "0.2", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) >= 2
    for line in lines:
        jsonschema.validate(line, SCHEMA)
    assert len(lines[-1]["gpus"]) == 8


def test_what_is_no_address_is_refused() -> None:
    done = _monitor("--source", "dcgm:file:///etc/passwd")
    assert (done.returncode, done.stdout) == (3, "")
    assert "is not an http or https address." in done.stderr


def test_seconds_without_an_end_are_refused() -> None:
    for seconds in ("nan", "inf"):
        done = _monitor("--source", "dcgm:http://127.0.0.1:1", "--seconds", seconds)
        assert done.returncode == 2
        assert "need a number of seconds" in done.stderr
    assert _monitor("--source", "dcgm:http://127.0.0.1:1", "--every", "nan").returncode == 2


def test_where_no_host_answers_a_script_sees_it(tmp_path: Path) -> None:
    for source in ("dcgm:http://127.0.0.1:1", "prometheus:http://127.0.0.1:1"):
        for more in ((), ("--json",), ("--seconds", "0.5"), ("--record", str(tmp_path / source[:4]), "--seconds", "0.5")):
            done = _monitor("--source", source, *more)
            assert done.returncode == 3, (source, more)
            assert "The connection was refused." in done.stdout + done.stderr
