/** The pages that every page leads to, in order. A new section adds its line here. */
import { ROLES, type Role } from '#contracts/vocabulary.ts';
import { HOME_PATH, KEYS_PATH, MEMBERS_PATH, REVIEWS_PATH, VERIFICATIONS_PATH, VERIFY_PATH } from './paths.ts';

export interface Section {
  path: string;
  label: string;
  /** Who may see the page. */
  roles: readonly Role[];
}

export const SECTIONS: readonly Section[] = [
  { path: HOME_PATH, label: 'Home', roles: ROLES },
  { path: VERIFY_PATH, label: 'Verify', roles: ['owner', 'admin', 'developer'] },
  { path: VERIFICATIONS_PATH, label: 'Verifications', roles: ROLES },
  { path: REVIEWS_PATH, label: 'Reviews', roles: ROLES },
  { path: KEYS_PATH, label: 'Keys', roles: ['owner', 'admin', 'developer'] },
  { path: MEMBERS_PATH, label: 'Members', roles: ROLES },
];
