import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractiveModel } from '#apps/parts/extractive-model.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import type { SharedEngine } from '#engine/engine.ts';

const WAITING = 1_000;

test('beyond a thousand waiting questions it is busy for that organization only', async () => {
  const library = { search: () => new Promise(() => {}) } as unknown as Pick<EvidenceLibrary, 'search'>;
  const planQueries = async () => [[{ purpose: 'neutral', text: 'ferry', terms: ['ferry'] }]];
  const engine = { forOrganization: () => ({ planQueries }) } as unknown as SharedEngine;
  const { client, id } = extractiveModel(library, engine);
  const leaving = new AbortController();
  const request = { model: id, messages: [{ role: 'user', content: 'Who?' }] } as unknown as LanguageModelRequest;
  const ask = (organization_id: string) => client.ask(request, { organization_id, signal: leaving.signal });
  const held = Array.from({ length: WAITING + 1 }, () => ask('org_1').catch(() => null));
  assert.deepEqual(await ask('org_1'), {
    ok: false,
    failure: { kind: 'unavailable', reason: 'busy' },
    usage: null,
  });
  const other = ask('org_2').catch(() => 'ended');
  leaving.abort();
  await Promise.all(held);
  assert.equal(await other, 'ended');
});
