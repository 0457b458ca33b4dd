/**
 * Writes a data folder with this version and stores it, together with the responses of this version, to test later
 * versions (test/fixtures/data-folders/README.md), and beside it the schemas of stored events. Prints which types of events it contains and which are missing.
 *
 *   npm run keep:data-folder [NAME]                  default: the version in package.json
 *   npm run keep:data-folder -- --servers [NAME]     what the distributed shape leaves on its servers; needs Kafka
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { VERSION } from '#apps/version.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { STORED_TYPES } from '#domain/events/registry.ts';
import { answersOf, eventsIn, exportAuditOf, replaysOf } from '#test/support/data-folder/answers.ts';
import { fileOfSchemas, keptSchemas, schemasOfToday } from '#test/support/data-folder/event-schemas.ts';
import { artifactsOf, lastly, trouble, work } from '#test/support/data-folder/history.ts';
import { type Kept, openKeptOn, pack, partsOf } from '#test/support/data-folder/kept.ts';
import { groundOnServers } from '#test/support/data-folder/kept-servers.ts';
import { openOutsideServers } from '#test/support/data-folder/outside-servers.ts';
import { eventually } from '#test/support/eventually.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { kafkaServer } from '#test/support/servers/kafka.ts';
import { openTestService, type TestServiceOptions } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const DAY_MS = 86_400_000;
/** By then, used days have been charged, and texts that are kept for an hour have been erased. */
const LATER_MS = 3 * DAY_MS;
const WITHIN_MS = 60_000;
/** Servers count a key's calls of a minute beyond a restart, so a second reading comes later. */
const READING_MS = 600_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { servers: { type: 'boolean' } } });
const shape = values.servers ? 'distributed' : 'embedded';
const name = positionals[0] ?? VERSION;
const { path, remove } = await temporaryFolder();
const keys = { master_key: randomBytes(32).toString('base64'), bootstrap_key: generateApiKey('development') };
const stop = new AsyncDisposableStack();
stop.defer(remove);
try {
  const kept = await keep(await groundToKeep());
  console.log(await pack(path, name, kept, shape));
  await keepSchemas(name);
} finally {
  await stop.disposeAsync();
}

/** A release's schemas stay as they were: throws Error where others are kept under the name. */
async function keepSchemas(release: string): Promise<void> {
  const today = schemasOfToday();
  const kept = keptSchemas().get(release);
  if (kept !== undefined && !isDeepStrictEqual(kept, today)) {
    throw new Error(`other schemas are kept as ${fileOfSchemas(release)}: events have changed since`);
  }
  await writeFile(fileOfSchemas(release), `${JSON.stringify(today, null, 1)}\n`);
}

async function groundToKeep(): Promise<Ground> {
  const { data } = partsOf(path);
  if (shape === 'embedded') return groundIn(data, async () => {});
  const kafka = await kafkaServer();
  if ('reason' in kafka) throw new Error(`no Kafka: ${kafka.reason}`);
  stop.defer(() => kafka.stop());
  const ground = await groundOnServers(data, kafka.brokers, keys);
  stop.defer(() => ground.remove());
  return ground;
}

async function keep(ground: Ground): Promise<Kept> {
  const { audit } = partsOf(path);
  const around = await openOutsideServers(path);
  const began = Date.now();
  const open = (after_ms: number, options: TestServiceOptions) =>
    openTestService({
      ground,
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
  const answered = await answers(at, paths, verifications);
  const again = await answers(at + READING_MS, paths, verifications);
  for (const part of ['answers', 'replays'] as const) {
    const differing = answered[part].filter((each, index) => !isDeepStrictEqual(each, again[part][index]));
    if (differing.length > 0) throw new Error(`answers of the same data differ: ${JSON.stringify(differing)}`);
  }
  const kept: Kept = { at: at + 2 * READING_MS, ...keys, ...again, repeated, member };
  const lacking = STORED_TYPES.filter((type) => kept.events[type] === undefined);
  for (const [type, count] of Object.entries(kept.events).sort()) console.log(`${String(count).padStart(5)}  ${type}`);
  const missing = lacking.length === 0 ? 'none missing' : `missing: ${lacking.join(', ')}`;
  console.log(`${STORED_TYPES.length - lacking.length} of ${STORED_TYPES.length} types of events, ${missing}`);
  return kept;

  async function answers(
    at: number,
    paths: string[],
    ids: string[],
  ): Promise<Pick<Kept, 'answers' | 'replays' | 'events'>> {
    const service = await openKeptOn(ground, { at, ...keys });
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
