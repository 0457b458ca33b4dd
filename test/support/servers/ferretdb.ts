/**
 * FerretDB, which scripts/ferretdb.ts builds and starts where there is Go: another server of MongoDB's protocol, by
 * others. What passes on it says that our double is not alone in its reading of the protocol; of MongoDB it says nothing.
 */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type MongoServer, reportMongo } from './mongodb.ts';
import { type Missing, startPiped } from './piped.ts';

export async function ferretDbServer(): Promise<MongoServer | Missing> {
  const own = await startPiped('ferretdb.ts');
  if ('reason' in own) return own;
  return {
    url: own.address,
    database: `test_${randomUUID().replaceAll('-', '')}`,
    kind: 'ferretdb',
    kill: own.kill,
    async restart() {
      await own.kill();
      await own.resume();
    },
    stop: own.end,
  };
}

/** Options of a suite that runs on FerretDB: skipped aloud where there is none. */
export function unlessMissing(server: MongoServer | Missing): { skip: string | false } {
  return { skip: 'reason' in server ? `no FerretDB: ${server.reason}` : false };
}

/** One line in the report of a test run; scripts/test.ts looks for `server: `. */
export function reportFerretDb(context: Pick<TestContext, 'diagnostic'>, server: MongoServer | Missing): void {
  if (!('reason' in server)) reportMongo(context, server);
  else context.diagnostic(`server: MongoDB: no FerretDB, its suites were skipped (${server.reason})`);
}
