import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeDataFolder } from '#apps/data-folder.ts';
import { createLogger } from '#apps/logger.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import { claimRecord } from '#domain/verification/result.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { openTexts } from '#sealed/open-texts.ts';
import { load } from '#streams/repository.ts';
import { openStores } from '#test/support/embedded-stores.ts';
import { failOn } from '#test/support/fail-on.ts';
import { NO_DETAILS_LEFT } from '#test/support/no-details-left.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('stores that cannot be opened leave no thread behind, not even a starting one', async (context) => {
  const temporary = await temporaryFolder();
  const folder = takeDataFolder(join(temporary.path, 'data'));
  context.after(async () => {
    folder.release();
    await temporary.remove();
  });
  const open = (masterKey: Uint8Array) =>
    openStores({ folder, masterKey, previousMasterKey: undefined, logger: createLogger('silent'), onLost: failOn });
  await (await open(randomBytes(32))).close();

  // The library thread can only open its file a second later; by then the vault has refused the wrong master key.
  const holder = openConnection(folder.file('library.db'));
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  let held = true;
  setTimeout(() => {
    held = false;
    holder.close();
  }, 1_000);
  await assert.rejects(open(randomBytes(32)), { code: 'wrong_master_key' });
  assert.equal(held, false, 'the refusal came while a thread was still starting');
});

test('claims are serialized in the reader thread, with the key of their request', async (context) => {
  const temporary = await temporaryFolder();
  const folder = takeDataFolder(join(temporary.path, 'data'));
  const logger = createLogger('silent');
  const stores = await openStores({
    folder,
    masterKey: randomBytes(32),
    previousMasterKey: undefined,
    logger,
    onLost: failOn,
  });
  context.after(async () => {
    await stores.close();
    folder.release();
    await temporary.remove();
  });
  const harness = createHarness({ library: ['Whales sing.'] });
  const stream = await harness.request('Whales sing. I like tea.');
  await harness.run();
  const { state } = await load(harness.events, VERIFICATION, verificationIdOf(stream));
  const { verification_id, profile, policy, engine } = state.head.request!;
  const claims = await NO_DETAILS_LEFT([...state.claims.values()]);
  const write = (key: Uint8Array) =>
    stores.claimWriter!.write({ verification_id, profile, policy, engine }, claims, key);

  const written = await write((await harness.vault.dataKey(verification_id))!);
  const open = await openTexts(harness.vault, harness.sealer, verification_id);
  assert.equal(
    `[${Buffer.from(written)}]`,
    JSON.stringify(claims.map((claim) => claimRecord(state.head.request!, claim, open))),
  );
  await assert.rejects(write(randomBytes(32)), { name: 'SealError' });
});
