/**
 * FerretDB for tests and trials: a server by others that speaks MongoDB's protocol over SQLite, on loopback, with data
 * that is gone when it ends. Needs Go the first time, which builds it into ~/.cache/evidence-verification.
 *
 *   npm run ferretdb                       until Ctrl-C
 *   npm run ferretdb -- --port 27017
 *   node scripts/ferretdb.ts --piped       for tests: takes `kill` and `resume` on standard input, ends at its end
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
