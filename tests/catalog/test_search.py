"""Search as one types."""

from functools import cache

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.entry import FamilyDefinition
from gpudesk.catalog.search import SearchIndex
from gpudesk.catalog.search_terms import folded
from gpudesk.core.hardware.hardware import Family
from gpudesk.store.catalog_db import ItemRow


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


def found(catalog: Catalog, text: str, family: Family | None = None) -> list[str]:
    return [hit.key for hit in catalog.search(text, family)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("dgx h", "nvidia.dgx-h100"),
        ("h100 dgx", "nvidia.dgx-h100"),
        ("DGXH100", "nvidia.dgx-h100"),
        ("dgx-h1", "nvidia.dgx-h100"),
        ("qm97", "nvidia.qm9700"),
        ("920-9B210-00FN-0M0", "nvidia.qm9700"),
        ("9209b210", "nvidia.qm9700"),
        ("mqm9790", "nvidia.qm9790"),
        ("2201", "nvidia.sn2201"),
        ("nvl72", "nvidia.gb200-nvl72"),
        ("open rack v3", "ocp.open-rack-v3"),
        ("panel ciego 2u", "generic.blank-2u"),
        ("sn56", "nvidia.sn5600"),
    ],
)
def test_best_hit(catalog: Catalog, text: str, first: str) -> None:
    assert found(catalog, text)[0] == first


@pytest.mark.parametrize("text", ["estacion de trabajo", "ESTACIÓN", "workstation"])
def test_the_name_of_a_family_finds_its_members(catalog: Catalog, text: str) -> None:
    assert catalog.get(found(catalog, text)[0]).family is Family.WORKSTATION


@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)], ids=["every third entry", "every entry"])
def test_every_letter_typed_keeps_what_is_meant(catalog: Catalog, apart: int) -> None:
    """The wanted entry is among the hits from the first letter on, and first when the model is typed out.

    From the sixth letter on every third is looked at: a text that long finds few entries, and the next letter takes hardly one away.
    """

    @cache
    def hits(typed: str) -> frozenset[str]:
        # Models of a family begin alike.
        return frozenset(catalog.keys_found(typed))

    for key in sorted(catalog)[::apart]:
        model = catalog.get(key).model
        for length in (*range(1, min(6, len(model))), *range(6, len(model), 3), len(model)):
            assert key in hits(model[:length]), (key, model[:length])
        best = catalog.get(found(catalog, model)[0])
        assert best.key == key or best.model.casefold().startswith(model.casefold()), key


def test_all_words_must_be_found(catalog: Catalog) -> None:
    assert found(catalog, "dgx qm9700") == []
    assert found(catalog, "zzz") == []


def test_a_family_narrows(catalog: Catalog) -> None:
    assert set(found(catalog, "", Family.RACK)) == {key for key in catalog if catalog.get(key).family is Family.RACK}
    assert set(found(catalog, "h100", Family.GPU)) == {"nvidia.h100-sxm5-80gb", "nvidia.h100-pcie-80gb", "nvidia.h100-nvl-94gb"}


def test_an_empty_text_lists_everything_by_family(catalog: Catalog) -> None:
    hits = catalog.search("", limit=1000)
    assert len(hits) == len(catalog)
    order = [hit.family for hit in hits]
    assert order == sorted(order, key=list(catalog.families()).index)
    assert found(catalog, " - ") == [hit.key for hit in hits][:50]


def test_a_hit_shows_what_a_list_needs(catalog: Catalog) -> None:
    hit = catalog.search("dgx h100")[0]
    assert (hit.title, hit.height_u, hit.power_max_w, hit.weight_kg) == ("NVIDIA DGX H100", 8, 10_200, 130.45)
    assert catalog.search("dgx h100", limit=1) == [hit]
    assert catalog.search("sn2201")[0].power_max_w is None


def test_folding() -> None:
    assert folded("Tensión Ñ ß") == "tension n ss"


def test_five_thousand_entries_are_searched() -> None:
    family = FamilyDefinition("switch", "Switches", "Conmutadores", "switch", "conmutador")
    words = ("leaf", "spine", "core", "edge")
    items = [
        ItemRow(
            f"maker.m{n}",
            "switch",
            "Vendor",
            f"M{n} {words[n % 4]}",
            "v",
            "units",
            (f"alias{n}",),
            (f"90-{n:05d}-X",),
            "text",
            "texto",
            1,
            None,
            None,
        )
        for n in range(5000)
    ]
    index = SearchIndex(items, {"switch": family})
    assert index.find("leaf m48", None, 10)
    assert index.find("90 00042", None, 10)[0][0] == "maker.m42"


def test_marks_inside_a_word_join_or_part() -> None:
    item = ItemRow("a.b", "switch", "A", "Mover 2,000 kg U/UTP", "v", "units", (), ("920-9B210",), "", "", 1, None, None)
    index = SearchIndex([item], {"switch": FamilyDefinition("switch", "Switches", "Conmutadores", "switch", "conmutador")})
    for text in ("2,0", "2,000", "u/u", "920-9b", "9209b2", "mover 2,000", "u/utp kg"):
        assert [key for key, _ in index.find(text, None, 5)] == ["a.b"], text
    for text in ("2,1", "u/x", "920-9c"):
        assert index.find(text, None, 5) == [], text


def test_of_equals_the_model_that_is_just_so_is_first() -> None:
    items = [
        ItemRow(f"a.{n}", "switch", "A", model, "v", "units", (), (), "", "", 1, None, None)
        for n, model in enumerate(("All with X 9", "X 9", "Zoo of X 9"))
    ]
    index = SearchIndex(items, {"switch": FamilyDefinition("switch", "Switches", "Conmutadores", "switch", "conmutador")})
    assert index.find("x 9", None, 5) == [("a.1", 120), ("a.0", 120), ("a.2", 120)]
    assert index.find("9 x", None, 5) == [("a.0", 120), ("a.1", 120), ("a.2", 120)]
