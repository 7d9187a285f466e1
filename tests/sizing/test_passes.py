"""Models that do not go on word by word: products against published counts, times against MLPerf."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import CacheKind
from gpudesk.core.work.single_pass_models import Picture, Streams, decoded_flops, denoiser_flops, encoder_flops, started, unet_flops
from gpudesk.sizing.calibration.serving_calibration import SEEN, UNSEEN
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import Reason, ServingWorkload, Verdict, serving_plans
from gpudesk.sizing.single_pass.pass_plans import PassPlan, pass_fixes, pass_plans
from gpudesk.sizing.single_pass.pass_tables import (
    DENOISER,
    ENCODER,
    calibrated_share,
    find_pipeline,
    pass_program,
    pass_programs,
    pass_rows,
    pipelines,
    share_off,
)
from gpudesk.sizing.single_pass.pass_work import PassKind, PassWorkload, pass_costs, pass_workload, runs_in_passes, seconds_heard

H100 = "H100 SXM5 80 GB"


def work(name: str, form: str = "bf16", program: str = "pytorch", **said: object) -> PassWorkload:
    pipeline = find_pipeline(name)
    model = pipeline.denoiser if pipeline is not None else find_model(name).architecture
    return pass_workload(model, weight_format(form), pass_program(program), **said)  # type: ignore[arg-type]


def plan(asked: PassWorkload, board: str = H100, gpus: int | None = None) -> PassPlan:
    return pass_plans(asked, [find_board(board)], gpus)[0]


@pytest.mark.parametrize(
    ("model", "of", "streams", "macs", "within"),
    [
        # Peebles and Xie (arXiv:2212.09748), table of models: DiT-XL/2 at 256 × 256 takes 118.6 G multiplications.
        ("facebook/DiT-XL-2-256", Picture(32, 32, 1, 2, 0), Streams.CROSS, 118.6e9, 0.005),
        # Stable Diffusion 1.5 at 512 × 512: 402 G as profiled with attention; DeepCache (arXiv:2312.00858) counts 339 G without.
        ("stable-diffusion-v1-5 / UNet", Picture(64, 64), Streams.UNET, 402e9, 0.01),
    ],
)
def test_products_of_denoisers(model: str, of: Picture, streams: Streams, macs: float, within: float) -> None:
    assert denoiser_flops(find_model(model).architecture, of, streams) / 2 == pytest.approx(macs, rel=within)


def test_products_of_encoders_and_autoencoders() -> None:
    """ViT-B/16 at 224 takes 17.6 G multiplications, as profiled; the decoder of Stable Diffusion at 512 about 1.24 T."""
    assert encoder_flops(find_model("google/vit-base-patch16-224").architecture.weights, 197) / 2 == pytest.approx(17.6e9, rel=0.01)
    assert decoded_flops(find_model("SD/SDXL VAE (AutoencoderKL)").architecture, Picture(64, 64)) / 2 == pytest.approx(1.24e12, rel=0.03)


def test_products_grow_as_they_must() -> None:
    flux, sdxl = (find_model(name).architecture for name in ("FLUX.1-dev / transformer", "stable-diffusion-xl-base-1.0 / UNet"))
    small, large = (denoiser_flops(flux, Picture(side, side, 1, 2, 512), Streams.JOINT) for side in (64, 128))
    assert 3 < large / small < 5
    assert 4 < unet_flops(sdxl, Picture(128, 128)) / unet_flops(sdxl, Picture(64, 64)) < 5, "attention grows with the square"
    assert started(sdxl.weights) == 70
    with pytest.raises(ValueError, match="no blocks"):
        unet_flops(flux, Picture(64, 64))


@pytest.mark.parametrize(("kind", "rows", "median", "p95"), [(DENOISER, 27, 15, 25), (ENCODER, 36, 15, 25)])
def test_a_board_that_was_held_out_is_met(kind: str, rows: int, median: float, p95: float) -> None:
    """Results of MLPerf Inference v4.1, offline, by the share of the 8-bit rate that the other boards reached."""
    error = 100 * np.abs(np.expm1(share_off(kind)))
    assert len(error) == rows
    assert float(np.median(error)) <= median
    assert float(np.quantile(error, 0.95)) <= p95


def test_every_result_lies_in_the_range_of_its_plan() -> None:
    """Stable Diffusion XL in 20 steps with TensorRT, every result of MLPerf; ranges are those of whole boards, so a few may stick out."""
    asked = work("stable-diffusion-xl", "fp8", "tensorrt", steps=20, batch=8)
    inside = []
    for row in pass_rows():
        if row.benchmark == "stable-diffusion-xl":
            found = pass_plans(asked, [find_board(row.gpu)])[0]
            assert found.provenance == SEEN
            inside.append(found.tpot.low * 0.98 <= row.gpus / row.samples_per_s <= found.tpot.high * 1.02)
    assert np.mean(inside) >= 0.95
    assert 0.2 < calibrated_share(DENOISER).low < calibrated_share(DENOISER).high < 0.35


def test_every_pipeline_can_be_sized() -> None:
    assert {"stable-diffusion-xl", "flux.1-dev", "wan-2.1-14b"} <= set(pipelines())
    for key, pipeline in pipelines().items():
        found = plan(work(key), "B200 SXM 180 GB")
        assert found.fits
        assert found.needed.value == pytest.approx(sum(term.value for term in found.needed.terms))
        assert found.tpot.low < found.tpot.value < found.tpot.high
        assert bool(pipeline.missing) == any("Not counted" in remark.plain() for remark in found.remarks)


def test_a_pipeline_that_is_too_large_says_what_would_do() -> None:
    """FLUX.1-dev in 16 bits is 31 GiB with its text encoders: more than an RTX 4090 has, in four bits it fits."""
    refused = plan(work("flux.1-dev"), "RTX 4090")
    assert refused.refused == (Reason.MEMORY,)
    assert refused.in_turns_gib < refused.needed.value - 8
    assert [fix.form.key for fix in pass_fixes(refused)] == ["int4"]
    assert pass_fixes(plan(work("flux.1-dev"))) == []
    fewer = pass_fixes(plan(work("stable-diffusion-xl", batch=60), "RTX 4090"))
    assert fewer[0].work.batch == 1


def test_steps_sizes_and_guidance_set_the_time() -> None:
    one, twice = (plan(work("flux.1-dev", steps=steps)) for steps in (10, 20))
    assert twice.ttft.value == pytest.approx(2 * one.ttft.value, rel=0.1)
    assert plan(work("flux.1-dev", size=(512, 512))).ttft.value < plan(work("flux.1-dev")).ttft.value / 2
    assert plan(work("stable-diffusion-xl", "fp8", "tensorrt")).ttft.value < plan(work("stable-diffusion-xl")).ttft.value


def test_a_rate_that_is_wanted_takes_more_gpus() -> None:
    asked = work("stable-diffusion-xl", "fp8", "tensorrt", steps=20, per_s=16.0, batch=8)
    found = plan(asked)
    assert found.gpus in (8, 9), "eight H100 reached 16.4 pictures a second"
    assert found.tokens_per_s >= 16.0
    late = plan(work("stable-diffusion-xl", "fp8", "tensorrt", steps=20, most_s=0.01))
    assert late.refused == (Reason.TTFT,)
    assert Reason.TPOT in plan(asked, gpus=2).refused


def test_the_cache_of_what_was_read_stays_and_that_of_the_answer_grows() -> None:
    """Whisper reads 1,500 places of 30 seconds, whatever it writes; 32 layers keep 2 × 1,280 numbers of each in 16 bits."""
    short, long = (work("openai/whisper-large-v3", answer=answer) for answer in (1, 201))
    assert short.kind is PassKind.ANSWERS
    assert seconds_heard(short) == 30
    each = 32 * 2 * 1280 * 2
    kept = [plan(asked).needed.term("cache").value * 2**30 for asked in (short, long)]
    assert kept == pytest.approx([each * 1501, each * 1701])
    assert plan(long).ttft.value > plan(short).ttft.value
    assert work("google-t5/t5-3b", tokens=300).tokens == 300


def test_encoders_see_what_they_were_made_for() -> None:
    assert work("google/vit-base-patch16-224").tokens == 197
    assert work("bert-large-uncased", tokens=4000).tokens == 512
    assert work("openai/clip-vit-large-patch14").kind is PassKind.VECTORS
    assert plan(work("bert-large-uncased", "fp8", "tensorrt", tokens=177, batch=64)).provenance == SEEN
    assert plan(work("bert-large-uncased", tokens=177, batch=64)).provenance == UNSEEN


def test_serving_says_that_it_counts_an_encoder_with_each_token() -> None:
    vllm = engines()["vllm"]
    asked = ServingWorkload(find_model("google-t5/t5-3b").architecture, weight_format("bf16"), 2.0, 512, 100, 1, vllm, 0.9)
    found = serving_plans(asked, [find_board(H100)])[0]
    assert any(
        "Here the encoder is counted as if it ran for each token; gpudesk size on the command line counts it separately." in warning.plain()
        for warning in found.needed.warnings
    )


def test_what_is_asked_elsewhere() -> None:
    assert not runs_in_passes(find_model("llama-3.1-8b").architecture)
    assert runs_in_passes(find_model("openai/whisper-tiny").architecture)
    assert set(pass_programs()) == {"tensorrt", "pytorch"}
    with pytest.raises(InvalidData, match="cannot be sized: its model type or input type is not known"):
        work("SD/SDXL VAE (AutoencoderKL)")
    with pytest.raises(InvalidData, match="Unknown engine steam; available: tensorrt"):
        pass_program("steam")


def test_the_verdict_names_the_time_before_the_memory() -> None:
    """Both uncertain: the time is likely missed, the memory is only unsure."""
    sure = plan(work("openai/whisper-large-v3"))
    assert sure.verdict is Verdict.FITS
    assert replace(sure, risks=(Reason.MEMORY,)).verdict is Verdict.MAY_FIT
    assert replace(sure, risks=(Reason.MEMORY, Reason.TTFT)).verdict is Verdict.MAY_MISS
    assert replace(sure, refused=(Reason.MEMORY,)).verdict is Verdict.REFUSED


def test_a_picture_starts_the_layers_of_its_denoiser_at_each_step() -> None:
    asked = work("stable-diffusion-xl", "fp8", "tensorrt", steps=20)
    starts = [pass_costs(replace(asked, steps=steps))[0].starts for steps in (10, 20, 40)]
    assert starts[2] - starts[1] == 2 * (starts[1] - starts[0]) == 20 * started(asked.model.weights)


def test_an_answer_reads_each_cache_of_each_item_once_a_token() -> None:
    """Queries meet keys and values, 2 operations each: all tokens that were heard, and half of the answer on average."""
    asked = work("openai/whisper-large-v3", answer=100)
    one, two = (pass_costs(replace(asked, batch=batch))[1] for batch in (1, 2))
    cross = [cache for cache in asked.model.caches if cache.kind is CacheKind.CROSS]
    own = [cache for cache in asked.model.caches if cache.kind is not CacheKind.CROSS]
    assert cross
    assert own
    cached = sum(2.0 * cache.elements * cache.layers * asked.tokens for cache in cross)
    cached += sum(2.0 * cache.elements * cache.layers * asked.answer for cache in own)
    assert two.read_bytes - one.read_bytes == pytest.approx(100 * cached)
    longer = pass_costs(replace(asked, tokens=asked.tokens + 10))[1]
    looked = sum(2.0 * cache.layers * (cache.query_width + cache.value_width) for cache in cross)
    assert longer.other_flops - pass_costs(asked)[1].other_flops == pytest.approx(asked.batch * 100 * 10 * looked)
