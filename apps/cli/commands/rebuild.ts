/** `evidence rebuild`: rebuilds a view from the event log. */
import type { CommandContext } from '../context.ts';

export async function rebuild(view: string, options: { json?: boolean }, context: CommandContext): Promise<void> {
  const rebuilt = await context.withOperations((operations) => operations.rebuild({ view }));
  context.progress.clear();
  if (options.json) context.out(`${JSON.stringify(rebuilt)}\n`);
  else context.out(`${view}: rebuilt from ${rebuilt.events} events\n`);
}
