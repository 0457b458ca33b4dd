/** What an organization keeps, for how long, and what it may spend. */
import { callerOf } from '#command-api/caller.ts';
import { changeSettings } from '#command-api/organizations/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { OrganizationSettingsRecord, OrganizationSettingsRequest } from '#contracts/http/organization.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { load } from '#streams/repository.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { SETTINGS_PATH } from '../paths.ts';
import { settingsPage } from '../views/settings.ts';

const CENTS = 100;

export function registerSettings(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showSettings', method: 'GET', path: SETTINGS_PATH, ...ACCESS.listOrganizations },
    async ({ context, viewer }) => {
      const { principal } = context;
      const { organization, settings } = (await load(queries.events, ORGANIZATION, principal.organization_id)).state;
      return settingsPage(viewer, {
        name: organization?.name ?? '',
        settings,
        mayChange: mayCall('changeSettings', principal),
      });
    },
  );

  page(
    { name: 'changeSettings', method: 'POST', path: SETTINGS_PATH, ...ACCESS.changeSettings },
    async ({ context, form }) => {
      const { retention_hours, monthly_limit = '', zero_retention, exports_enabled } = form;
      const wanted = parsed(OrganizationSettingsRequest, {
        retention_hours,
        // A box that is not ticked is not sent.
        zero_retention: zero_retention === 'on',
        exports_enabled: exports_enabled === 'on',
        // Entered in dollars; empty: no limit.
        monthly_cost_limit_cents: monthly_limit.trim() === '' ? null : Math.round(Number(monthly_limit) * CENTS),
      });
      const { settings } = (await load(queries.events, ORGANIZATION, context.principal.organization_id)).state;
      const shown = shownIn(form) ?? settings;
      // Somebody else may have changed what the page still shows as it was.
      const untouched = Object.entries(settings).filter(
        ([key]) => wanted[key as keyof typeof wanted] === shown[key as keyof typeof shown],
      );
      await changeSettings(commands, callerOf(context), { ...wanted, ...Object.fromEntries(untouched) });
      return { redirect: SETTINGS_PATH };
    },
  );
}

/** The settings that the form was shown with; null if it does not tell. */
function shownIn({ shown = '' }: Record<string, string>): OrganizationSettingsRecord | null {
  try {
    return OrganizationSettingsRecord.parse(JSON.parse(shown));
  } catch {
    return null;
  }
}
