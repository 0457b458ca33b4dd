/** `evidence dead-letters`: lists dead-lettered stages and restarts their verifications. */
import type { CommandContext } from '../context.ts';
import { printableLine } from '../printable.ts';
import { CommandError, UsageError } from '../usage-error.ts';

export async function listDeadLetters(options: { json?: boolean }, context: CommandContext): Promise<void> {
  const list = await context.withOperations((operations) => operations.listDeadLetters({}));
  if (options.json) return context.out(`${JSON.stringify(list)}\n`);
  for (const letter of list.data) {
    const fault = letter.error_code === null ? letter.error_class : `${letter.error_class} (${letter.error_code})`;
    const line = `${letter.dead_lettered_at} ${letter.verification_id} ${letter.state}: ${letter.stage} after ${letter.attempts} attempts: ${fault}`;
    context.out(`${printableLine(line)}\n`);
  }
  if (list.data.length === 0) context.out('no dead letters\n');
  if (list.has_more) context.note('evidence: there are older ones');
}

/** Throws CommandError when a named verification could not be restarted. */
export async function retryDeadLetters(
  ids: readonly string[],
  options: { all?: boolean; json?: boolean },
  context: CommandContext,
): Promise<void> {
  if (ids.length === 0 && !options.all) throw new UsageError('name verifications, or use --all');
  if (ids.length > 0 && options.all) throw new UsageError('name verifications or use --all, not both');
  const { data } = await context.withOperations((operations) =>
    operations.retryDeadLetters({ verification_ids: options.all ? null : [...ids] }),
  );
  if (options.json) context.out(`${JSON.stringify({ data })}\n`);
  else if (options.all) context.out(`${data.length} verifications restarted\n`);
  else for (const each of data) context.out(`${printableLine(`${each.verification_id} ${each.outcome}`)}\n`);
  const left = data.filter((each) => each.outcome !== 'restarted').length;
  if (left > 0) throw new CommandError(`${left} of ${data.length} verifications could not be restarted`);
}
