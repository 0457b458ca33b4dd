/** A verification that is begun without waiting, given sources, watched and cancelled, by code in the process. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '#contracts/errors.ts';
import { MOST_SOURCE_CHARACTERS, MOST_SOURCES } from '#contracts/given-sources.ts';
import { hasEnded } from '#domain/verification/ended.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { formsOfText } from '#test/support/service/traces.ts';
import { type UseCases, useCasesOf } from '#test/support/service/use-cases.ts';
import { succeeded } from '#test/support/succeeded.ts';

const SECRET = 'Xylophaga dorsalis';
const SOURCES = [{ title: `About ${SECRET}`, text: `The bridge of ${SECRET} is 412 metres long.` }];
const CLAIM = `The bridge of ${SECRET} is 412 metres long.`;

let service: TestService;
let other: Tenant;
let own: UseCases;
before(async () => {
  service = await openTestService({ realEngine: true });
  other = await service.newTenant();
  own = useCasesOf(service, service);
});
after(() => service.close());

/** The result, once the verification has completed. */
async function resultOf(id: string, tenant: Tenant = service) {
  // A key has 60 calls a minute, so the stream is asked when the result is there.
  await eventually('the end', async () => hasEnded((await service.service.verifications.load(id)).state.head));
  return (await succeeded(service.call('GET', `/verifications/${id}`, { key: tenant.key }))).body.result;
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : (error as Error | undefined)?.message;
}

describe('begin', () => {
  test('returns an id at once, under which the result is found later', async () => {
    const { verification_id, repeated } = await own.begin({ content: 'Iron is a metal.' });
    assert.equal(repeated, false);
    assert.equal((await resultOf(verification_id)).claims.length, 1);
  });

  test('a repeated call with the same key has the same id, while it runs and afterwards', async () => {
    const first = await own.begin({}, 'begun-1');
    const again = await own.begin({}, 'begun-1');
    assert.deepEqual(again, { verification_id: first.verification_id, repeated: true });
    await resultOf(first.verification_id);
    assert.deepEqual(await own.begin({}, 'begun-1'), again);
    assert.equal(await codeOf(own.begin({ content: 'Another text.' }, 'begun-1')), 'idempotency_key_conflict');
  });

  test('a text that is not kept is refused, as nobody could see its result', async () => {
    assert.equal(await codeOf(own.begin({ zero_retention: true })), 'validation_error');
  });
});

