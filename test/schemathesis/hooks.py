"""Loaded by schemathesis: no drawn address leads out of this machine."""

import schemathesis
from hypothesis import strategies

schemathesis.openapi.format(
    "uri",
    strategies.sampled_from(["https://sources.invalid/page", "https://a.b.invalid/x?y=z", "http://127.0.0.1/page"]),
)
