/** The members of the organization, and inviting one. */
import { callerOf } from '#command-api/caller.ts';
import { inviteMember } from '#command-api/members/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { MemberAddRequest } from '#contracts/http/organization.ts';
import { membersOf } from '#query-api/members.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { MEMBERS_PATH } from '../paths.ts';
import { invitedPage, membersPage } from '../views/members.ts';

export function registerMembers(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showMembers', method: 'GET', path: MEMBERS_PATH, ...ACCESS.listMembers },
    async ({ context, viewer }) => {
      const { organization_id } = context.principal;
      const mayInvite = mayCall('inviteMember', context.principal);
      return membersPage(await membersOf(queries, organization_id), { organization_id, mayInvite, viewer });
    },
  );

  page(
    { name: 'inviteMember', method: 'POST', path: MEMBERS_PATH, ...ACCESS.inviteMember },
    async ({ context, form, request }) => {
      const { email, role } = form;
      const invited = await inviteMember(commands, callerOf(context), parsed(MemberAddRequest, { email, role }));
      const origin = commands.settings.publicUrl ?? `${request.protocol}://${request.host}`;
      return invitedPage(invited, context.principal.organization_id, origin);
    },
  );
}
