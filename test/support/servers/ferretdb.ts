/**
 * FerretDB, an independent server of MongoDB's protocol, which scripts/ferretdb.ts builds and starts if Go is
 * installed. Passing tests confirm our double's reading of the protocol; they prove nothing about MongoDB itself.
 */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type MongoServer, reportMongo } from './mongodb.ts';
import { type Missing, startPiped } from './piped.ts';

/** Starts FerretDB, or returns the reason why there is none. */
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

/** Options of a suite that needs FerretDB: skipped with the reason if there is none. */
export function unlessMissing(server: MongoServer | Missing): { skip: string | false } {
  return { skip: 'reason' in server ? `no FerretDB: ${server.reason}` : false };
}

/** Writes a line about the server to the test report; scripts/test.ts looks for `server: `. */
export function reportFerretDb(context: Pick<TestContext, 'diagnostic'>, server: MongoServer | Missing): void {
  if (!('reason' in server)) reportMongo(context, server);
  else context.diagnostic(`server: MongoDB: no FerretDB, its suites were skipped (${server.reason})`);
}
