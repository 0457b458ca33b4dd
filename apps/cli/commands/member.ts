/** `evidence member erase`: ends memberships and erases the person's e-mail address. */
import type { CommandContext } from '../context.ts';
import { CommandError } from '../usage-error.ts';

interface Options {
  organization?: string;
  json?: boolean;
}

/** Throws CommandError when a key could not be destroyed yet. */
export async function eraseMember(member: string, options: Options, context: CommandContext): Promise<void> {
  const { data } = await context.withOperations((operations) =>
    operations.eraseMember({ member, organization_id: options.organization ?? null }),
  );
  if (options.json) context.out(`${JSON.stringify({ data })}\n`);
  else for (const each of data) context.out(`${each.organization_id}  ${each.user_id}  erased at ${each.erased_at}\n`);
  for (const { user_id, key_ids, clear_in_log } of data) {
    if (key_ids.length > 0) context.note(`API keys that ${user_id} made go on until revoked: ${key_ids.join(', ')}`);
    if (clear_in_log) {
      context.note(`${user_id} was invited before addresses were sealed: the event log keeps the address in clear`);
    }
  }
  if (data.every(({ key_destroyed }) => key_destroyed)) return;
  throw new CommandError('a key could not be destroyed yet; the service tries again, as does this command');
}
