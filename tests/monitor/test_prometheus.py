"""A fleet behind a Prometheus server: a real one that collects our made-up hosts, and one that misbehaves."""

import base64
import itertools
import json
import os
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.core.messages.errors import InvalidData
from gpudesk.monitor.exporters.fetching import NAME, PASSWORD, TOKEN, Credentials, NotHeard, credentials_of_environment
from gpudesk.monitor.exporters.prometheus import PrometheusSource
from gpudesk.monitor.readings.reading import Frame
from gpudesk.monitor.readings.source import Source
from tests.monitor.exporter_server import GPUS, NEW_NAMES, HandClock, Hosts, page, serving, uuid
from tests.monitor.prometheus_server import collecting, prometheus_program
from tests.patience import PATIENCE_S, until

NO_PROMETHEUS = "Prometheus is not installed"
"""The reason of a skip, named in tests/allowed_skips.txt."""
REQUIRED = "GPUDESK_PROMETHEUS"
"""The environment variable with which a missing Prometheus is a failure, not a skip."""
HOSTS = 50
STEP_S = 0.1
"""Between two points of the past."""
SCHEMA = json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8"))


def demand_prometheus() -> None:
    """Skip the test where it is not installed, or fail where it must be."""
    if prometheus_program() is None:
        if os.environ.get(REQUIRED):
            pytest.fail(NO_PROMETHEUS)
        pytest.skip(NO_PROMETHEUS)


def counting(hosts: Hosts, host: int) -> str:
    """A host whose page is another each time it is asked for."""
    moments = itertools.count(1)
    return hosts.show(host, lambda: page(host, next(moments), NEW_NAMES if host % 2 else None, xid=79 if host == 7 else 0).encode())


def collected(url: str) -> dict[str, list[tuple[float, float]]]:
    """Time and watts of every sample that a server has, by the UUID of the GPU, asked without our source."""
    query = urllib.parse.urlencode({"query": '{__name__=~"DCGM_FI_DEV_(POWER_USAGE|BOARD_POWER_WATTS)"}[1h]'})
    with urllib.request.urlopen(f"{url}/api/v1/query?{query}", timeout=PATIENCE_S) as answered:
        rows = json.load(answered)["data"]["result"]
    return {row["metric"]["UUID"]: [(time_s, float(value)) for time_s, value in row["values"]] for row in rows}


def test_a_fleet_is_watched_and_its_past_is_read(tmp_path: Path) -> None:
    demand_prometheus()
    began_s = time.time()
    with serving() as hosts, collecting([counting(hosts, host) for host in range(HOSTS)], tmp_path) as url:
        with closing(PrometheusSource(url, every_s=0.4)) as opened:
            source: Source = opened
            frames: list[Frame] = []

            def four_of_each() -> bool:
                frames.extend(source.take())
                return len({frame.uuid for frame in frames}) == HOSTS * GPUS and len(frames) >= 4 * HOSTS * GPUS

            until(four_of_each)
            machines = source.machines()
            events = source.take_events()
            ended_s = time.time()
            kept = collected(url)
            past = opened.series(uuid(3, 5), "power_w", began_s, ended_s, STEP_S)
            rate = opened.series(uuid(3, 5), "energy_rate_w", began_s, ended_s, 0.5)
            assert opened.series("GPU-of-nobody", "power_w", began_s, ended_s, 1) == ()
            assert opened.series(uuid(3, 5), "nvlinks_up", began_s, ended_s, 1) == ()
        shown = subprocess.run(
            [sys.executable, "-m", "gpudesk", "monitor", "--source", f"prometheus:{url}", "--json"],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
    of_each: dict[str, list[Frame]] = {}
    for frame in frames:
        of_each.setdefault(frame.uuid, []).append(frame)
    # What the server has is the measure: it may have missed a page where this machine was busy.
    for name, told in of_each.items():
        first_s, last_s = told[0].wall_s, told[-1].wall_s
        expected = [(time_s, power) for time_s, power in kept[name] if first_s <= time_s <= last_s]
        assert [(frame.wall_s, frame.values["power_w"]) for frame in told] == expected
        assert all(later.wall_s > earlier.wall_s and later.mono_s > earlier.mono_s for earlier, later in itertools.pairwise(told))
    assert [machine.name for machine in machines] == [f"node-{host:02d}" for host in range(HOSTS)]
    assert all(len(machine.gpus) == GPUS and machine.driver == "580.95.05" and not machine.trouble for machine in machines)
    assert [(event.uuid, event.xid) for event in events] == [(uuid(7, 0), 79)]
    # A busy server may ask twice within a step: the earlier of such samples is at no step the latest.
    lasting = [one for one, later in itertools.pairwise(of_each[uuid(3, 5)]) if later.wall_s - one.wall_s > STEP_S]
    assert {point.value for point in past} >= {frame.values["power_w"] for frame in lasting}
    assert all(began_s <= point.time_s <= ended_s for point in past)
    # A hundred joules each time the server asks; on a busy machine it asks at other moments, and gives up on some questions.
    assert rate
    assert all(point.value > 0 for point in rate)
    body = json.loads(shown.stdout)
    jsonschema.validate(body, SCHEMA)
    assert (body["source"], len(body["gpus"])) == ("prometheus", HOSTS * GPUS)


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    with serving() as found:
        yield found


def answer(*rows: Mapping[str, object], kind: str = "matrix") -> str:
    return json.dumps({"status": "success", "data": {"resultType": kind, "result": rows}})


def trouble(url: str, **how: object) -> str:
    """What a source says of a server when it has asked it once."""
    with closing(PrometheusSource(url, clock=HandClock(), **how)) as source:  # type: ignore[arg-type]
        until(lambda: bool(source.machines()[0].trouble))
        return source.machines()[0].trouble


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<html></html>", "Its response is not a Prometheus response."),
        ("[" * 100_000, "Its response is not a Prometheus response."),
        ('{"status":"success"}', "Its response is not a Prometheus response."),
        ('{"status":"success","data":[]}', "Its response is not a Prometheus response."),
        (answer(kind="vector"), "Its response is not a Prometheus response."),
        (answer({"metric": {}, "values": []}, {"metric": {}, "values": []})[:-30], "Its response is not a Prometheus response."),
        (answer({"metric": {}, "values": []})[:-3], "Its response is not a Prometheus response."),
        (answer(), "It responds, but reports no GPU."),
        ('{"data": {"result": [{"metric": {}}], "resultType": "matrix"}, "status": "success"}', "It responds, but reports no GPU."),
        (
            answer({"metric": 3, "values": 4}, {"metric": {"UUID": "GPU-a"}, "values": [[1], ["x", "y"], None]}),
            "It responds, but reports no GPU.",
        ),
    ],
)
def test_answers_that_are_none(hosts: Hosts, body: str, told: str) -> None:
    hosts.show("api/v1/query", body)
    assert trouble(hosts.url) == told


