/** Ending sessions of the workbench. Signing in is not an operation of the API. */

import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import { ACCESS } from './access.ts';

export const revokeSession = defineOperation({
  operationId: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  tag: 'Sessions',
  summary: 'End one of your sessions',
  ...ACCESS.revokeSession,
  params: pathOf('session_id'),
  success: { status: 204, description: 'Ended' },
  errors: ['not_found'],
});

export const revokeSessions = defineOperation({
  operationId: 'revokeSessions',
  method: 'DELETE',
  path: '/sessions',
  tag: 'Sessions',
  summary: 'End all of your sessions',
  ...ACCESS.revokeSessions,
  success: { status: 204, description: 'Ended' },
});

export const SESSION_OPERATIONS = [revokeSession, revokeSessions] as const;
