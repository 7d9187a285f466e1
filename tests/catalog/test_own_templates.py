"""The person's own templates: kept, found, renamed, given away, taken in, forgotten; and files that are none or mean harm."""

from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.own_templates import (
    MOST_OWN,
    delete_template,
    own_folder,
    own_path,
    own_templates,
    rename_template,
    save_template,
    take_template,
)
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES
from gpudesk.catalog.template_files import MOST_IN_RACK, own_body, plan_of
from gpudesk.catalog.templates import load_template, template_info, templates
from gpudesk.core.messages.errors import DeskError, InvalidData, Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.core.plan.template_derive import derived

ROW = Plan(
    "",
    (PlanHall("Hall"),),
    (PlanRow(0, "A"),),
    tuple(PlanRack("generic.rack-48u-600x1200", 0, f"A{number:02}", row=0, x_mm=600 * number) for number in range(1, 5)),
    tuple(PlanDevice("nvidia.dgx-h100", f"dgx-{number + 1:03}", rack=number, position=0, role="compute") for number in range(4)),
)


def saved(title: str = "Nave de 4") -> str:
    found = derived(ROW)
    assert found is not None
    return save_template(title, found.plan, found.repeat, title_es="Nave", description="Four racks: yes, 2024-01-01 and ~", kind="racks")


def test_what_was_kept_is_found_and_built_again() -> None:
    assert own_templates().infos == ()
    name = saved()
    assert name == "mine/nave-de-4"
    info = own_templates().infos[0]
    assert info == template_info(name)
    assert (info.title, info.title_es, info.kind, info.own) == ("Nave de 4", "Nave", "racks", True)
    assert info.description == info.description_es == "Four racks: yes, 2024-01-01 and ~"
    assert load_template(name).racks == ROW.racks
    assert [device.name for device in load_template(name, {"racks": "6"}).devices][-1] == "dgx-006"
    assert name not in [each.name for each in templates()], "those of the program stay by themselves"


def test_a_second_one_of_the_same_title_stands_beside_the_first() -> None:
    assert [saved(), saved(), saved("¿Qué?"), saved("…")] == ["mine/nave-de-4", "mine/nave-de-4-2", "mine/que", "mine/template"]


def test_a_very_full_folder_loses_nothing(tmp_path: Path) -> None:
    raw = own_path(saved("A")).read_bytes()
    for number in range(MOST_OWN):
        (own_folder() / f"a-{number:03}.yaml").write_bytes(raw)
    assert [saved("Zed"), saved("Zed")] == ["mine/zed", "mine/zed-2"]
    given = tmp_path / "zed.yaml"
    given.write_bytes(raw.replace(b"name: a\n", b"name: zed\n"))
    assert take_template(given) != "mine/zed"


def test_what_a_file_says_of_a_type_of_the_program_does_not_count() -> None:
    known = dict(open_catalog().get("nvidia.sn2201").body)
    false = known | {"facts": {**known["facts"], "weight_kg": {"value": 1, "source": "NVIDIA", "confidence": "read"}}}
    types = {"nvidia.sn2201": false, "acme.sn2201": false | {"key": "acme.sn2201"}}
    assert set(load_template(save_template("Light", replace(ROW, types=types))).types) == {"acme.sn2201"}


def test_renamed_and_forgotten() -> None:
    name = rename_template(saved(), "East row", description="new")
    assert name == "mine/east-row"
    assert [each.title for each in own_templates().infos] == ["East row"]
    assert template_info(name).description_es == "new"
    assert rename_template(name, "East  Row!") == name, "the file keeps its name where it may"
    delete_template(name)
    assert own_templates().infos == ()
    for gone in (name, "mine/../../x", "mine/", "small-pod"):
        with pytest.raises(Refused):
            delete_template(gone)
    with pytest.raises(Refused):
        save_template("  ", ROW)


def test_given_away_and_taken_in_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = tmp_path / "for you.yaml"
    given.write_bytes(own_path(saved()).read_bytes())
    assert take_template(given) == "mine/nave-de-4", "one that is here already is not kept twice"
    assert len(own_templates().infos) == 1
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path / "elsewhere"))
    assert take_template(given) == "mine/nave-de-4"
    assert load_template("mine/nave-de-4").racks == ROW.racks
    given.write_text(given.read_text().replace("Four racks", "Other racks"))
    assert take_template(given) == "mine/nave-de-4-2"


