"""Pipelines for images and video, programs that run models in passes, and their measured share of the board rate in MLPerf."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.work.single_pass_models import Picture, Streams, decoded_flops, denoiser_flops, encoder_flops
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import boards

_CONTEXT = "sizing"
DENOISER, ENCODER = "denoiser", "encoder"


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A denoiser with its text encoder and its image decoder.

    Attributes:
        latent, latent_frames: pixels across, and frames, of the image per latent pixel or frame.
        patch: latent pixels across one token.
        guided: whether each step requires a second pass without the text.
        width, height, frames: defaults; 1 frame for an image.
        missing: parts without a model in the catalog.
    """

    key: str
    denoiser: Architecture
    text_encoders: tuple[Architecture, ...]
    autoencoder: Architecture | None
    streams: Streams
    latent: int
    latent_frames: int
    patch: int
    text: int
    guided: bool
    steps: int
    width: int
    height: int
    frames: int
    missing: str
    source: str
    confidence: str

    def picture(self, width: int, height: int, frames: int) -> Picture:
        """The input of the denoiser."""
        inside = (frames - 1) // self.latent_frames + 1 if frames > 1 else 1
        return Picture(max(1, height // self.latent), max(1, width // self.latent), inside, self.patch, self.text)

    def flops(self, of: Picture, steps: int) -> tuple[float, float, float]:
        """Of one picture: of the denoiser, of the text encoders, of the autoencoder."""
        denoised = denoiser_flops(self.denoiser, of, self.streams) * steps * (2 if self.guided else 1)
        read = sum(encoder_flops(model.weights, self.text) for model in self.text_encoders) * (2 if self.guided else 1)
        return denoised, read, decoded_flops(self.autoencoder, of) if self.autoencoder is not None else 0.0


@dataclass(frozen=True, slots=True)
class PassProgram:
    """A program that runs models in passes.

    Attributes:
        share: share of the 16-bit rate; None if it is calibrated.
        start_us: time to start one layer, with the factors of its range.
    """

    key: str
    title: str
    share: Spread | None
    half_factor: float
    most: float
    start_us: float
    start_range: tuple[float, float]
    other_gib: Spread
    source: str


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "pipelines.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


@cache
def pipelines() -> Mapping[str, Pipeline]:
    """Every pipeline by its key."""
    return {row["key"]: _pipeline(row) for row in _table()["pipelines"]}


def _pipeline(row: Mapping[str, Any]) -> Pipeline:
    return Pipeline(
        key=row["key"],
        denoiser=find_model(row["denoiser"]).architecture,
        text_encoders=tuple(find_model(name).architecture for name in row["text_encoders"]),
        autoencoder=find_model(row["autoencoder"]).architecture if row["autoencoder"] else None,
        streams=Streams(row["streams"]),
        latent=row["latent"],
        latent_frames=row.get("latent_frames", 1),
        patch=row["patch"],
        text=row["text"],
        guided=row["guided"],
        steps=row["steps"],
        width=row["side"],
        height=row.get("high", row["side"]),
        frames=row.get("frames", 1),
        missing=row.get("missing", ""),
        source=row["source"],
        confidence=row["confidence"],
    )


def find_pipeline(name: str) -> Pipeline | None:
    """The pipeline with this key or denoiser name; None if there is none."""
    folded_name = name.casefold()
    for pipeline in pipelines().values():
        if folded_name in (pipeline.key, pipeline.denoiser.name.casefold()):
            return pipeline
    return None


@cache
def pass_programs() -> Mapping[str, PassProgram]:
    """Every program by its key."""
    return {
        key: PassProgram(
            key=key,
            title=row["title"],
            share=Spread(*(float(value) for value in row["share"])) if "share" in row else None,
            half_factor=float(row.get("half_factor", 1.0)),
            most=float(row.get("most", 1.0)),
            start_us=float(row["start_us"]),
            start_range=(float(row["start_range"][0]), float(row["start_range"][1])) if "start_range" in row else (1.0, 1.0),
            other_gib=Spread(*(float(value) for value in row["other_gib"])),
            source=row["source"],
        )
        for key, row in _table()["programs"].items()
    }


def pass_program(key: str) -> PassProgram:
    """Raises:
    InvalidData: there is no such program.
    """
    if key not in pass_programs():
        text = QT_TRANSLATE_NOOP("sizing", "Unknown engine {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(pass_programs())}))
    return pass_programs()[key]


@dataclass(frozen=True, slots=True)
class PassRow:
    """One result of MLPerf."""

    benchmark: str
    gpu: str
    gpus: int
    samples_per_s: float
    source: str

    @property
    def kind(self) -> str:
        return str(_table()["benchmarks"][self.benchmark]["kind"])

    @property
    def reached(self) -> float:
        """Of the dense 8-bit rate of its boards."""
        return self.samples_per_s / self.gpus * _sample_flops(self.benchmark) / boards()[self.gpu].rates["fp8"]


@cache
def _sample_flops(benchmark: str) -> float:
    row = _table()["benchmarks"][benchmark]
    if row["kind"] == ENCODER:
        return encoder_flops(find_model(row["model"]).architecture.weights, row["tokens"])
    pipeline = pipelines()[benchmark]
    return sum(pipeline.flops(pipeline.picture(pipeline.width, pipeline.height, 1), row["steps"]))


@cache
def pass_rows() -> tuple[PassRow, ...]:
    """Every result, in the order of the file."""
    with resource("calibration", "passes.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            PassRow(row["benchmark"], row["gpu"], int(row["gpus"]), float(row["samples_per_s"]), row["source"])
            for row in csv.DictReader(file)
        )


def shares_by_board(kind: str) -> Mapping[str, float]:
    """What results of a kind reached of the 8-bit rate, the median of each board, so that no board counts more than another."""
    kind_rows = [row for row in pass_rows() if row.kind == kind]
    return {gpu: float(np.median([row.reached for row in kind_rows if row.gpu == gpu])) for gpu in sorted({row.gpu for row in kind_rows})}


@cache
def calibrated_share(kind: str) -> Spread:
    """What TensorRT reaches of the 8-bit rate, with all that any board reached around it."""
    shares = np.array(list(shares_by_board(kind).values()))
    return Spread(float(np.median(shares)), float(shares.min()), float(shares.max()))


def share_off(kind: str) -> Floats:
    """ln(predicted / measured) seconds of a sample of each result, by the share that the other boards reached."""
    shares, rows = shares_by_board(kind), [row for row in pass_rows() if row.kind == kind]
    others = {gpu: float(np.median([share for other, share in shares.items() if other != gpu])) for gpu in shares}
    off: Floats = np.log(np.array([row.reached / others[row.gpu] for row in rows]))
    return off
