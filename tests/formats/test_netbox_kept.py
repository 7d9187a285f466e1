"""What is kept next to our words gives the document back, whatever is in it."""

from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gpudesk.formats.netbox.netbox import Mappings, document_of
from gpudesk.formats.netbox.netbox_kept import difference, restored, same
from gpudesk.formats.netbox.netbox_read import Refusal, read_type
from gpudesk.formats.netbox.netbox_remarks import Remarks
from gpudesk.formats.netbox.netbox_text import BAY_LISTS, ITEM_KEYS, MAPPINGS, PORT_LISTS, words
from gpudesk.formats.netbox.netbox_yaml import read_yaml, write_yaml

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
scalars = st.none() | st.booleans() | st.integers(-5, 3000) | st.floats(-10, 1000, width=32) | texts
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6)
names = st.sampled_from(["e0", "e1", "R1", "F1", "PSU 1", "swp{module}"]) | texts


def items(name: str) -> st.SearchStrategy[Any]:
    types = st.sampled_from([*words().sockets.get(name, {"": None}), "virtual", "hyper"])
    known = dict.fromkeys(sorted(ITEM_KEYS[name] - {"name", "type"}), scalars) | {"odd key": values}
    item = st.fixed_dictionaries({"name": names, "type": types}, optional=known) | st.fixed_dictionaries(
        {}, optional={"name": scalars, **known}
    )
    return st.lists(item | scalars, max_size=5) | scalars


lists: dict[str, st.SearchStrategy[Any]] = {name: items(name) for name in (*PORT_LISTS, *BAY_LISTS)}
ways = st.fixed_dictionaries(
    {"front_port": names, "rear_port": names}, optional={"front_port_position": st.integers(0, 3), "rear_port_position": st.integers(0, 3)}
)
documents = st.fixed_dictionaries(
    {"manufacturer": texts.filter(bool), "model": texts.filter(bool)},
    optional={
        "slug": scalars,
        "u_height": st.sampled_from([0, 0.5, 1, 1.0, 2, 48, "1", 1.3]),
        "is_full_depth": scalars,
        "part_number": scalars,
        "airflow": st.sampled_from([*words().airflow, "mixed", 3, None]),
        "weight": scalars,
        "weight_unit": st.sampled_from(["kg", "g", "lb", "oz", "stone", None, 4]),
        "max_weight": scalars,
        "subdevice_role": st.sampled_from(["parent", "child", None, "x"]),
        "is_powered": scalars,
        "description": texts,
        "comments": texts,
        "form_factor": st.just("2-post-frame"),
        "width": st.sampled_from([10, 19, 21, 23, "wide"]),
        "outer_width": scalars,
        "outer_unit": st.sampled_from(["mm", "in"]),
        "more words": values,
        MAPPINGS: st.lists(ways, max_size=3) | scalars,
        **lists,
    },
)


@given(documents)
def test_any_document_that_is_taken_is_written_back_equal(document: dict[str, Any]) -> None:
    try:
        body = read_type(document, "device-types/A/b.yaml", Remarks()).body
    except Refusal as refusal:
        event(refusal.remark.code)
        return
    written = document_of(body, Mappings.AS_READ)
    assert same(written, document)
    assert read_yaml(write_yaml([written]))[0].data == document


@given(documents, documents, st.dictionaries(st.sampled_from(PORT_LISTS), st.just({}), max_size=1))
def test_the_difference_of_any_two_documents_without_lists(first: Any, second: Any, strays: Any) -> None:
    plain = [{name: value for name, value in each.items() if name not in lists} for each in (first, second)]
    assert same(restored(plain[1], difference(plain[0], plain[1], strays)), plain[0])


@pytest.mark.parametrize(
    ("first", "second"), [(1, 1.0), (1, True), (0, False), ("1", 1), ([1], [1.0]), ({"a": 1}, {"a": True}), ([1, 2], [1]), (None, 0)]
)
def test_values_of_other_types_are_not_the_same(first: Any, second: Any) -> None:
    assert not same(first, second)
    assert same(first, first)
