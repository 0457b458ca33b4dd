/** Groups of roles that operations allow. */
import { ROLES, type Role } from '../../vocabulary.ts';

export const ANY_ROLE: readonly Role[] = ROLES;
export const ADMINS: readonly Role[] = ['owner', 'admin'];
export const DEVELOPERS: readonly Role[] = ['owner', 'admin', 'developer'];
export const REVIEWERS: readonly Role[] = ['owner', 'admin', 'reviewer'];
export const EXPORTERS: readonly Role[] = ['owner', 'admin', 'developer', 'reviewer'];
