/** The pages that every page leads to, in order. A new section adds its line here. */
import { ACCESS, type Access } from '#contracts/http/operations/access.ts';
import { ROLES } from '#contracts/vocabulary.ts';
import {
  AUDIT_PATH,
  HOME_PATH,
  KEYS_PATH,
  MEMBERS_PATH,
  POLICIES_PATH,
  PROVIDERS_PATH,
  REVIEWS_PATH,
  SETTINGS_PATH,
  SOURCES_PATH,
  USAGE_PATH,
  VERIFICATIONS_PATH,
  VERIFY_PATH,
  WEBHOOKS_PATH,
} from './paths.ts';

export interface Section {
  path: string;
  label: string;
  /** Who may see the page. */
  access: Access;
}

/** Lists of verifications are no operation of the API. */
export const READS_VERIFICATIONS: Access = { roles: ROLES, scope: 'verifications:read' };

export const SECTIONS: readonly Section[] = [
  { path: HOME_PATH, label: 'Home', access: READS_VERIFICATIONS },
  { path: VERIFY_PATH, label: 'Verify', access: ACCESS.createVerification },
  { path: VERIFICATIONS_PATH, label: 'Verifications', access: READS_VERIFICATIONS },
  { path: REVIEWS_PATH, label: 'Reviews', access: ACCESS.listReviews },
  { path: SOURCES_PATH, label: 'Sources', access: ACCESS.listSourceSets },
  { path: USAGE_PATH, label: 'Usage', access: ACCESS.getUsage },
  { path: SETTINGS_PATH, label: 'Settings', access: ACCESS.listOrganizations },
];

/** The pages below Settings, which each of them leads to. */
export const SETTINGS: readonly Section[] = [
  { path: SETTINGS_PATH, label: 'Retention', access: ACCESS.listOrganizations },
  { path: KEYS_PATH, label: 'Keys', access: ACCESS.createApiKey },
  { path: MEMBERS_PATH, label: 'Members', access: ACCESS.listMembers },
  { path: POLICIES_PATH, label: 'Policies', access: ACCESS.listPolicies },
  { path: WEBHOOKS_PATH, label: 'Webhooks', access: ACCESS.createWebhook },
  { path: PROVIDERS_PATH, label: 'Providers', access: ACCESS.listProviderConnections },
  { path: AUDIT_PATH, label: 'Audit', access: ACCESS.listAuditEvents },
];