describe('sources given in the call', () => {
  test('are cited as any other evidence, and told as what they are', async () => {
    const { verification_id } = await own.begin({ content: CLAIM, sources: SOURCES });
    const [claim] = (await resultOf(verification_id)).claims;
    assert.equal(claim.verdict, 'supported', claim.policy_reason);
    const [evidence] = claim.supporting_evidence;
    assert.deepEqual(
      [evidence.title, evidence.passage, evidence.source_class, evidence.publisher, evidence.retrieval_provider],
      [SOURCES[0]!.title, SOURCES[0]!.text, 'given_by_caller', 'given by the caller', 'given'],
    );
    assert.ok(evidence.quality.rationale.includes('given by the caller'));
    // Nobody has approved them.
    assert.equal(evidence.quality.authority, 0.5);
    assert.match(claim.policy_reason, /a source that the caller gave supports this/);
  });

  test('contradict what they contradict', async () => {
    const { verification_id } = await own.begin({ content: CLAIM.replace('412', '512'), sources: SOURCES });
    assert.equal((await resultOf(verification_id)).claims[0].verdict, 'contradicted');
  });

  test('that contradict each other leave the claim disputed', async () => {
    const sources = [...SOURCES, { title: 'Another', text: CLAIM.replace('412', '498') }];
    const { verification_id } = await own.begin({ content: CLAIM, sources });
    const [claim] = (await resultOf(verification_id)).claims;
    assert.equal(claim.verdict, 'disputed', claim.policy_reason);
    assert.match(claim.policy_reason, /sources that the caller gave contradict each other/);
  });

  test('decide nothing alone where the policy lets no source do so', async () => {
    const body = {
      ...{ name: 'two-sources', version: '1', base_profile: 'general_web' },
      ...{ authoritative_source_can_decide: false, minimum_independent_sources: 2 },
    };
    await succeeded(service.call('POST', `/organizations/${service.organization_id}/policies`, { body }));
    const { verification_id } = await own.begin({ content: CLAIM, sources: SOURCES, profile: 'two-sources' });
    const [claim] = (await resultOf(verification_id)).claims;
    assert.deepEqual([claim.verdict, claim.supporting_evidence.length], ['unverifiable', 1], claim.policy_reason);
  });

  test('are one origin, however many they are', async () => {
    const two = [...SOURCES, { title: 'Another', text: `As surveyed in May, ${CLAIM}` }];
    const { verification_id } = await own.begin({ content: CLAIM, sources: two });
    const evidence = (await resultOf(verification_id)).claims[0].supporting_evidence as {
      independence_cluster: string;
    }[];
    assert.ok(evidence.length > 0);
    assert.deepEqual([...new Set(evidence.map(({ independence_cluster }) => independence_cluster))], ['domain:given']);
  });

  test('are seen by no other verification and no other organization', async () => {
    const given = await own.begin({ content: CLAIM, sources: SOURCES });
    await resultOf(given.verification_id);
    for (const tenant of [service, other]) {
      const { verification_id } = await useCasesOf(service, tenant).begin({ content: CLAIM });
      const [claim] = (await resultOf(verification_id, tenant)).claims;
      assert.deepEqual([claim.verdict, claim.supporting_evidence], ['unverifiable', []]);
    }
    const { status } = await service.call('GET', `/verifications/${given.verification_id}`, { key: other.key });
    assert.equal(status, 404);
  });

  test('are stored sealed only, and erased with the verification', async () => {
    const { verification_id } = await own.begin({ content: CLAIM, sources: SOURCES, retention_hours: 1 });
    await resultOf(verification_id);
    const blob = `${verification_id}/sources`;
    assert.notEqual(await service.service.stores.blobs.get(blob), null);
    assert.deepEqual(await service.ground.traces(formsOfText(SECRET)), []);
    service.advance(3_700_000);
    await eventually('the erasure', async () => (await service.service.stores.blobs.get(blob)) === null, 60_000);
  });

  test('are bounded in number, size and form', async () => {
    const source = { title: 'T', text: 'Whales sing.' };
    const refused = (sources: object[]) => codeOf(own.begin({ sources: sources as typeof SOURCES }));
    assert.equal(await refused(Array(MOST_SOURCES + 1).fill(source)), 'validation_error');
    assert.equal(await refused([{ ...source, text: '' }]), 'validation_error');
    assert.equal(await refused([{ ...source, title: 'T'.repeat(301) }]), 'validation_error');
    assert.equal(await refused([{ ...source, more: 1 }]), 'validation_error');
    const half = { ...source, text: 'a'.repeat(MOST_SOURCE_CHARACTERS / 2) };
    assert.equal(await refused([half, half]), 'validation_error');
  });
});

describe('cancel', () => {
  test('only its own organization can cancel a verification', async () => {
    const { verification_id } = await own.begin();
    assert.equal(await codeOf(useCasesOf(service, other).cancel(verification_id)), 'not_found');
    await resultOf(verification_id);
    assert.equal(await own.cancel(verification_id), 'completed');
  });

  test('a cancelled text has no result, and says so when it is asked for', async () => {
    const content = Array.from({ length: 100 }, (_, n) => `Hull ${n} lost ${n} planks in 1854.`).join(' ');
    const { verification_id } = await own.begin({ content });
    assert.equal(await own.cancel(verification_id), 'cancelled');
    await eventually('the view tells', async () => (await own.progress(verification_id)).status === 'cancelled');
    assert.ok((await own.progress(verification_id)).claims.judged < 100);
    assert.equal((await service.call('GET', `/verifications/${verification_id}`)).status, 404);
  });
});

describe('watch', () => {
  test('tells the progress until the end, to its own organization only', async () => {
    const { verification_id } = await own.begin();
    const seen: string[] = [];
    for await (const { status } of own.watch(verification_id)) seen.push(status);
    assert.equal(seen.at(-1), 'completed');
    assert.equal(await codeOf(useCasesOf(service, other).progress(verification_id)), 'not_found');
  });
});
