"""After any edit of what is wired, the findings carried over equal those of a whole run, also above the racks."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.check_engine import advance, check_all
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_node_loads import node_sums
from tests.checks.site import Site
from tests.examples import examples

Draw = Callable[[st.SearchStrategy[Any]], Any]
KINDS = st.sampled_from([PowerNodeKind.PANEL, PowerNodeKind.UPS, PowerNodeKind.FEED, PowerNodeKind.FEED])


def _some(draw: Draw, site: Site, table: str) -> int | None:
    ids = site.snapshot[table].ids.tolist()
    found: int | None = draw(st.sampled_from(ids)) if ids else None
    return found


def _above(draw: Draw, site: Site, node: int | None) -> int | None:
    """Something that was there before a node, so that none feeds itself."""
    older = [each for each in site.snapshot["power_node"].ids.tolist() if node is None or each < node]
    found: int | None = draw(st.sampled_from([None, *older]))
    return found


def _add_node(draw: Draw, site: Site) -> None:
    kind = draw(KINDS)
    site.feed(
        kind=int(kind),
        fed_by_id=_above(draw, site, None),
        breaker_a=draw(st.sampled_from([None, 10, 32])),
        wiring=draw(st.integers(0, 3)),
        line=0,
    )


def _change_node(draw: Draw, site: Site) -> None:
    node = _some(draw, site, "power_node")
    if node is None:
        return
    values = {
        "fed_by_id": _above(draw, site, node),
        "alternate_id": _above(draw, site, node),
        "kind": int(draw(KINDS)),
        "breaker_a": draw(st.sampled_from([None, 5, 16])),
        "capacity_va": draw(st.sampled_from([None, 3000])),
        "name": draw(st.sampled_from(["", "P", "Q"])),
        "derating_percent": draw(st.sampled_from([50, 100])),
    }
    name = draw(st.sampled_from(sorted(values)))
    site.update("power_node", node, **{name: values[name]})


def _cord(draw: Draw, site: Site) -> None:
    device = _some(draw, site, "device")
    if device is None:
        return
    node, giver = _some(draw, site, "power_node"), _some(draw, site, "device")
    source: dict[str, Any] = (
        {"from_node_id": node} if draw(st.booleans()) else {"from_device_id": giver, "from_port": draw(st.integers(1, 12))}
    )
    # A PDU is connected to nodes only, so that none feeds itself; an inlet and an outlet hold one cord.
    kind = site.snapshot["device"].row(device)["type_id"]
    if kind == site.use("strip") and "from_node_id" not in source:
        return
    cords = site.snapshot["power_cord"]
    port = draw(st.integers(0, 5))
    taken = (cords["device_id"] == device) & (cords["port"] == port)
    held = (cords["from_device_id"] == giver) & (cords["from_port"] == source.get("from_port", -2))
    if not taken.any() and not held.any() and (node is not None or "from_device_id" in source):
        site.insert("power_cord", device_id=device, port=port, **source)


def _pull(draw: Draw, site: Site) -> None:
    cord = _some(draw, site, "power_cord")
    if cord is not None:
        site.delete("power_cord", cord)


def _add_device(draw: Draw, site: Site) -> None:
    rack = draw(st.sampled_from([None, *site.snapshot["rack"].ids.tolist()]))
    key = draw(st.sampled_from(["six", "pair", "strip", "strip"]))
    if rack is None:
        site.device(None, key=key, hall_id=site.hall)
    elif key == "strip":
        site.strip(rack, None)
    else:
        site.device(rack, draw(st.integers(1, 30)), key)


def _move(draw: Draw, site: Site) -> None:
    device, rack = _some(draw, site, "device"), _some(draw, site, "rack")
    if device is not None:
        place = draw(
            st.sampled_from([{"rack_id": rack, "hall_id": None, "position": 20}, {"rack_id": None, "hall_id": site.hall, "position": None}])
        )
        site.update("device", device, **place)


def _delete_device(draw: Draw, site: Site) -> None:
    device = _some(draw, site, "device")
    if device is None:
        return

    def gone(edit: Any) -> None:
        cords = edit.columns("power_cord")
        for cord in [*cords.where("device_id", device).tolist(), *cords.where("from_device_id", device).tolist()]:
            if edit.columns("power_cord").has(cord):
                edit.delete("power_cord", cord)
        edit.delete("device", device)

    site.step(gone)


def _delete_node(draw: Draw, site: Site) -> None:
    node = _some(draw, site, "power_node")
    if node is None:
        return

    def gone(edit: Any) -> None:
        for cord in edit.columns("power_cord").where("from_node_id", node).tolist():
            edit.delete("power_cord", cord)
        for column in ("fed_by_id", "alternate_id"):
            for other in edit.columns("power_node").where(column, node).tolist():
                edit.update("power_node", other, **{column: None})
        edit.delete("power_node", node)

    site.step(gone)


def _sheet(draw: Draw, site: Site) -> None:
    key, values = draw(st.sampled_from([("power_factor", [0.9, 1.0]), ("continuous_factor", [0.8, 1.0])]))
    site.set(key, draw(st.sampled_from(values)))


STEPS = [_add_node, _change_node, _cord, _cord, _cord, _pull, _add_device, _add_device, _move, _delete_device, _delete_node, _sheet]


@examples(40, least=10)
@given(data=st.data())
def test_every_step_of_what_is_wired_is_judged_as_the_whole_is(data: st.DataObject) -> None:
    draw = data.draw
    site = Site()
    for key in ("six", "pair", "strip"):
        site.use(key)
    for _ in range(2):
        rack = site.rack()
        site.strip(rack, site.feed(fed_by_id=_above(draw, site, None)))
        site.device(rack, 1, "six")
    findings = check_all(site.snapshot)
    for _ in range(draw(st.integers(5, 25))):
        before = site.snapshot
        draw(st.sampled_from(STEPS))(draw, site)
        if site.snapshot is before or site.applied is None:
            continue
        findings = advance(before, findings, site.snapshot, site.applied.changes)
        whole = check_all(type(before)(site.snapshot.revision, site.snapshot.tables))
        assert list(findings) == list(whole)


def test_a_device_outside_racks_that_shares_a_circuit_with_a_rack_counts_once() -> None:
    site = Site()
    for key in ("six", "pair", "strip"):
        site.use(key)
    rack, circuit = site.rack(), site.feed()
    site.strip(rack, circuit)
    lone = site.device(None, key="pair", hall_id=site.hall)
    site.insert("power_cord", device_id=lone, port=1, from_node_id=circuit)
    findings = check_all(site.snapshot)
    alone_va = float(site.snapshot.cached(node_sums).va[0])
    assert alone_va > 0
    for unit in (10, 20, 30):
        before = site.snapshot
        site.device(rack, unit, "six")
        assert site.applied is not None
        findings = advance(before, findings, site.snapshot, site.applied.changes)
        assert site.snapshot.cached(node_sums).va[0] == alone_va, "nothing more is plugged in"
    assert list(findings) == list(check_all(site.snapshot))
