"""A fleet of exporters as a source: every sample once, and no host that holds up another."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.monitor.exporters.scrape import DcgmSource
from gpudesk.monitor.readings.reading import Event, Frame, Lack
from gpudesk.monitor.readings.source import Source
from tests.monitor.exporter_server import GPUS, NEW_NAMES, HandClock, Hosts, page, serving, uuid
from tests.patience import until

HOSTS = 50
NEVER_S = 3600.0
"""So long a host keeps silent that its answer comes only where somebody waits for it in vain."""


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    before = threading.active_count()
    with serving() as found:
        yield found
    until(lambda: threading.active_count() <= before)


def first(source: Source, count: int) -> list[Frame]:
    """The next frames, as many as are waited for."""
    found: list[Frame] = []

    def there() -> bool:
        found.extend(source.take())
        return len(found) >= count

    until(there)
    return found


def test_every_sample_of_a_fleet_is_taken_once(hosts: Hosts) -> None:
    at = 0
    urls = [hosts.show(host, lambda host=host: page(host, at).encode()) for host in range(HOSTS)]  # type: ignore[misc]
    clock = HandClock()
    with closing(DcgmSource(urls, every_s=10, clock=clock)) as source:
        powers: dict[str, list[float]] = {}
        times: dict[str, list[float]] = {}
        for at in range(12):
            frames = first(source, HOSTS * GPUS)
            assert len(frames) == HOSTS * GPUS
            for frame in frames:
                powers.setdefault(frame.uuid, []).append(frame.values["power_w"])
                times.setdefault(frame.uuid, []).append(frame.wall_s)
            if at < 11:
                # The pages are those of the next moment before anybody may ask for them.
                at += 1
                clock.advance(10)
        machines = source.machines()
        assert source.dropped == 0
    assert sum(hosts.asked.values()) == 600
    assert powers.keys() == {uuid(host, gpu) for host in range(HOSTS) for gpu in range(GPUS)}
    assert all(found == [100 + number + int(name[-12:], 16) / 10 for number in range(12)] for name, found in powers.items())
    assert all(found == [1.7e9 + 1000 + 10 * number for number in range(12)] for found in times.values())
    assert [machine.name for machine in machines] == [f"node-{host:02d}" for host in range(HOSTS)]
    assert all(len(machine.gpus) == GPUS and machine.driver == "580.95.05" and not machine.trouble for machine in machines)


def test_600_questions_to_one_host(hosts: Hosts) -> None:
    at = 0
    url = hosts.show(0, lambda: page(0, at, gpus=2).encode())
    clock = HandClock()
    with closing(DcgmSource([url], every_s=1, clock=clock)) as source:
        found = first(source, 2)
        for _ in range(599):
            at += 1
            clock.advance(1)
            found += first(source, 2)
    counted = Counter((frame.uuid, frame.values["power_w"]) for frame in found)
    assert len(counted) == 1200
    assert set(counted.values()) == {1}
    assert {round(frame.values["energy_rate_w"], 6) for frame in found[2:]} == {100.0}


def test_readings_are_taken_while_a_host_has_not_answered(hosts: Hosts) -> None:
    urls = [hosts.show("silent", page(0, 1)), hosts.show("good", page(1, 1))]
    hosts.slow_s["/silent"] = NEVER_S
    with closing(DcgmSource(urls, timeout_s=NEVER_S, clock=HandClock())) as source:
        until(lambda: hosts.asked.get("/silent") == 1)
        assert {frame.uuid for frame in first(source, GPUS)} == {uuid(1, gpu) for gpu in range(GPUS)}
        assert source.take() == [], "nobody waits for the other host here"
        assert not source.machines()[0].trouble


def test_what_nobody_takes_is_bounded_and_counted(hosts: Hosts) -> None:
    at = 0
    url = hosts.show(0, lambda: page(0, at).encode())
    clock = HandClock()
    with closing(DcgmSource([url], every_s=60, clock=clock)) as source:
        for _ in range(5):
            until(lambda: source.machines()[0].seen_s == clock.wall_s())
            at += 1
            clock.advance(60)
        until(lambda: source.machines()[0].seen_s == clock.wall_s())
        found = source.take()
        assert len(found) <= 2 * GPUS
        assert source.dropped >= 3 * GPUS


def test_an_answer_that_is_the_same_is_no_new_reading(hosts: Hosts) -> None:
    url = hosts.show(0, page(0, 1))
    clock = HandClock()
    with closing(DcgmSource([url], every_s=1, clock=clock)) as source:
        assert len(first(source, GPUS)) == GPUS
        clock.advance(1)
        until(lambda: source.machines()[0].seen_s == clock.wall_s())
        assert source.take() == []
        hosts.show(0, page(0, 2))
        clock.advance(1)
        assert len(first(source, GPUS)) == GPUS


def test_hosts_in_trouble_hold_up_no_other(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.monitor.exporters.scrape._MOST_BYTES", 1 << 20)
    at = 0
    good = hosts.show("good", lambda: page(1, at).encode())
    down = "http://127.0.0.1:9"
    slow = hosts.show("slow", page(2, 1))
    hosts.slow_s["/slow"] = 30
    dripping = hosts.show("drip", page(3, 1))
    hosts.drips.add("/drip")
    huge = hosts.show("huge", b"# " + b"x" * (1 << 20))
    garbage = hosts.show("garbage", b"<html>\x00\xff\nno values here\n")
    moved = hosts.show("moved", "")
    hosts.moves["/moved"] = "file:///etc/passwd"
    empty = hosts.show("empty", "\n")
    nothing = hosts.url + "/nothing"
    expected = [
        "The connection was refused.",
        "No response in 1 s.",
        "No response in 1 s.",
        "Its response is larger than 1 MiB.",
        "None of its lines is an exporter value.",
        "It redirects to another address: file:///etc/passwd. Use that one.",
        "It responds, but reports no GPU.",
        "It responds with HTTP 404: no such page",
        "",
    ]
    with closing(DcgmSource([down, slow, dripping, huge, garbage, moved, empty, nothing, good], every_s=0.1, timeout_s=1)) as source:
        taken = 0
        for _ in range(5):
            taken += len(first(source, GPUS))
            at += 1
        # A machine with much to do may miss the second of one question; each is asked again.
        until(lambda: [machine.trouble for machine in source.machines()] == expected)
    assert taken >= 5 * GPUS


def test_a_host_that_falls_silent_stays_with_the_time_it_was_heard(hosts: Hosts) -> None:
    url = hosts.show(0, page(0, 1))
    clock = HandClock()
    with closing(DcgmSource([url], every_s=1, clock=clock)) as source:
        first(source, GPUS)
        heard_s = source.machines()[0].seen_s
        del hosts.pages["/0"]

        def silent() -> bool:
            # The thread that asked may not be done when its readings are there: then the host is asked a little later.
            clock.advance(0.1)
            return bool(source.machines()[0].trouble)

        until(silent)
        machine = source.machines()[0]
        assert (machine.name, len(machine.gpus), machine.seen_s) == ("node-00", GPUS, heard_s)
        assert machine.trouble_message is not None
        hosts.show(0, page(0, 2))

        def heard() -> bool:
            clock.advance(1)
            return not source.machines()[0].trouble

        until(heard)
        assert len(first(source, GPUS)) == GPUS


def test_a_new_error_is_an_event_once(hosts: Hosts) -> None:
    url = hosts.show(0, page(0, 1))
    clock = HandClock()
    found: list[Event] = []
    with closing(DcgmSource([url], every_s=1, clock=clock)) as source:
        first(source, GPUS)
        for at, xid in ((2, 79), (3, 79), (4, 94)):
            hosts.show(0, page(0, at, xid=xid))
            clock.advance(1)
            first(source, GPUS)
            found += source.take_events()
    assert [(event.uuid, event.xid) for event in found] == [(uuid(0, 0), 79), (uuid(0, 0), 94)]


def test_a_gpu_that_is_told_of_no_more_gives_no_value(hosts: Hosts) -> None:
    url = hosts.show(0, page(0, 1))
    clock = HandClock()
    with closing(DcgmSource([url], every_s=1, clock=clock)) as source:
        first(source, GPUS)
        hosts.show(0, page(0, 2, gpus=7))
        clock.advance(1)
        frames = {frame.uuid: frame for frame in first(source, GPUS)}
        assert len(source.machines()[0].gpus) == GPUS
    gone = frames[uuid(0, 7)]
    assert (dict(gone.values), set(gone.lacks.values())) == ({}, {Lack.UNSAID})


def test_fields_that_were_renamed_give_the_same_values(hosts: Hosts) -> None:
    urls = [hosts.show("old", page(0, 7)), hosts.show("new", page(0, 7, NEW_NAMES))]
    values = []
    for url in urls:
        with closing(DcgmSource([url], clock=HandClock())) as source:
            values.append([dict(frame.values) for frame in first(source, GPUS)])
            assert (source.machines()[0].name, source.machines()[0].driver) == ("node-00", "580.95.05")
    assert values[0] == values[1]
    assert values[0][3]["tensor_active_percent"] == 25
    assert values[0][3]["memory_total_bytes"] == (41_000 + 40_000 + 559) * 2**20


def test_closing_ends_a_question_at_once(hosts: Hosts) -> None:
    url = hosts.show(0, page(0, 1))
    hosts.slow_s["/0"] = NEVER_S
    source = DcgmSource([url], timeout_s=NEVER_S)
    until(lambda: hosts.asked.get("/0") == 1)
    source.close()
    assert not hosts.ended.is_set(), "the host has not answered yet"
    until(lambda: not [thread.name for thread in threading.enumerate() if thread.name.startswith("scrape")])


@pytest.mark.parametrize(
    "text", ["ftp://host/x", "file:///etc/passwd", "http://", "http://a b/", "http://host:99999/", "http://me:secret@host/metrics", ""]
)
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(InvalidData) as caught:
        DcgmSource([text])
    assert "secret" not in str(caught.value)