def test_a_template_of_the_program_can_be_taken_as_an_own_one(tmp_path: Path) -> None:
    from gpudesk.locate import resource

    assert take_template(resource("templates", "dgx-h100-superpod.yaml")) == "mine/dgx-h100-superpod"
    assert len(load_template("mine/dgx-h100-superpod", {"su": "1"}).racks) == 10
    assert template_info("mine/dgx-h100-superpod").published


def test_what_is_too_much_for_a_template_is_refused_and_leaves_nothing() -> None:
    many = Plan("", (PlanHall("H"),), devices=tuple(PlanDevice("nvidia.dgx-h100", f"dgx-{number:05}", hall=0) for number in range(30_000)))
    with pytest.raises(Refused, match="too large for a template"):
        save_template("Site", many)
    assert not own_folder().exists()


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nname: b\ntitle: b\nplan: {}\n"
HOSTILE = {
    "alias": BOMB,
    "nested": "name: a\ntitle: a\nplan: " + "[" * 5000,
    "large": "name: a\ntitle: a\ndescription: '" + "x" * MAXIMUM_BYTES + "'\nplan: {}\n",
    "values": "name: a\ntitle: a\nplan: {racks: [" + "{}," * 1200 + "]}\n",
    "tag": "!!python/object/apply:os.system [ls]\n",
    "binary": "\0\1\2",
    "no-plan": "name: a\ntitle: a\n",
    "both": "name: a\ntitle: a\nplan: {}\nbuild: {}\n",
    "list": "- a\n- b\n",
    "strange": "name: a\ntitle: a\nplan: {}\ncommand: rm\n",
    "title": f"name: a\ntitle: {'x' * 5000}\nplan: {{}}\n",
    "no-rack": "name: a\ntitle: a\nplan: {devices: [{type: x, name: y, rack: 7}]}\n",
    "build": "name: a\ntitle: a\nbuild: {plan_name: x}\n",
    "repeat": "name: a\ntitle: a\nplan: {}\nrepeat: {parameters: {rows: {title: a, title_es: a, kind: number, value: 1, minimum: 1}}}\n",
    "kind": "name: a\ntitle: a\nplan: {}\nkind: rocket\n",
}


@pytest.mark.parametrize("which", HOSTILE)
def test_a_file_that_means_harm_is_refused_and_spoils_nothing_else(which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.catalog.plain_yaml.MAXIMUM_VALUES", 1000)
    path = tmp_path / f"{which}.yaml"
    path.write_text(HOSTILE[which])
    with pytest.raises(DeskError) as refused:
        take_template(path)
    assert path.name in str(refused.value) or "not valid" in str(refused.value)
    assert len(str(refused.value)) < 2000
    name = saved()
    (own_folder() / path.name).write_text(HOSTILE[which])
    found = own_templates()
    assert [info.name for info in found.infos] == [name]
    assert [bad.path.name for bad in found.bad] == [path.name]


def test_a_file_that_asks_for_a_thousand_million_is_refused_when_it_is_built(tmp_path: Path) -> None:
    name = saved()
    path = own_path(name)
    path.write_text(path.read_text().replace("maximum: 200", "maximum: 1000000000"))
    with pytest.raises(Refused, match="more than 400000"):
        load_template(name, {"racks": 10**9})


def test_a_rack_that_cannot_hold_so_much_is_refused_by_count(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    for count, error in ((MOST_IN_RACK, ""), (MOST_IN_RACK + 1, f"holds {MOST_IN_RACK + 1} devices; the limit is {MOST_IN_RACK}")):
        many = replace(ROW, devices=ROW.devices[:1] * count).to_plain()
        path.write_text(dumped({"name": "mine", "title": "Mine", "plan": many}), encoding="utf-8")
        if not error:
            assert len(plan_of(own_body(path), {}).devices) == count
            continue
        with pytest.raises(InvalidData, match=error):
            plan_of(own_body(path), {})
        with pytest.raises(InvalidData, match=error):
            take_template(path)


def test_a_template_with_a_rack_that_holds_too_much_is_not_saved() -> None:
    full, over = (replace(ROW, devices=ROW.devices[:1] * count) for count in (MOST_IN_RACK, MOST_IN_RACK + 1))
    save_template("Full", full)
    with pytest.raises(Refused, match=f"holds {MOST_IN_RACK + 1} devices; the limit is {MOST_IN_RACK}"):
        save_template("Too full", over)
    assert [info.name for info in own_templates().infos] == ["mine/full"]
