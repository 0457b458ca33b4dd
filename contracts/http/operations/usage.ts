/** What an organization has used. */

import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import { OrganizationUsage, UsageQuery } from '../organization-usage.ts';
import { ACCESS } from './access.ts';

export const getUsage = defineOperation({
  operationId: 'getUsage',
  method: 'GET',
  path: '/organizations/{organization_id}/usage',
  tag: 'Usage',
  summary: 'Read what was used, by day and by key',
  ...ACCESS.getUsage,
  params: pathOf('organization_id'),
  query: UsageQuery,
  success: { status: 200, description: 'Use of the last days, today included', body: OrganizationUsage },
  errors: ['not_found'],
});

export const USAGE_OPERATIONS = [getUsage] as const;
