"""Every limit is said in a plain sentence, in English and in Spanish."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.derived.checklist.fact_registry import produced_names
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.limit_sentences import limit_sentences, words

CASES = {case["item"]: case for case in json.loads(Path(__file__).with_name("acceptance_cases.json").read_text(encoding="utf-8"))}
ENGLISH, SPANISH = NumberStyle("en"), NumberStyle("es")
RAW = re.compile(r"\b[mdk]\.[a-z]|==|[<>]=?|\bnot in\b|∈|[{}]|_|\bTrue\b|\bNone\b")


def said(key: str, style: NumberStyle, basis: dict[str, Any], measured: dict[str, Any] | None = None) -> list[str]:
    item = shipped_checklist().items[key]
    known = {name: basis.get(name) for name in item.reads}
    return [sentence.text.replace("\N{NO-BREAK SPACE}", " ") for sentence in limit_sentences(item, known, style, measured)]


@pytest.mark.parametrize("key", CASES)
@pytest.mark.parametrize("style", [ENGLISH, SPANISH], ids=["en", "es"])
def test_no_sentence_shows_a_raw_condition(key: str, style: NumberStyle) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    bases: tuple[dict[str, Any], ...] = (case["basis"], {})
    for basis in bases:
        known = {name: basis.get(name) for name in item.reads}
        sentences = limit_sentences(item, known, style)
        assert sentences or all(name[0] == "d" for name in item.acceptance.names)
        for sentence in sentences:
            # Names of plan and values are what they are: the table uses names with a line below.
            text = re.sub(r"[\w.-]+_[\w.-]+", "", sentence.text) if "name" in str(basis) else sentence.text
            assert not RAW.search(text), sentence.text
            assert not RAW.search(sentence.working), sentence.working
            assert text[:1].isupper() or not text[:1].isalpha() or text.startswith("pH")


@pytest.mark.parametrize("key", CASES)
def test_what_passed_is_said_to_hold_and_what_fails_not(key: str) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    today = "2026-03-01"
    passed = limit_sentences(item, case["basis"], ENGLISH, case["measured"], today)
    assert {sentence.holds for sentence in passed} <= {True}
    for fail in case["fails"]:
        changed, basis = case["measured"] | fail.get("measured", {}), case["basis"] | fail.get("basis", {})
        failed = limit_sentences(item, basis, ENGLISH, changed, today)
        assert [sentence.holds for sentence in failed].count(False) == 1


def test_everything_that_the_plan_produces_has_a_title_in_both_languages() -> None:
    names = {f"d.{name}" for known in produced_names().values() for name in known}
    assert names - set(words().names) == set()
    assert all(set(named.title) == {"en", "es"} and all(named.title.values()) for named in words().names.values())
    assert all(set(phrase) == {"en", "es"} for phrase in words().phrases.values())
    for english, spanish in ((phrase["en"], phrase["es"]) for phrase in words().phrases.values()):
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", spanish))


@pytest.mark.parametrize(
    ("key", "basis", "english", "spanish"),
    [
        (
            "RCV-030",
            {"d.parts": ["DGX H100"], "d.other_serials": ["S1", "S2"]},
            ["Part number: DGX H100", "Serial number: must not be that of another device"],
            ["Referencia: DGX H100", "Número de serie: no puede ser el de otro equipo"],
        ),
        (
            "CAB-110",
            {"d.module_parts_a": ["X1", "X2"], "d.module_parts_b": []},
            ["Part number of the module at A: one of X1, X2", "Part number of the module at B: none in the plan", "Both latched: yes"],
            [
                "Referencia del módulo en A: una de estas opciones: X1, X2",
                "Referencia del módulo en B: en el plan no se indica",
                "Ambos encajados: sí",
            ],
        ),
        (
            "RDY-070",
            {"d.it_kw": 378.115942, "d.feed_sides": 1},
            ["Available power, first source: at least 378.2 kW"],
            ["Potencia disponible, primera fuente: como mínimo 378,2 kW"],
        ),
        (
            "CAB-080",
            {"k.otdr_event_max_db": 0.75, "k.fiber_length_tolerance_percent": 2, "d.length_m": 30},
            ["Each value of “Loss of each event”: at most 0.75 dB", "Length: 29.4 to 30.6 m"],
            ["Cada valor de «Pérdida de cada evento»: como máximo 0,75 dB", "Longitud: de 29,4 a 30,6 m"],
        ),
        (
            "RCK-060",
            {"d.side": "left"},
            ["Side, from the face where it is mounted: left", "The cord reaches the feed: yes", "Two different people sign"],
            ["Lado, visto desde la cara de montaje: izquierda", "El cable llega a la toma: sí", "Firman dos personas distintas"],
        ),
        (
            "PWR-110",
            {"k.continuous_factor": 0.8, "d.breaker_a": 32, "k.phase_imbalance_percent": 10},
            [
                "The maximum of “Line 1”, “Line 2” and “Line 3”: at most 25.6 A",
                "The maximum of “Line 1”, “Line 2” and “Line 3” − the minimum of “Line 1”, “Line 2” and “Line 3”: at most 3.2 A",
            ],
            [
                "El mayor valor de «Fase 1», «Fase 2» y «Fase 3»: como máximo 25,6 A",
                "El mayor valor de «Fase 1», «Fase 2» y «Fase 3» − el menor valor de «Fase 1», «Fase 2» y «Fase 3»: como máximo 3,2 A",
            ],
        ),
        (
            "CLU-070",
            {"k.promised_error_percent": 10},
            ["Rate, in the unit of the guarantee: limit not set (Guaranteed rate of the reference job)"],
            ["Rendimiento, en la unidad de la garantía: límite sin definir (Rendimiento garantizado del trabajo de referencia)"],
        ),
        (
            "RCK-050",
            {"d.load_kg": None, "d.gravity_percent": 41, "k.centre_of_gravity_limit_percent": 55},
            [
                "Static load rating: limit not known (Weight of the loaded rack: incomplete)",
                "Height of the center of gravity as planned (41 %): at most 55 %",
            ],
            [
                "Carga estática: límite desconocido (Peso del rack cargado: faltan datos)",
                "Altura del centro de gravedad según el plan (41 %): como máximo 55 %",
            ],
        ),
        (
            "RCV-010",
            {},
            ["Damaged crates: exactly 0, or A claim is open: yes"],
            ["Embalajes dañados: exactamente 0, o Hay una reclamación abierta: sí"],
        ),
    ],
)
def test_limits_are_said_as_a_manual_says_them(key: str, basis: dict[str, Any], english: list[str], spanish: list[str]) -> None:
    assert said(key, ENGLISH, basis) == english
    assert said(key, SPANISH, basis) == spanish


def test_a_part_that_the_plan_fulfills_is_left_out() -> None:
    assert said("RDY-110", ENGLISH, {"d.has_liquid": False}) == ["Fire detection in service: yes"]
    assert said("RDY-110", ENGLISH, {"d.has_liquid": True}) == ["Fire detection in service: yes", "Leak detection in service: yes"]


def test_a_limit_by_another_field_gives_its_figure_once_that_is_filled() -> None:
    basis = {"k.dew_point_margin_k": 2}
    assert said("COL-080", ENGLISH, basis, {"dew_point_c": 12.3})[0].endswith("(= 14.3 °C)")


def test_a_condition_that_nobody_understands_is_shown_as_it_was_written() -> None:
    item = shipped_checklist().items["RDY-100"]
    (sentence,) = limit_sentences(item, {}, ENGLISH, expression="m.clean ?? 3")
    assert (sentence.text, sentence.holds) == ("m.clean ?? 3", None)


def test_choices_and_columns_have_spanish_names() -> None:
    english_only = {("PWR-040", "rotation"), ("SWR-040", "state"), ("NOD-170", "status"), ("NODT-170", "status")}
    for item in shipped_checklist().items.values():
        for field in item.fields:
            assert set(field.columns_es) == set(field.columns)
            if (item.key, field.key) not in english_only:
                assert set(field.options_es) == set(field.options)
