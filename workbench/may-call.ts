/** Whether what a page offers would be refused: then it is not offered. */

import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { checkAccess } from '#http/auth/access.ts';
import type { Principal } from '#http/context.ts';

export function mayCall(operation: keyof typeof ACCESS, principal: Principal): boolean {
  try {
    // The address was checked before the page was shown.
    checkAccess({ ...principal, allowed_ips: [] }, null, ACCESS[operation]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
