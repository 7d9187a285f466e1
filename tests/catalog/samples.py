"""Small catalog files for the tests."""

FACTS = b"""\
groups:
  size: {title: Size, title_es: Medidas}
families:
  gpu: {title: GPUs, title_es: GPU, singular: GPU, singular_es: GPU}
facts:
  height_u: {kind: number, unit: U, group: size, title: Height, title_es: Altura, minimum: 0.5, maximum: 60}
  weight_kg: {kind: number, unit: kg, group: size, title: Weight, title_es: Peso, minimum: 0}
  colour_name: {kind: choice, group: size, title: Colour, title_es: Color, choices: {red: {title: red, title_es: rojo}}}
  heavy: {kind: flag, group: size, title: Heavy, title_es: Pesado}
  remark: {kind: text, group: size, title: Remark, title_es: Comentario}
"""

TYPE = b"""\
sources:
  sheet: Data sheet of the maker
types:
  - key: maker.thing
    family: server
    vendor: Maker
    model: Thing
    mount: units
    description: a thing
    description_es: una cosa
    facts:
      height_u: {value: 2, source: sheet, confidence: read}
      weight_kg: {value: 12.5, source: sheet, confidence: read}
    ports:
      - {group: net, kind: rj45, face: front, area: [10, 10, 40, 20], count: 2, source: sheet, confidence: read}
"""


def facts_file() -> bytes:
    """`FACTS` with a title for every family."""
    from gpudesk.core.hardware.hardware import Family

    lines = "".join(
        f"  {name}: {{title: {name}, title_es: {name}, singular: {name}, singular_es: {name}}}\n" for name in Family if name != "gpu"
    )
    return FACTS.replace(b"facts:\n", lines.encode() + b"facts:\n", 1)
