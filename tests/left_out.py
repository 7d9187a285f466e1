"""For plans of tests that are only about other things: nothing of power, cooling, networks or management is in them."""

from collections.abc import Mapping

from gpudesk.core.plan.plan_domains import Domain

ALL_LEFT_OUT: Mapping[str, str] = {str(domain): "Not part of this test." for domain in Domain}
"""What `core.plan.plan.Plan.outside` says where every domain is left out."""
