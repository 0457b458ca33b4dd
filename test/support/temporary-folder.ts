import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder in the system's temporary folder; `remove` deletes it with its contents. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'evidence-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
