/** Checks whether a caller may call an operation: its address, then its scopes, then its role. */
import { ApiError } from '#contracts/errors.ts';
import type { Operation } from '#contracts/http/operation.ts';
import type { Principal } from '../context.ts';
import { isAllowedIp } from './ip.ts';

/** Throws ip_not_allowed, insufficient_scope or role_forbidden, in this order. */
export function checkAccess(
  principal: Pick<Principal, 'role' | 'scopes' | 'allowed_ips'>,
  ip: string | null,
  operation: Pick<Operation, 'scope' | 'roles'>,
): void {
  if (!isAllowedIp(ip, principal.allowed_ips)) throw new ApiError('ip_not_allowed');
  if (operation.scope !== null && !principal.scopes.includes(operation.scope)) {
    throw new ApiError('insufficient_scope', { message: `The API key lacks the scope ${operation.scope}.` });
  }
  if (!operation.roles.includes(principal.role)) throw new ApiError('role_forbidden');
}

/** Throws not_found for another tenant's organization: it does not exist for the caller. */
export function checkOrganization(principal: Principal, organizationId: string): void {
  if (organizationId !== principal.organization_id) throw new ApiError('not_found');
}