def test_a_server_that_is_not_there() -> None:
    assert trouble("http://127.0.0.1:9") == "The connection was refused."
    with closing(PrometheusSource("http://127.0.0.1:9", clock=HandClock())) as source, pytest.raises(NotHeard):
        source.series("GPU-a", "power_w", 0, 10, 1)


def test_a_host_without_new_samples_says_so_after_a_while(hosts: Hosts) -> None:
    clock = HandClock()
    row = {"metric": {"__name__": "DCGM_FI_DEV_GPU_TEMP", "UUID": "GPU-a", "Hostname": "n"}, "values": [[clock.wall_s() - 5, "40"]]}
    hosts.show("api/v1/query", answer(row))
    with closing(PrometheusSource(hosts.url, every_s=60, clock=clock)) as source:
        until(lambda: source.machines()[0].seen_s is not None)
        found = source.take()
        assert (found[0].wall_s, found[0].values["temperature_c"]) == (clock.wall_s() - 5, 40)
        for _ in range(6):
            asked = hosts.asked["/api/v1/query"]
            clock.advance(60)
            until(lambda asked=asked: hosts.asked["/api/v1/query"] > asked)  # type: ignore[misc]
        # The answer before may have said so of five minutes already.
        until(lambda: source.machines()[0].trouble == "No value on the server for 6 min.")
        assert source.take() == []


def test_who_reads_is_said_to_the_server_alone(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts.show("api/v1/query", answer())
    monkeypatch.setenv(TOKEN, "s3cret")
    credentials = credentials_of_environment()
    assert credentials is not None
    assert "s3cret" not in repr(credentials)
    trouble(hosts.url, credentials=credentials)
    assert hosts.heads["/api/v1/query"]["authorization"] == "Bearer s3cret"
    monkeypatch.delenv(TOKEN)
    monkeypatch.setenv(NAME, "me")
    monkeypatch.setenv(PASSWORD, "pass")
    trouble(hosts.url, credentials=credentials_of_environment())
    assert hosts.heads["/api/v1/query"]["authorization"] == "Basic " + base64.b64encode(b"me:pass").decode()
    monkeypatch.setenv(NAME, "me\nX-Other: 1")
    with pytest.raises(InvalidData):
        credentials_of_environment()
    hosts.moves["/api/v1/query"] = "http://127.0.0.1:9/elsewhere"
    assert "It redirects to another address" in trouble(hosts.url, credentials=credentials)
    with pytest.raises(InvalidData, match="Your credentials would be sent unencrypted to") as caught:
        PrometheusSource("http://prometheus.example", credentials=credentials)
    assert "s3cret" not in str(caught.value)


def test_without_credentials_none_are_sent(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN, raising=False)
    monkeypatch.delenv(NAME, raising=False)
    hosts.show("api/v1/query", answer())
    assert credentials_of_environment() is None
    trouble(hosts.url)
    assert "authorization" not in hosts.heads["/api/v1/query"]
    assert Credentials(name="a", password="b") != Credentials()
