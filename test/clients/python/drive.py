"""Drives the service with the client that openapi-python-client has generated: python drive.py URL KEY PDF."""

import importlib
import pkgutil
import sys
import time
from pathlib import Path

import evidence_verification_client.api
import evidence_verification_client.models as models
from evidence_verification_client import AuthenticatedClient
from evidence_verification_client.api.configuration import list_base_policies, list_models
from evidence_verification_client.api.documents import get_document, get_document_artifact, submit_document
from evidence_verification_client.api.organizations import list_organizations
from evidence_verification_client.api.review import create_review, list_reviews
from evidence_verification_client.api.verification import create_verification, export_verification, get_verification
from evidence_verification_client.types import File

DONE_WITHIN_S = 60

url, key, pdf = sys.argv[1:]
client = AuthenticatedClient(base_url=f"{url}/v1", token=key, raise_on_unexpected_status=True)


def operations():
    """Every operation's module; importing them is what compiling is elsewhere."""
    folders = pkgutil.walk_packages(evidence_verification_client.api.__path__, "evidence_verification_client.api.")
    return [importlib.import_module(each.name) for each in folders if not each.ispkg]


def is_a(kind, answer):
    assert isinstance(answer, kind), answer
    return answer


print("operations", len(operations()))

body = models.VerifyRequest(content="The station has 24 turbines.")
created = is_a(models.VerifyResponse, create_verification.sync(client=client, body=body))
claim = created.result.claims[0]
print("created", claim.verdict.value)

read = is_a(models.VerifyResponse, get_verification.sync(created.result.id, client=client))
assert read.result.claims[0].id == claim.id

page = export_verification.sync(created.result.id, client=client)
assert is_a(str, page).startswith("<!doctype html>"), page[:100]
print("exported")

decision = models.ReviewRequest(
    claim_id=claim.id,
    action=models.ReviewRequestAction.REQUEST_EVIDENCE,
    explanation="The annual report should say it.",
)
is_a(models.ReviewRecord, create_review.sync(created.result.id, client=client, body=decision))
queue = is_a(models.ReviewList, list_reviews.sync(client=client))
assert claim.id in [each.claim_id for each in queue.data]
print("reviewed")

with Path(pdf).open("rb") as payload:
    file = File(payload=payload, file_name="letter.pdf", mime_type="application/pdf")
    job = is_a(
        models.DocumentJobResponse,
        submit_document.sync(client=client, body=models.DocumentSubmission(file=file)),
    )
until = time.monotonic() + DONE_WITHIN_S
while True:
    status = is_a(models.DocumentJobStatus, get_document.sync(job.job_id, client=client))
    if status.status.value in ("succeeded", "failed", "cancelled") or time.monotonic() > until:
        break
    time.sleep(1)
assert status.status.value == "succeeded", status
texts = [get_document_artifact.sync(job.job_id, each.id, client=client) for each in status.artifacts]
assert any("salmon" in is_a(str, text) for text in texts)
print("uploaded", len(texts))

is_a(models.OrganizationList, list_organizations.sync(client=client))
is_a(models.ModelList, list_models.sync(client=client))
print("listed", len(list_base_policies.sync(client=client).data))
