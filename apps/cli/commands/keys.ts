/** `evidence keys`: the keys that seal stored data. */
import type { CommandContext } from '../context.ts';

export async function rotateMaster(options: { json?: boolean }, context: CommandContext): Promise<void> {
  const outcome = await context.withOperations((operations) => operations.rotateMasterKey({}));
  if (options.json) context.out(`${JSON.stringify(outcome)}\n`);
  else context.out(`${outcome.rewrapped} keys re-wrapped by the new master key\n`);
}
