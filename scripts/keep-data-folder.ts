/**
 * Writes a data folder with this version and stores it, together with the responses of this version, to test later
 * versions (test/fixtures/data-folders/README.md). Prints which types of events it contains and which are missing.
 *
 *   npm run keep:data-folder [NAME]    default: the version in package.json
 */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { VERSION } from '#apps/version.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { STORED_TYPES } from '#domain/events/registry.ts';
import { answersOf, eventsIn, exportAuditOf, replaysOf } from '#test/support/data-folder/answers.ts';
import { artifactsOf, lastly, trouble, work } from '#test/support/data-folder/history.ts';
import { type Kept, openKept, pack, partsOf } from '#test/support/data-folder/kept.ts';
import { openOutsideServers } from '#test/support/data-folder/outside-servers.ts';
import { eventually } from '#test/support/eventually.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import { openTestService, type TestServiceOptions } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const DAY_MS = 86_400_000;
/** By then, used days have been charged, and texts that are kept for an hour have been erased. */
const LATER_MS = 3 * DAY_MS;
const WITHIN_MS = 60_000;

const name = process.argv[2] ?? VERSION;
const { path, remove } = await temporaryFolder();
try {
  console.log(await keep());
} finally {
  await remove();
}

async function keep(): Promise<string> {
  const { data, audit } = partsOf(path);
  const keys = { master_key: randomBytes(32).toString('base64'), bootstrap_key: generateApiKey('development') };
  const around = await openOutsideServers(path);
  const began = Date.now();
  const open = (after_ms: number, options: TestServiceOptions) =>
    openTestService({
      ground: groundIn(data, async () => {}),
      frozenAt: began + after_ms,
      masterKey: Buffer.from(keys.master_key, 'base64'),
      bootstrapKey: keys.bootstrap_key,
      allowHosts: [around.host],
      model: around.model,
      ...options,
    });

  const first = await open(0, { realEngine: true });
  const worked = await work(first, around);
  await first.close();
  const second = await open(DAY_MS / 2, {});
  const failed = await trouble(second);
  await second.close();
  const third = await open(LATER_MS, { realEngine: true });
  const has = async (type: string) => (await eventsIn(third))[type] !== undefined;
  for (const type of ['UsageReported.v1', 'VerificationErased.v1', 'DocumentExpired.v1', 'WebhookDisabled.v1']) {
    await eventually(type, () => has(type), WITHIN_MS);
  }
  const { repeated, member, completion } = await lastly(third);
  const artifacts = await artifactsOf(third, failed.documents[0]!);
  const at = third.now();
  await third.close();
  await around.close();

  const verifications = [
    ...worked.verifications,
    ...failed.verifications,
    JSON.parse(repeated.text).result.id,
    completion,
  ];
  const paths = [
    ...verifications.flatMap((id) => ['', '/export?format=json', '/export?format=html'].map((end) => read(id) + end)),
    ...[...worked.documents, ...failed.documents].map((id) => `/documents/${id}`),
    ...artifacts,
    ...worked.paths,
  ];
  // Read everything twice, with a restart in between: values that differ by themselves could not be compared later.
  const answered = await answers(paths, verifications);
  const again = await answers(paths, verifications);
  for (const part of ['answers', 'replays'] as const) {
    const differing = answered[part].filter((each, index) => !isDeepStrictEqual(each, again[part][index]));
    if (differing.length > 0) throw new Error(`answers of the same data differ: ${JSON.stringify(differing)}`);
  }
  const kept: Kept = { at, ...keys, ...again, repeated, member };
  const lacking = STORED_TYPES.filter((type) => kept.events[type] === undefined);
  for (const [type, count] of Object.entries(kept.events).sort()) console.log(`${String(count).padStart(5)}  ${type}`);
  const missing = lacking.length === 0 ? 'none missing' : `missing: ${lacking.join(', ')}`;
  console.log(`${STORED_TYPES.length - lacking.length} of ${STORED_TYPES.length} types of events, ${missing}`);
  return await pack(path, name, kept);

  async function answers(paths: string[], ids: string[]): Promise<Pick<Kept, 'answers' | 'replays' | 'events'>> {
    const service = await openKept(data, { at, ...keys });
    try {
      await exportAuditOf(service, audit);
      return {
        answers: await answersOf(service, paths),
        replays: await replaysOf(service, ids),
        events: await eventsIn(service),
      };
    } finally {
      await service.close();
    }
  }
}

function read(id: string): string {
  return `/verifications/${id}`;
}
