/** The closed list of operations, both served and described. */
import type { Operation } from '../operation.ts';
import { AUDIT_OPERATIONS } from './audit.ts';
import { BILLING_OPERATIONS } from './billing.ts';
import { CHAT_OPERATIONS } from './chat.ts';
import { CONFIGURATION_OPERATIONS } from './configuration.ts';
import { DOCUMENT_OPERATIONS } from './documents.ts';
import { ORGANIZATION_OPERATIONS } from './organization.ts';
import { PROVIDER_CONNECTION_OPERATIONS } from './provider-connections.ts';
import { SESSION_OPERATIONS } from './sessions.ts';
import { USAGE_OPERATIONS } from './usage.ts';
import { VERIFICATION_OPERATIONS } from './verification.ts';
import { WEBHOOK_OPERATIONS } from './webhooks.ts';

export const OPERATIONS: readonly Operation[] = [
  ...VERIFICATION_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...PROVIDER_CONNECTION_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
];
