/** Whether what a page offers or leads to would be refused: then it is not offered. */

import { ApiError } from '#contracts/errors.ts';
import { ACCESS, type Access } from '#contracts/http/operations/access.ts';
import { checkAccess } from '#http/auth/access.ts';
import type { Principal } from '#http/context.ts';

type Caller = Pick<Principal, 'role' | 'scopes'>;

export function mayCall(operation: keyof typeof ACCESS, caller: Caller): boolean {
  return mayUse(ACCESS[operation], caller);
}

/** The same of a page that is no operation. */
export function mayUse(access: Access, { role, scopes }: Caller): boolean {
  try {
    // The address was checked before the page was shown.
    checkAccess({ role, scopes, allowed_ips: [] }, null, access);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
