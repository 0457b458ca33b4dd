/** Paths of the workbench that several pages lead to. */
import { WORKBENCH_PATH } from '#http/paths.ts';

export const HOME_PATH = WORKBENCH_PATH;
export const ASSETS_PATH = `${WORKBENCH_PATH}/assets`;
export const LOGIN_PATH = `${WORKBENCH_PATH}/login`;
export const LOGOUT_PATH = `${WORKBENCH_PATH}/logout`;
/** A stream that says when the session has ended. */
export const SESSION_PATH = `${WORKBENCH_PATH}/session`;
export const INVITATION_PATH = `${WORKBENCH_PATH}/invitation`;
export const VERIFY_PATH = `${WORKBENCH_PATH}/verify`;
export const DOCUMENTS_PATH = `${WORKBENCH_PATH}/documents`;
export const SOURCES_PATH = `${WORKBENCH_PATH}/sources`;
export const LIBRARY_PATH = `${WORKBENCH_PATH}/library`;
export const REVIEWS_PATH = `${WORKBENCH_PATH}/reviews`;
export const KEYS_PATH = `${WORKBENCH_PATH}/keys`;
export const MEMBERS_PATH = `${WORKBENCH_PATH}/members`;
export const VERIFICATIONS_PATH = `${WORKBENCH_PATH}/verifications`;
export const USAGE_PATH = `${WORKBENCH_PATH}/usage`;
export const SETTINGS_PATH = `${WORKBENCH_PATH}/settings`;
export const WEBHOOKS_PATH = `${WORKBENCH_PATH}/webhooks`;
export const POLICIES_PATH = `${WORKBENCH_PATH}/policies`;
export const POLICY_PREVIEW_PATH = `${POLICIES_PATH}/preview`;
export const PROVIDERS_PATH = `${WORKBENCH_PATH}/providers`;
export const AUDIT_PATH = `${WORKBENCH_PATH}/audit`;

/** The path to go to after signing in: one of the workbench, whatever was asked for. */
export function pathWithin(path: string | null | undefined): string {
  if (path == null || !URL.canParse(path, 'http://here')) return HOME_PATH;
  const { origin, pathname, search } = new URL(path, 'http://here');
  const isWithin = pathname === HOME_PATH || pathname.startsWith(`${HOME_PATH}/`);
  return origin === 'http://here' && isWithin ? pathname + search : HOME_PATH;
}
