/** The audit trail. */

import { AuditEventList, AuditQuery } from '../audit.ts';
import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import { ACCESS } from './access.ts';

export const listAuditEvents = defineOperation({
  operationId: 'listAuditEvents',
  method: 'GET',
  path: '/organizations/{organization_id}/audit-events',
  tag: 'Audit',
  summary: 'List who did what',
  ...ACCESS.listAuditEvents,
  params: pathOf('organization_id'),
  query: AuditQuery,
  success: {
    status: 200,
    description: 'Audit records, newest first, each with the hash of the one before it',
    body: AuditEventList,
  },
  errors: ['not_found'],
});

export const AUDIT_OPERATIONS = [listAuditEvents] as const;
