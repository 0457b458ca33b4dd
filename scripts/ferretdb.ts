/**
 * Runs FerretDB for tests and trials: an independent server of MongoDB's protocol over SQLite, on loopback. Its data is
 * removed when it ends. The first start needs Go to build it into ~/.cache/evidence-verification.
 *
 *   npm run ferretdb                       until Ctrl-C
 *   npm run ferretdb -- --port 27017
 *   node scripts/ferretdb.ts --piped       for tests: takes `kill` and `resume` on standard input, ends with it
 */
import { FERRETDB_VERSION } from './ferretdb/build.ts';
import { FerretDbServer } from './ferretdb/server.ts';
import { serveByCommandLine } from './serving.ts';

await serveByCommandLine(
  (port) => FerretDbServer.start(port),
  (address) => `FerretDB ${FERRETDB_VERSION} listens on ${address}: MONGODB_URL=${address}
It is not MongoDB. It has no text index, so the service's library can't be searched on it; no TTL, no retryable writes
and no transactions. scripts/ferretdb/front.ts says what is changed between driver and server. For tests and trials only.
Ctrl-C ends it and removes its data.`,
);
