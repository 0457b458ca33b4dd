import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { hashOf } from '#domain/audit/chain.ts';
import { createCheckpointSigner, type SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { recordLine, type Verified, verifyExport } from '#domain/audit/export-file.ts';
import { allRecords, appendAll, exportLines, followToEnd, revocation, SIGNER } from '#test/support/audit.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import fc from '#test/support/property.ts';

const CHAINS: Record<string, AuditRecord[]> = {};
let lines: string[];

before(async () => {
  const events = createMemoryEventStore();
  for (let i = 0; i < 6; i++) await appendAll(events, [revocation('org_1'), revocation('org_2')]);
  await followToEnd({ events, values: memoryValues() });
  for (const id of ['org_1', 'org_2']) CHAINS[id] = await allRecords(events, id);
  lines = exportLines(CHAINS);
});

const verify = (changed: readonly string[], options = {}): Promise<Verified> =>
  verifyExport([changed.join('')], options);

async function findingIn(changed: readonly string[], options = {}) {
  const verified = await verify(changed, options);
  assert.ok(!verified.intact);
  const { problem, organization_id, seq } = verified.finding;
  return { problem, organization_id, seq };
}

test('an unchanged export is intact, in whatever chunks it is read', async () => {
  const whole = await verify(lines);
  assert.ok(whole.intact);
  assert.equal(whole.records, 12);
  assert.deepEqual(await verifyExport([...lines.join('')]), whole);
  assert.ok((await verify(lines, { publicKey: SIGNER.public_key })).intact);
});

test('any single changed, missing or added byte is noticed', async () => {
  const text = lines.join('');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length - 1),
      fc.constantFrom('change', 'drop', 'add'),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
      async (at, how, other) => {
        const rest = how === 'add' ? text.slice(at) : text.slice(at + 1);
        const changed = text.slice(0, at) + (how === 'drop' ? '' : other) + rest;
        fc.pre(changed !== text);
        assert.equal((await verifyExport([changed])).intact, false);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a truncated file is noticed, wherever it ends', async () => {
  const text = lines.join('');
  for (let end = 0; end < text.length; end++) {
    const verified = await verifyExport([text.slice(0, end)]);
    assert.ok(!verified.intact, `the first ${end} characters`);
  }
});

test('any line dropped, repeated, or moved elsewhere is noticed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(lines.length - 1), async (from, to) => {
      const line = lines[from]!;
      const without = lines.toSpliced(from, 1);
      assert.equal((await verify(without)).intact, false);
      assert.equal((await verify(lines.toSpliced(to, 0, line))).intact, false);
      if (from !== to) assert.equal((await verify(without.toSpliced(to, 0, line))).intact, false);
    }),
  );
});

test('the first record that is wrong is named, and how', async () => {
  // Line 1 is the header, so record n of the first organization stands at index n.
  assert.deepEqual(await findingIn(lines.toSpliced(3, 1)), { problem: 'dropped', organization_id: 'org_1', seq: 3 });
  assert.deepEqual(await findingIn(lines.toSpliced(3, 2, lines[4]!, lines[3]!)), {
    problem: 'reordered',
    organization_id: 'org_1',
    seq: 3,
  });
  assert.deepEqual(await findingIn(lines.toSpliced(4, 0, lines[2]!)), {
    problem: 'inserted',
    organization_id: 'org_1',
    seq: 2,
  });
  const changed = lines.with(2, lines[2]!.replace('api_key.revoked', 'api_key.created'));
  assert.deepEqual(await findingIn(changed), { problem: 'changed', organization_id: 'org_1', seq: 2 });
  assert.deepEqual(await findingIn(lines.toSpliced(12, 1)), { problem: 'cut_off', organization_id: 'org_2', seq: 6 });
  assert.deepEqual(await findingIn(lines.slice(0, -1)), { problem: 'cut_off', organization_id: null, seq: null });
});

test('a file that is no export is told apart from one that was changed', async () => {
  const others = [['{"object":"list","data":[]}\n'], ['Dear sir\n', 'or madam\n'], ['no line break'], []];
  for (const other of others) assert.equal((await findingIn(other)).problem, 'not_an_export', String(other));
  assert.equal((await findingIn(lines.slice(1))).problem, 'changed');
  assert.equal((await findingIn(lines.with(0, lines[0]!.replace('1', '2')))).problem, 'changed');
  assert.equal((await findingIn([lines[0]!.slice(0, 9)])).problem, 'cut_off');
});

/** The chain with one record replaced, and all hashes from there on made anew. */
function rewritten(chain: readonly AuditRecord[], seq: number, change: Partial<AuditRecord>): AuditRecord[] {
  let prev_hash = '0'.repeat(64);
  return chain.map((record) => {
    const made = { ...record, ...(record.seq === seq && change), prev_hash };
    prev_hash = hashOf(made);
    return { ...made, hash: prev_hash };
  });
}

test('a chain with recomputed hashes does not match the signed end', async () => {
  const forged = rewritten(CHAINS.org_1!, 2, { action: 'policy.created' });
  const records = [...forged.map((record) => recordLine('org_1', record)), ...lines.slice(7, -1)];
  const finding = await findingIn([lines[0]!, ...records, lines.at(-1)!]);
  assert.deepEqual(finding, { problem: 'changed', organization_id: 'org_1', seq: 6 });
});

test('a forged record in the middle is where the chain breaks', async () => {
  const forged = rewritten(CHAINS.org_1!, 3, { action: 'policy.created' })[2]!;
  const finding = await findingIn(lines.with(3, recordLine('org_1', forged)));
  assert.deepEqual(finding, { problem: 'changed', organization_id: 'org_1', seq: 4 });
});

test('an export signed with another key is refused if the key is known', async () => {
  const stranger = createCheckpointSigner(new Uint8Array(32).fill(8));
  const forged = { ...CHAINS, org_1: rewritten(CHAINS.org_1!, 2, { action: 'policy.created' }) };
  const signedByAnother = exportLines(forged, stranger);
  assert.ok((await verify(signedByAnother)).intact, 'by itself the file is consistent');
  assert.equal((await findingIn(signedByAnother, { publicKey: SIGNER.public_key })).problem, 'other_key');
});

test('an earlier checkpoint reveals records that were cut off or rewritten', async () => {
  const whole = await verify(lines);
  assert.ok(whole.intact);
  const earlier: SignedCheckpoint = whole.signed;
  assert.ok((await verify(lines, { earlier })).intact);
  const shorter = exportLines({ ...CHAINS, org_2: CHAINS.org_2!.slice(0, 4) });
  assert.ok((await verify(shorter)).intact);
  assert.deepEqual(await findingIn(shorter, { earlier }), { problem: 'cut_off', organization_id: 'org_2', seq: 5 });
  const forged = exportLines({ ...CHAINS, org_1: rewritten(CHAINS.org_1!, 2, { outcome: 'refused' }) });
  assert.deepEqual(await findingIn(forged, { earlier }), { problem: 'changed', organization_id: 'org_1', seq: 6 });
});

test('a line without an end is not read into memory', async () => {
  const endless = function* () {
    for (let i = 0; i < 10_000; i++) yield 'x'.repeat(10_000);
    assert.fail('read to its end');
  };
  assert.equal((await verifyExport(endless())).intact, false);
});
