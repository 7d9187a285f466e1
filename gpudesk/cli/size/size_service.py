"""Service options of the sizing command, besides the model: request rate, lengths, prefix cache and drafts, and ranking."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from gpudesk.cli.terminal.amounts import rounded
from gpudesk.cli.terminal.given_paths import GivenPath
from gpudesk.core.serving.sequence_lengths import Lengths
from gpudesk.sizing.serving.service import Service
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.serving.serving_work import Order

Command = TypeVar("Command", bound=Callable[..., None])
_above = click.FloatRange(min=0, min_open=True)
_some = click.FloatRange(min=0)
_percent = click.FloatRange(0, 100)
_OPTIONS = (
    click.option("--rate", type=_above, help="Requests per second, arriving at random, instead of --concurrency."),
    click.option("--tokens-per-s", type=_above, help="Output tokens per second, instead of --rate."),
    click.option("--growth", type=_some, default=0.0, show_default=True, metavar="PERCENT", help="Growth of requests per year."),
    click.option("--years", type=_some, default=0.0, show_default=True, help="Years of growth to plan for."),
    click.option("--spare", type=click.IntRange(min=0), default=0, show_default=True, help="Spare replicas that replace failed ones."),
    click.option("--input-p95", type=_above, help="95th percentile of prompt tokens; --input is then the mean."),
    click.option("--output-p95", type=_above, help="95th percentile of output tokens; --output is then the mean."),
    click.option(
        "--lengths",
        "length_file",
        type=GivenPath(exists=True, dir_okay=False),
        metavar="FILE",
        help="A table of prompt tokens, output tokens and count, instead of --input and --output.",
    ),
    click.option(
        "--prefix-hit",
        type=click.FloatRange(0, 100, max_open=True),
        default=0.0,
        show_default=True,
        metavar="PERCENT",
        help="Share of prompt tokens found in the prefix cache.",
    ),
    click.option(
        "--prefixes", type=click.IntRange(min=1), default=1, show_default=True, help="Number of different prompt prefixes in the cache."
    ),
    click.option("--draft", metavar="NAME|mtp", help="Speculative decoding: a draft model, or mtp for the model's own prediction layer."),
    click.option("--ahead", type=click.IntRange(1, 32), default=4, show_default=True, help="Draft tokens per step."),
    click.option(
        "--accepted",
        type=_percent,
        default=70.0,
        show_default=True,
        metavar="PERCENT",
        help="Probability that a draft token is accepted if the ones before it are; not the share of all draft tokens.",
    ),
    click.option("--split-prefill", "apart", is_flag=True, help="Use dedicated prefill replicas for prompts."),
    click.option("--across-domains", "across", is_flag=True, help="Allow tensor parallelism across more GPUs than the fast links connect."),
    click.option(
        "--best",
        type=click.Choice([str(order) for order in Order]),
        default=str(Order.GPUS),
        show_default=True,
        help="Ranking of plans that fit: the fewest GPUs, or the lowest cost, time per token or energy.",
    ),
    click.option(
        "--front",
        is_flag=True,
        help="Show the Pareto front of plans by cost, time, energy and GPUs, and the reasons why other plans are not on it.",
    ),
    click.option(
        "--largest",
        type=click.Choice(["model", "context", "concurrency", "format"]),
        help=(
            "Find the largest value that fits the given --gpu and --gpus: model from the catalog, context, concurrent sequences, or"
            " weight width."
        ),
    ),
)
NAMES = frozenset(
    {
        *("rate", "tokens_per_s", "growth", "years", "spare", "input_p95", "output_p95", "length_file", "prefix_hit", "prefixes"),
        *("draft", "ahead", "accepted", "apart", "across", "best", "front", "largest"),
    }
)


def service_options(command: Command) -> Command:
    """Give a command the options of a service."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def service_of(said: Mapping[str, Any], answer: int) -> Service:
    """The values of these options.

    Args:
        answer: mean tokens of an answer.

    Raises:
        click.UsageError: they are not compatible.
    """
    if said["rate"] is not None and said["tokens_per_s"] is not None:
        raise click.UsageError("--rate and --tokens-per-s exclude each other: give one of them")
    rate = said["rate"] if said["rate"] is not None else said["tokens_per_s"] / answer if said["tokens_per_s"] is not None else None
    if rate is None and (said["growth"] or said["years"] or said["spare"]):
        raise click.UsageError("--growth, --years and --spare need --rate or --tokens-per-s")
    return Service(
        rate_per_s=rate,
        growth_percent=said["growth"],
        years=said["years"],
        spare=said["spare"],
        prompt_p95=said["input_p95"],
        answer_p95=said["output_p95"],
        prefix_percent=said["prefix_hit"],
        prefixes=said["prefixes"],
        draft=said["draft"] or "",
        ahead=said["ahead"],
        accepted_percent=said["accepted"],
        apart=said["apart"],
        across=said["across"],
        best=Order(said["best"]),
    )


def lengths_of(said: Mapping[str, Any]) -> Lengths | None:
    """The lengths of the table that is named.

    Raises:
        InvalidData: it cannot be understood.
    """
    if not said["length_file"]:
        return None
    from gpudesk.formats.runs.length_list import read_lengths
    from gpudesk.formats.tables.tables import read_tables

    return read_lengths(read_tables(said["length_file"]))


def plain_service(said: Mapping[str, Any]) -> dict[str, Any]:
    """The options as JSON has them."""
    return {
        "rate_per_s": said["rate"],
        "tokens_per_s": said["tokens_per_s"],
        "growth_percent": said["growth"],
        "years": said["years"],
        "spare_replicas": said["spare"],
        "input_p95": said["input_p95"],
        "output_p95": said["output_p95"],
        "lengths": None if said["length_file"] is None else str(said["length_file"]),
        "prefix_hit_percent": said["prefix_hit"],
        "prefixes": said["prefixes"],
        "draft": said["draft"],
        "draft_tokens": said["ahead"],
        "accepted_percent": said["accepted"],
        "split_prefill": said["apart"],
        "across_domains": said["across"],
        "optimize_for": said["best"],
        "pareto_front": said["front"],
        "largest": said["largest"],
    }


def plain_load(plan: ServingPlan) -> dict[str, Any] | None:
    """The result for a demand, as JSON."""
    load = plan.load
    if load is None:
        return None
    finite = load.running_p95 < 1e12
    return {
        "rate_per_s": load.per_s,
        "utilization": load.used,
        "running": load.running if finite else None,
        "running_p95": load.running_p95 if finite else None,
        "ttft_p50_ms": load.ttft_p50_s * 1000 if finite else None,
        "ttft_p95_ms": load.ttft_p95_s * 1000 if finite else None,
        "end_to_end_p50_s": load.answer_p50_s if finite else None,
        "end_to_end_p95_s": load.answer_p95_s if finite else None,
    }


def print_load(plan: ServingPlan) -> None:
    """Print the result for a demand."""
    load = plan.load
    if load is None or load.running_p95 > 1e12:
        return
    click.echo(f"{plan.gpus:,} × {plan.board.title} at {rounded(load.per_s)} requests per second:")
    click.echo(
        f"  {100 * load.used:.0f} % of the capacity of its replicas; {rounded(load.running)} concurrent sequences on average, "
        f"{rounded(load.running_p95)} at the 95th percentile"
    )
    click.echo(
        f"  time to first token: median {load.ttft_p50_s * 1000:,.0f} ms, 95th percentile {load.ttft_p95_s * 1000:,.0f} ms; "
        f"whole response: {load.answer_p50_s:,.1f} s and {load.answer_p95_s:,.1f} s"
    )
