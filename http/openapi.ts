/** The published OpenAPI 3.1 description, generated from the declarations that also route and check requests. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ERRORS, type ErrorCode } from '#contracts/errors.ts';
import { ErrorResponse, HTTPValidationError } from '#contracts/http/errors.ts';
import { type Operation, TAGS } from '#contracts/http/operation.ts';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { SAFE_METHODS } from './auth/csrf.ts';
import { HOST_PREFIX } from './auth/host-cookie.ts';
import { SESSION_COOKIE } from './auth/session-authenticator.ts';
import { IDEMPOTENCY_KEY, LONGEST_IDEMPOTENCY_KEY } from './headers.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { API_PREFIX, OPENAPI_PATH } from './paths.ts';
import { sendText } from './send.ts';

type JsonSchema = Record<string, unknown>;

const INTERFACE_VERSION = '2.0.0';

/** Errors of every operation; those with input add 422, those with a body add 413 and 415. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'missing_credentials',
  'invalid_api_key',
  'key_revoked',
  'session_expired',
  'insufficient_scope',
  'role_forbidden',
  'ip_not_allowed',
  'csrf_failed',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
  'timeout',
];
const BODY_ERRORS: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

const REQUEST_ID_HEADER = {
  'X-Request-ID': { description: "The caller's, or a new one.", schema: { type: 'string' } },
};
const RATE_LIMIT_HEADERS = Object.fromEntries(
  [
    ['RateLimit-Limit', 'Requests in the current window'],
    ['RateLimit-Remaining', 'Requests left in it'],
    ['RateLimit-Reset', 'Seconds until it ends'],
  ].map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
);
const REPLAY_HEADER = {
  'Idempotency-Replayed': {
    description: 'true where an earlier result is answered again',
    schema: { type: 'string', enum: ['true'] },
  },
};

/**
 * Serves the description at /v1/openapi.json, without authentication. `publicUrl` is the service's public URL, if
 * known.
 */
export function registerOpenApi(app: FastifyInstance, publicUrl?: string): void {
  // Generated on the first request, because describing every schema takes a tenth of the start-up time.
  let text: string | null = null;
  app.get(OPENAPI_PATH, async (request, reply) => {
    text ??= JSON.stringify(describeApi(publicUrl));
    return sendText(request, reply.type('application/json; charset=utf-8'), text);
  });
}

/** Returns the whole document. Without `publicUrl`, its server is relative to the URL of the document. */
export function describeApi(publicUrl?: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evidence verification',
      version: INTERFACE_VERSION,
      description: 'Text in; atomic claims out, each located, judged against evidence and cited.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: (publicUrl ?? '').replace(/\/$/, '') + API_PREFIX }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'evs_…' },
        session: { type: 'apiKey', in: 'cookie', name: HOST_PREFIX + SESSION_COOKIE, description: SESSION_DESCRIPTION },
        csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: CSRF_DESCRIPTION },
        jobToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Job-Token',
          description: "The job's access_token, instead of an API key.",
        },
      },
    },
  };
}

function describeOperation(operation: Operation): JsonSchema {
  const parameters = [
    ...describeParameters(operation.params, 'path'),
    ...describeParameters(operation.query, 'query'),
    ...(operation.idempotent ? [IDEMPOTENCY_PARAMETER] : []),
    ...(operation.jobToken ? [JOB_TOKEN_PARAMETER] : []),
    REQUEST_ID_PARAMETER,
  ];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeAccess(operation),
    parameters,
    security: describeSecurity(operation),
    ...(operation.body && { requestBody: { required: true, content: contentOf(operation.body) } }),
    ...(operation.upload && {
      requestBody: { required: true, content: contentOf(operation.upload, 'multipart/form-data') },
    }),
    responses: { ...describeSuccess(operation), ...describeErrors(operation) },
  };
}

const SESSION_DESCRIPTION = [
  'A session of the workbench, in place of an API key, for pages of the same origin. Signing in sets the cookie.',
  `Over plain HTTP on a loopback address, for development, it is called ${SESSION_COOKIE}.`,
].join(' ');
const CSRF_DESCRIPTION = [
  'The csrf_token that signing in answered. Calls in a session that change something need it, and must come from a page',
  'of the same origin, which browsers say in Sec-Fetch-Site or else in Origin; else the response is 403 csrf_failed.',
].join(' ');

