/** `evidence login`: prints a link that signs the owner in to the workbench. */
import type { CommandContext } from '../context.ts';

export async function login(options: { json?: boolean }, context: CommandContext): Promise<void> {
  const link = await context.withOperations((operations) => operations.signInLink({}));
  context.out(options.json ? `${JSON.stringify(link)}\n` : `${link.url}\n`);
  context.note('Signs the owner in: once, within ten minutes. It replaces earlier links. The service must be running.');
}
