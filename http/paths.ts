/** Which methods a path has. Both APIs respond alike, whichever of them serves the operation. */
import { OPERATIONS } from '#contracts/http/operations/all.ts';

export const API_PREFIX = '/v1';
export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`;
/** The same for people. */
export const REFERENCE_PATH = '/reference';
export const HEALTH_PATH = '/healthz';
export const READY_PATH = '/readyz';
export const METRICS_PATH = '/metrics';
/** The Model Context Protocol. */
export const MCP_PATH = '/mcp';
/** The browser's session: reading it, and signing out. */
export const SESSION_PATH = '/session';
/** Signing in and changing the password. */
export const PASSWORD_PATH = `${SESSION_PATH}/password`;
export const KEY_PATH = `${SESSION_PATH}/api-key`;
export const INVITATION_PATH = `${SESSION_PATH}/invitation`;
/** Setting a new password with a token, and creating the token. */
export const RESET_PATH = `${SESSION_PATH}/reset`;
export const RESET_TOKEN_PATH = `${SESSION_PATH}/reset-token`;
/** The person's own erasure. */
export const ERASURE_PATH = `${SESSION_PATH}/erasure`;

/** The workbench, and where its one-time link leads. */
export const WORKBENCH_PATH = '/app';
export const ENTER_PATH = `${WORKBENCH_PATH}/enter`;

interface KnownPath {
  /** null matches any one segment. */
  segments: (string | null)[];
  method: string;
}

const KNOWN_PATHS: readonly KnownPath[] = [
  ...OPERATIONS.map(({ method, path }) => ({ method, path: API_PREFIX + path })),
  ...[OPENAPI_PATH, REFERENCE_PATH, HEALTH_PATH, READY_PATH, METRICS_PATH, SESSION_PATH].map((path) => ({
    method: 'GET',
    path,
  })),
  ...[MCP_PATH, PASSWORD_PATH, KEY_PATH, INVITATION_PATH, RESET_PATH, RESET_TOKEN_PATH, ERASURE_PATH].map((path) => ({
    method: 'POST',
    path,
  })),
  { method: 'PUT', path: PASSWORD_PATH },
  { method: 'DELETE', path: SESSION_PATH },
].map(({ method, path }) => ({
  method,
  segments: path.split('/').map((segment) => (segment.startsWith('{') ? null : segment)),
}));

/** The path in the router's syntax: `/v1/verifications/:verification_id`. */
export function routeUrl(path: string): string {
  return API_PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Returns the methods of a request target's path, with HEAD wherever there is GET; empty if the path is unknown. */
export function allowedMethods(target: string): string[] {
  const segments = target.split(/[?#]/, 1)[0]!.split('/');
  const methods = KNOWN_PATHS.filter((known) => matches(known.segments, segments)).map((known) => known.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function matches(known: (string | null)[], segments: string[]): boolean {
  return (
    known.length === segments.length &&
    known.every((segment, index) => (segment === null ? segments[index] !== '' : segment === segments[index]))
  );
}
