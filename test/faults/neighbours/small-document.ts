/** A small text as a document, verified for a customer. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';

const LOOK_EVERY_MS = 200;
const DOCUMENT = 'The station has 18 turbines. Each turbine has a diameter of nine metres.';

/** Milliseconds from its submission until its job has succeeded. */
export async function verifySmallDocument(service: Deployment, key: string): Promise<number> {
  const began = performance.now();
  const body = new FormData();
  body.append('file', new Blob([DOCUMENT], { type: 'text/plain' }), 'station.txt');
  const headers = { authorization: `Bearer ${key}` };
  const sent = await fetch(`${service.url}/v1/documents`, { method: 'POST', headers, body });
  const { job_id, access_token } = (await sent.json()) as { job_id: string; access_token: string };
  assert.equal(sent.status, 202);
  for (;;) {
    const { status, body } = await service.request('GET', `/v1/documents/${job_id}`, {
      key: null,
      headers: { 'x-job-token': access_token },
    });
    // More than a minute's calls with a token would only mean that it takes long.
    assert.ok(status === 200 || status === 429, `${status}`);
    assert.notEqual(body.status, 'failed', JSON.stringify(body));
    if (body.status === 'succeeded') return performance.now() - began;
    await delay(LOOK_EVERY_MS);
  }
}
