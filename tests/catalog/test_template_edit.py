"""Changing an item in the text of a template: only what differs is written again."""

import pytest

from gpudesk.catalog.checklist_template import read_template
from gpudesk.catalog.template_edit import NamedField, with_changes

TEXT = """# The items of ACME.
sources:
  owner: Ünser rules   # as signed
items:
  # The first item
  - when: "d.it_kw > 0"
    key: OWN-010   # its key
    stage: rack
    do: |
      Measure.

      # Not a comment.

    # In front of the list
    needs:
      - RDY-010
    accept:
    hold: true
    # In front of the fields
    fields:
      top_c: {kind: number, unit: "°C"}   # at the top
      # The low one
      low_c:
        kind: number
        resolution: 0.0001
    every: P3M   # quarterly
"""


def changed(
    text: str, *, sources: dict[str, str] | None = None, names: tuple[tuple[str, str | None], ...] | None = None, **values: object
) -> str:
    own = read_template("", text.encode()).own
    body = {name: value for name, value in {**own.bodies[0], **values}.items() if name != "fields" and value != "gone"}
    fields = own.bodies[0].get("fields", {})
    listed = names if names is not None else tuple((name, name) for name in fields)
    return with_changes(
        text, own, body, [NamedField(name, fields[old] if old else {"kind": "text"}, old) for name, old in listed], sources or {}
    )


def test_an_unchanged_item_leaves_the_text_as_it_is() -> None:
    assert changed(TEXT) == TEXT


@pytest.mark.parametrize(
    ("values", "old", "new"),
    [
        ({"key": "OWN-020"}, "key: OWN-010 ", "key: OWN-020 "),
        ({"stage": "yes: no # x"}, "stage: rack", "stage: 'yes: no # x'"),
        ({"accept": "2024"}, "accept:", "accept: '2024'"),
        ({"needs": ["A", "B"]}, "needs:\n      - RDY-010", "needs: [A, B]"),
        ({"do": "One line"}, "do: |\n      Measure.\n\n      # Not a comment.", "do: One line"),
        ({"hold": "gone"}, "    hold: true\n", ""),
        ({"when": "gone"}, 'when: "d.it_kw > 0"\n    key', "key"),
        ({"every": "gone"}, "    every: P3M   # quarterly\n", ""),
        ({"two_person": True}, "# quarterly\n", "# quarterly\n    two_person: true\n"),
        ({"sources": {"owner": "Rules"}}, "Ünser rules", "Rules"),
        ({"names": (("top_c", "top_c"),)}, "      low_c:\n        kind: number\n        resolution: 0.0001\n", ""),
        ({"names": (("top", "top_c"), ("low_c", "low_c"))}, "top_c: {", "top: {"),
        ({"names": (("top_c", "top_c"), ("top_c", "low_c"))}, "low_c:", "top_c:"),
        ({"names": (("top_c", "top_c"), ("low_c", "low_c"), ("new", None))}, "0.0001\n", "0.0001\n      new: {kind: text}\n"),
    ],
)
def test_only_the_changed_value_is_written_again(values: dict[str, object], old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert changed(TEXT, **values) == TEXT.replace(old, new)  # type: ignore[arg-type]


def test_all_values_can_change_at_once() -> None:
    text = changed(TEXT, when="gone", key="gone", stage="gone", title="A\n\nB", needs=[], sources={"owner": "x"}, names=(("new", None),))
    own = read_template("", text.encode()).own
    assert own.bodies[0]["title"] == "A\n\nB"
    assert own.bodies[0]["fields"] == {"new": {"kind": "text"}}
    assert not {"when", "key", "stage"} & set(own.bodies[0])
    assert text.startswith("# The items of ACME.\n")


@pytest.mark.parametrize(
    "text",
    [
        "items: [{key: A, title: b, fields: {x: {kind: text}}}]",
        "? items\n: - ? key\n    : A\n    title: b\n    fields:\n      x: {kind: text}\n",
        "items:\n- {}\n",
        "items:\n- key: A\n  title: b",
    ],
)
def test_every_form_of_yaml_is_changed(text: str) -> None:
    old = read_template("", text.encode()).own.bodies[0]
    new = changed(text, title="c", hold=True, names=(("y", "x" if "fields" in old else None), ("z", None)))
    (body,) = read_template("", new.encode()).own.bodies
    assert body == {
        **({"key": "A"} if "key" in old else {}),
        "title": "c",
        "hold": True,
        "fields": {"y": {"kind": "text"}, "z": {"kind": "text"}},
    }
