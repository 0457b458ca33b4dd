/** Texts whose time has come, and what of their keys must be nowhere any more. */
import { join } from 'node:path';
import { openConnection } from '#platform/sqlite/database.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import { formsOfBytes } from '#test/support/service/traces.ts';
import type { Order } from '../load.ts';

/**
 * Makes the keys of these verifications due, in a folder on which no service works: as if the hours of their retention had
 * passed. Returns the stored forms of the keys, to be looked for.
 */
export async function makeDue(folder: string, orders: readonly Order[]): Promise<Record<string, Uint8Array>> {
  const ground = groundIn(folder, async () => {});
  const needles: Record<string, Uint8Array> = {};
  for (const { acknowledged } of orders) {
    const wrapped = await ground.wrappedKey(acknowledged!.id);
    if (wrapped === undefined) throw new Error(`${acknowledged!.id} has no key`);
    for (const [form, bytes] of Object.entries(formsOfBytes(wrapped))) {
      needles[`key of ${acknowledged!.id} as ${form}`] = Uint8Array.from(bytes);
    }
  }
  const vault = openConnection(join(folder, 'vault.db'));
  try {
    const due = vault.prepare('UPDATE data_keys SET expires_at = 1 WHERE id = ?');
    for (const { acknowledged } of orders) due.run(acknowledged!.id);
  } finally {
    vault.close();
  }
  return needles;
}
