"""Sources that a Spanish window shows are in Spanish."""

from collections.abc import Iterator

import pytest
import yaml

from gpudesk.catalog.source_texts import source_in, spanish_sources
from gpudesk.locate import resource
from gpudesk.sizing.gpus.sizing_tables import weight_formats

# The data whose sources the window shows.
SHOWN = {
    "catalog": tuple(sorted(path.stem for path in resource("catalog").iterdir() if not path.name.startswith("_"))),
    "sizing": (
        *("engines", "engine_layouts", "weight_formats", "kv_formats", "training", "training_steps", "optimisers", "generic", "pipelines"),
    ),
    "monitor": ("alarms", "health", "smi_failures", "verdict"),
    "rules": ("card_power", "wall_circuits"),
    "cost": ("assumptions", "carbon", "clouds", "currencies", "systems", "tariffs", "virtualisation"),
}


def sources_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, str) and (key in ("source", "embedding_in_ram") or key.endswith("_source")):
                yield part
            else:
                yield from sources_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from sources_of(part)


def of_file(folder: str, name: str) -> list[str]:
    with resource(folder, f"{name}.yaml").open("rb") as file:
        data = yaml.load(file, Loader=yaml.CSafeLoader)
    # The facts of the catalog name their sources by a word, and the file lists them.
    return list(data.get("sources", {}).values()) if folder == "catalog" else [source for source in sources_of(data) if source]


@pytest.mark.parametrize(("folder", "name"), [(folder, name) for folder, names in SHOWN.items() for name in names])
def test_each_source_has_a_translation_or_needs_none(folder: str, name: str) -> None:
    with resource("translations", "sources_es.yaml").open("rb") as file:
        unchanged = set(yaml.load(file, Loader=yaml.CSafeLoader)["unchanged"])
    missing = [source for source in of_file(folder, name) if source not in spanish_sources() and source not in unchanged]
    assert missing == []


def test_no_translation_is_left_over() -> None:
    """A source that was reworded loses its translation silently, unless this fails."""
    with resource("translations", "sources_es.yaml").open("rb") as file:
        table = yaml.load(file, Loader=yaml.CSafeLoader)
    used = {source for folder, names in SHOWN.items() for name in names for source in of_file(folder, name)}
    used |= {form.source for form in weight_formats().values()}
    in_code = {
        "bill of materials",
        "maximum power",
        "project power values",
        "the file headers",
        "after a conversion, the tool decides which layers stay in 16 bits and how the groups are ordered",
        "the layers with keys and values of their own are the first ones, and each GPU has a share of each kind, rounded down or up",
        "github:NVIDIA/Model-Optimizer issue 150: attention in BF16 in DeepSeek-R1-FP4, in FP4 in releases of Llama",
    }
    listed = [pair["en"] for pair in table["translated"]] + table["unchanged"]
    assert len(listed) == len(set(listed))
    assert [text for text in listed if text not in used | in_code] == []


def test_joined_sources_are_translated_part_by_part() -> None:
    first = "GPTQ and AWQ checkpoints: a 16-bit scale and a 4-bit zero point for each group"
    chosen = "after a conversion, the tool decides which layers stay in 16 bits and how the groups are ordered"
    assert source_in(f"{first}; {chosen}", "es") == (
        "Checkpoints GPTQ y AWQ: una escala de 16 bits y un punto cero de 4 bits por grupo; "
        "tras una conversión, depende de la herramienta qué capas quedan en 16 bits y cómo se ordenan los grupos"
    )
    assert source_in(f"my own log; {chosen}", "es").startswith("my own log; tras una conversión")
    assert source_in(f"{first}; {chosen}", "en") == f"{first}; {chosen}"
    assert source_in("somebody; said; this", "es") == "somebody; said; this"


def test_what_a_source_is_about_keeps_its_name() -> None:
    assert source_in("Generic Server 8U HGX H200, NVIDIA DGX H200: maximum power", "es") == (
        "Servidor 8U HGX H200 (modelo genérico), NVIDIA DGX H200: potencia máxima"
    )
