/** Entry module of the thread that searches the evidence library, as a search in a large library takes long. */
import { SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { lowerPriority } from '#platform/threads/background.ts';
import { serveThread } from '#platform/threads/serve.ts';
import { LIBRARY_PORT } from './thread-ports.ts';

lowerPriority();
await serveThread<{ path: string }>(({ path }) => {
  const library = new SqliteEvidenceLibrary({ path });
  return { ports: { [LIBRARY_PORT]: library }, close: () => library.close() };
});
