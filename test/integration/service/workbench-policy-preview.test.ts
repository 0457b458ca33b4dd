/** Rules that are tried on a stored verification: what they would change, and that nothing is changed. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

const TEXT = 'The station has 18 turbines. The harbour was dredged in 1987.';
/** As in the base profile. */
const PROFILE = { minimum_independent_sources: '', authoritative_source_can_decide: '', coverage_threshold: '' };

let service: TestService;
let owner: Pages;
let id: string;
before(async () => {
  service = await openTestService({ realEngine: true });
  owner = openPages(service);
  assert.equal((await owner.post('/app/login', { api_key: service.key })).status, 303);
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'station.md'), '# The station\n\nThe station has 18 turbines.\n');
  await createOperations(service.service, () => {}).addLibrary({ folder: folder.path, prune: false });
  await folder.remove();
  const body = { content: TEXT, profile: 'internal_enterprise', retention_hours: 24 };
  const { result } = (await succeeded(service.call('POST', '/verifications', { body }))).body;
  id = result.id;
  assert.deepEqual([result.counts.supported, result.counts.unverifiable], [1, 1]);
});
after(() => service.close());

const path = (rules: Record<string, string>, of = id) =>
  `/app/policies/preview?${new URLSearchParams({ verification_id: of, ...rules })}`;

describe('rules on a stored verification', () => {
  it('that ask for more leave open what was supported, and change nothing that is stored', async () => {
    const rules = { ...PROFILE, authoritative_source_can_decide: 'no', minimum_independent_sources: '2' };
    const { status, text } = await owner.get(path(rules));
    assert.equal(status, 200);
    assert.match(text, /1 verdict changes/);
    assert.match(text, /The station has 18 turbines/);
    assert.match(text, /<th scope="row">as verified[^<]*<\/th><td>1<\/td><td>0<\/td><td>0<\/td><td>1<\/td>/);
    assert.match(text, /<th scope="row">these[^<]*<\/th><td>0<\/td><td>0<\/td><td>0<\/td><td>2<\/td>/);
    const stored = await succeeded(service.call('GET', `/verifications/${id}`));
    assert.equal(stored.body.result.counts.supported, 1);
  });

  it('that are those of the time change nothing; a form without rules asks for them', async () => {
    assert.match((await owner.get(path(PROFILE))).text, /No verdict changes/);
    const { text } = await owner.get(path({}));
    assert.ok(!text.includes('verdict changes'));
    assert.match(text, new RegExp(`value="${id}"`));
  });

  it('are refused where they can not be, or where there is no such verification for the caller', async () => {
    const wrong = await owner.get(path({ ...PROFILE, coverage_threshold: '0.1' }));
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /role="alert"/);
    assert.equal((await owner.get(path(PROFILE, 'ver_none'))).status, 404);
    skipSignInLimits(service);
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await stranger.get(path(PROFILE))).status, 404);
  });
});
