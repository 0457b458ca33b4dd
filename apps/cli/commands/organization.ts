/** `evidence org create`: creates a tenant with its owner's key. */
import type { CommandContext } from '../context.ts';

export async function createOrganization(name: string, options: { json?: boolean }, context: CommandContext) {
  const created = await context.withOperations((operations) => operations.createOrganization({ name }));
  if (options.json) return context.out(`${JSON.stringify(created)}\n`);
  context.out(
    [
      `organization  ${created.organization_id}`,
      `owner         ${created.owner_user_id}`,
      `key           ${created.key_id}`,
      `secret        ${created.secret}`,
      '',
    ].join('\n'),
  );
  context.note('The secret is shown this once.');
}
