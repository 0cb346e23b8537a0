"""What fits /openapi.json, and much that does not, gets an answer that fits it, and never a 500 (Schemathesis)."""

from __future__ import annotations

import threading
import time
from contextlib import nullcontext, suppress

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign
from irassay.judging.web.serving import listening, make_app

EXAMPLES = 12  # of each operation, as the schema says and not
EXPORTS = 3  # of those that begin a process for each request: they end in .txt and .jsonl
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    """The schema of a campaign that is served in a thread, and the owner's token."""
    file = tmp_path_factory.mktemp("schema") / "a.campaign"
    settings_of_it = Settings(scale=scale("binary"), order="rank", seed=0, guideline="Read.")
    with make_campaign(file, settings_of_it) as campaign:
        docs = {f"d{i}": f"text {i}" for i in range(50)}
        campaign.add([Task("graded", "q", (doc,), wanted=9) for doc in docs], queries={"q": "query"}, docs=docs)
        token = campaign.invite("owner", "owner")
        socket, origin = listening("127.0.0.1:0", None)
        server = uvicorn.Server(uvicorn.Config(make_app(campaign, origin), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        found = schemathesis.openapi.from_url(f"{origin}/openapi.json")
        found.config.update(headers={"Authorization": f"Bearer {token}"})
        yield found
        server.should_exit = True
        thread.join()


def test_every_request_gets_an_answer_that_the_schema_has(schema):
    operations = [found.ok() for found in schema.get_all_operations()]
    assert {operation.path for operation in operations} >= {"/tasks", "/answers/{key}", "/pause", "/campaign"}
    for operation in operations:
        n = EXPORTS if operation.path.endswith((".txt", ".jsonl")) else EXAMPLES
        for mode in GenerationMode:

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(max_examples=n, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
            def fits(case):
                case.call_and_validate(checks=CHECKS)

            with suppress(Unsatisfiable) if mode.is_negative else nullcontext():  # nothing to be got wrong
                fits()
