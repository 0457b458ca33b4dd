/** This release reads, continues and erases what earlier releases wrote (test/fixtures/data-folders/README.md). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { registry } from '#domain/events/registry.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { evidence } from '#test/support/command-line.ts';
import { eventsIn, exportAuditOf, replaysOf } from '#test/support/data-folder/answers.ts';
import { assertAnswers, usageMade } from '#test/support/data-folder/compare.ts';
import { keptFolders, openKept, type Unpacked, unpack } from '#test/support/data-folder/kept.ts';
import { eventually } from '#test/support/eventually.ts';
import type { TestService } from '#test/support/service/open.ts';
import { startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openBrowser } from '#test/support/workbench.ts';

const LONGEST_RETENTION_MS = 720 * 3_600_000;
const names = await keptFolders();

test('there is a kept data folder to open', () => assert.notDeepEqual(names, []));

for (const name of names) {
  describe(`the data folder of ${name}`, () => {
    let folder: Unpacked;
    let service: TestService;
    before(async () => {
      folder = await unpack(name);
      service = await openKept(folder.data, folder.kept);
      await usageMade(service, folder.kept);
    });
    after(async () => {
      await service.close();
      await folder.remove();
    });

    test('every response is the same byte for byte as it was then', async () => {
      assert.ok(folder.kept.answers.some(({ status, text }) => status === 200 && text.includes('"supported"')));
      await assertAnswers(service, name, folder.kept);
    });

    test('every event is there, and a replay shows the same as it did then', async () => {
      const events = await eventsIn(service);
      for (const [type, count] of Object.entries(folder.kept.events)) {
        assert.ok((events[type] ?? 0) >= count, `${events[type]} of ${count} ${type}`);
      }
      const { replays } = folder.kept;
      const ids = replays.map(({ verification_id }) => verification_id);
      const given = await replaysOf(service, ids);
      for (const [index, replay] of replays.entries()) assert.deepEqual(given[index], replay);
    });

    test('a repetition under an idempotency key gets the first answer', async () => {
      const { idempotency_key, content, text } = folder.kept.repeated;
      const again = await service.call('POST', '/verifications', {
        body: { content, retention_hours: 720 },
        headers: { 'idempotency-key': idempotency_key },
      });
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(again.text, text);
    });

    test('a member signs in with the password from then', async () => {
      service.advance(60_000);
      await succeeded(openBrowser(service).signIn('password', folder.kept.member));
    });

    test('a member of then is erased, and told where the address stays', async () => {
      const { email } = folder.kept.member;
      const { data } = await createOperations(service.service, () => {}).eraseMember({
        member: email,
        organization_id: null,
      });
      assert.deepEqual(
        data.map(({ clear_in_log }) => clear_in_log),
        [(folder.kept.events['MemberInvited.v1'] ?? 0) > 0],
      );
      service.advance(60_000);
      const refused = await openBrowser(service).signIn('password', folder.kept.member);
      assert.equal(refused.status, 401);
    });

    test('the audit trail is intact, and continues the one that was exported then', async () => {
      const file = join(folder.path, 'today.jsonl');
      await exportAuditOf(service, file);
      const checked = await evidence(folder.data, ['audit', 'verify', file, '--earlier', folder.audit]);
      assert.equal(checked.code, 0, checked.stdout + checked.stderr);
      const earlier = await evidence(folder.data, ['audit', 'verify', folder.audit]);
      assert.equal(earlier.code, 0, earlier.stdout + earlier.stderr);
    });

    test('another text is verified, with the library that was indexed then', async () => {
      service.advance(60_000);
      const body = { content: 'The Sandvik bridge is 412 metres long.' };
      const { result } = (await succeeded(service.call('POST', '/verifications', { body }))).body;
      assert.equal(result.claims[0].verdict, 'supported');
      assert.equal(result.claims[0].supporting_evidence[0].retrieval_provider, 'library');
    });
  });

  test(`rebuilt views of ${name} give the same responses`, async (context) => {
    const folder = await unpack(name);
    const service = await openKept(folder.data, folder.kept);
    context.after(async () => {
      await service.close();
      await folder.remove();
    });
    const operations = createOperations(service.service, () => {});
    for (const { view } of PROJECTIONS)
      assert.ok((await operations.rebuild({ view: view.name })).events > 0, view.name);
    await assertAnswers(service, name, folder.kept);
  });

  test(`the texts of ${name} are erased when they are due`, async (context) => {
    const folder = await unpack(name);
    const { at, replays, events } = folder.kept;
    const service = await openKept(folder.data, { ...folder.kept, at: at + LONGEST_RETENTION_MS });
    context.after(async () => {
      await service.close();
      await folder.remove();
    });
    const versions = registry.storedTypes(['VerificationRequested']);
    const requested = versions.reduce((sum, type) => sum + (events[type] ?? 0), 0);
    await eventually('the erasures', async () => (await eventsIn(service))['VerificationErased.v1'] === requested);
    for (const { verification_id } of replays) {
      const { status } = await service.call('GET', `/verifications/${verification_id}`);
      assert.equal(status, 410, verification_id);
    }
  });

  test(`the service starts on the data folder of ${name} as an operator starts it`, async (context) => {
    const folder = await unpack(name);
    const { master_key, bootstrap_key } = folder.kept;
    const service = await startService(folder.data, {
      EVIDENCE_MASTER_KEY: master_key,
      EVIDENCE_BOOTSTRAP_KEY: bootstrap_key,
    });
    context.after(async () => {
      await service.stop();
      await folder.remove();
    });
    await succeeded(service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } }));
  });
}
