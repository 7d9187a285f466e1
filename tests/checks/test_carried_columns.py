"""The names and roles of devices that are kept from edit to edit equal those of a state that keeps nothing."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.rules.plan.host_spellings import carry_host_spellings, host_spellings
from gpudesk.derived.scope.role_codes import carry_role_codes, role_codes
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site

NAMES = st.sampled_from(["node", "Node", "NODE", "straße", "STRASSE", "other", ""])
ROLES = st.sampled_from(["", "compute", "storage", "leaf"])
DEVICES = st.tuples(NAMES, ROLES, st.sampled_from(["system", "panel"]))


def _edit(site: Site, data: st.DataObject) -> None:
    """Some devices go, change and come in one step."""
    types = {key: site.use(key) for key in ("system", "panel")}
    ids = site.snapshot["device"].ids.tolist()
    gone = data.draw(st.sets(st.sampled_from(ids), max_size=2)) if ids else set()
    changed = data.draw(st.sets(st.sampled_from(ids), max_size=2)) - gone if ids else set()
    added = data.draw(st.lists(DEVICES, max_size=2))

    def step(edit: Edit) -> None:
        for device in gone:
            edit.delete("device", device)
        for device in changed:
            name, role, key = data.draw(DEVICES)
            edit.update("device", device, name=name, role=role, type_id=types[key])
        for name, role, key in added:
            edit.insert("device", name=name, role=role, type_id=types[key])

    site.step(step)


@given(st.data())
def test_names_and_roles_after_edits(data: st.DataObject) -> None:
    site = Site()
    for name, role, key in data.draw(st.lists(DEVICES, max_size=6)):
        site.device(None, key=key, name=name, role=role)
    site.snapshot.cached(host_spellings), site.snapshot.cached(role_codes)
    for _ in range(data.draw(st.integers(1, 5))):
        before = site.snapshot
        _edit(site, data)
        after = site.snapshot
        assert site.applied is not None
        carry_host_spellings(before, after, site.applied.changes)
        carry_role_codes(before, after, site.applied.changes)
        fresh = Snapshot(after.revision, after.tables)
        assert after.cached(host_spellings) == fresh.cached(host_spellings)
        assert after.cached(role_codes).number == fresh.cached(role_codes).number
        assert after.cached(role_codes).counts() == fresh.cached(role_codes).counts()
        assert np.array_equal(after.cached(role_codes).of_device, fresh.cached(role_codes).of_device)
    site.document.close()


def test_a_name_in_other_letters_is_detected_after_an_edit() -> None:
    site = Site()
    first = site.device(None, name="node")
    site.device(None, name="other")
    site.snapshot.cached(host_spellings), site.snapshot.cached(role_codes)
    before = site.snapshot
    second = site.device(None, name="NODE")
    assert site.applied is not None
    carry_host_spellings(before, site.snapshot, site.applied.changes)
    carry_role_codes(before, site.snapshot, site.applied.changes)
    assert site.snapshot.known(host_spellings) is None
    assert site.snapshot.cached(host_spellings) == {second: (first, "node")}
    assert site.snapshot.known(role_codes) is not None