/** The alternative ways to authenticate for the operation. */
function describeSecurity({ method, jobToken }: Operation): JsonSchema[] {
  const session = { session: [], ...(!SAFE_METHODS.has(method) && { csrfToken: [] }) };
  return [{ apiKey: [] }, session, ...(jobToken ? [{ jobToken: [] }] : [])];
}

const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a repeated request answer the first result again, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_IDEMPOTENCY_KEY, pattern: IDEMPOTENCY_KEY.source },
};
const JOB_TOKEN_PARAMETER = {
  name: 'X-Job-Token',
  in: 'header',
  description: "The job's access_token, instead of an API key.",
  schema: { type: 'string' },
};
const REQUEST_ID_PARAMETER = {
  name: 'X-Request-ID',
  in: 'header',
  description: 'A trace id of yours: 1 to 128 visible ASCII characters.',
  schema: { type: 'string' },
};

function describeAccess({ roles, scope, metered }: Operation): string {
  return [
    `Roles: ${roles.join(', ')}.`,
    scope === null ? 'Any scope.' : `Scope: ${scope}.`,
    metered ? 'Metered: counts against the hourly quota and the cost limits.' : 'At most 60 a minute per key.',
  ].join(' ');
}

function describeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function describeSuccess({ success, idempotent }: Operation): Record<string, JsonSchema> {
  const other = Object.fromEntries(
    (success.otherMediaTypes ?? []).map((type) => [type, { schema: { type: 'string' } }] as const),
  );
  return {
    [success.status]: {
      description: success.description,
      headers: { ...REQUEST_ID_HEADER, ...RATE_LIMIT_HEADERS, ...(idempotent && REPLAY_HEADER) },
      ...(success.links && { links: success.links }),
      ...(success.body && {
        content: success.othersFirst
          ? { ...other, ...contentOf(success.body) }
          : { ...contentOf(success.body), ...other },
      }),
    },
  };
}

/** Returns one response per status, which names its possible error codes. */
function describeErrors(operation: Operation): Record<string, JsonSchema> {
  const codes = [
    ...COMMON_ERRORS,
    ...(operation.errors ?? []),
    ...((operation.body ?? operation.upload) ? BODY_ERRORS : []),
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const responses = [...byStatus].map(([status, codes]) => [
    status,
    { description: codes.join(', '), headers: REQUEST_ID_HEADER, content: contentOf(ErrorResponse) },
  ]);
  const takesInput = operation.body ?? operation.upload ?? operation.query ?? operation.params;
  if (takesInput) {
    responses.push([
      422,
      { description: 'validation_error', headers: REQUEST_ID_HEADER, content: contentOf(HTTPValidationError) },
    ]);
  }
  return Object.fromEntries(responses);
}

/** Schemas with an id become references; every body of the interface has one. */
function contentOf(schema: z.ZodType, mediaType = 'application/json'): JsonSchema {
  return { [mediaType]: { schema: { $ref: reference(String(schema.meta()?.id)) } } };
}

function reference(id: string): string {
  return `#/components/schemas/${id}`;
}

/** All schemas that operations use, and those that they refer to. */
function componentSchemas(): Record<string, JsonSchema> {
  const roots = OPERATIONS.flatMap(({ body, upload, success }) => [body, upload, success.body]);
  const components: Record<string, JsonSchema> = {};
  for (const root of [...roots, ErrorResponse, HTTPValidationError]) {
    if (root === undefined) continue;
    const { $defs = {} } = jsonSchema(root) as { $defs?: Record<string, JsonSchema> };
    Object.assign(components, $defs);
  }
  return referToComponents(Object.fromEntries(Object.entries(components).sort())) as Record<string, JsonSchema>;
}

/**
 * Returns the schema for requests, where fields with a default are optional. Responses are described the same way,
 * because that is what the interface lists as required; they contain the optional fields nevertheless.
 */
function jsonSchema(schema: z.ZodType): JsonSchema {
  return jsonSchemaOf(schema, 'input');
}

/** Rewrites zod's `#/$defs/X` references to OpenAPI components, and drops `id`, which is the component's name. */
function referToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referToComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'id' && typeof inner === 'string'))
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', reference(''))
          : referToComponents(inner),
      ]),
  );
}
