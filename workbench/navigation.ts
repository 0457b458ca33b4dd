/** The pages that every page leads to, in order. A new section adds its line here. */
import { ACCESS } from '#contracts/http/operations/access.ts';
import { ROLES, type Role } from '#contracts/vocabulary.ts';
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
  roles: readonly Role[];
}

export const SECTIONS: readonly Section[] = [
  { path: HOME_PATH, label: 'Home', roles: ROLES },
  { path: VERIFY_PATH, label: 'Verify', roles: ACCESS.createVerification.roles },
  { path: VERIFICATIONS_PATH, label: 'Verifications', roles: ROLES },
  { path: REVIEWS_PATH, label: 'Reviews', roles: ROLES },
  { path: SOURCES_PATH, label: 'Sources', roles: ACCESS.listSourceSets.roles },
  { path: USAGE_PATH, label: 'Usage', roles: ACCESS.getUsage.roles },
  { path: SETTINGS_PATH, label: 'Settings', roles: ROLES },
];

/** The pages below Settings, which each of them leads to. */
export const SETTINGS: readonly Section[] = [
  { path: SETTINGS_PATH, label: 'Retention', roles: ROLES },
  { path: KEYS_PATH, label: 'Keys', roles: ACCESS.createApiKey.roles },
  { path: MEMBERS_PATH, label: 'Members', roles: ROLES },
  { path: POLICIES_PATH, label: 'Policies', roles: ROLES },
  { path: WEBHOOKS_PATH, label: 'Webhooks', roles: ACCESS.createWebhook.roles },
  { path: PROVIDERS_PATH, label: 'Providers', roles: ACCESS.listProviderConnections.roles },
  { path: AUDIT_PATH, label: 'Audit', roles: ACCESS.listAuditEvents.roles },
];
