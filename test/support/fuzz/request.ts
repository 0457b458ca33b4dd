/** Generates requests for an operation from its description. */
import { validateHeaderValue } from 'node:http';
import fc from '#test/support/property.ts';
import type { DescribedOperation, Description, Parameter } from './description.ts';
import { FILE_COUNT } from './files.ts';
import { type Hint, HOSTILE, textOf, type ValueSettings, valuesOf, type Weights } from './values.ts';

/** The caller: mostly the owner of the organization that the request is about. */
const CALLERS = ['owner', 'stranger', 'viewer', 'unknown', 'nobody'] as const;
export type DrawnCaller = (typeof CALLERS)[number];

/** A generated request. Strings such as `{{ver:3}}` are placeholders for existing resources (things.ts). */
export interface DrawnRequest {
  operationId: string;
  caller: DrawnCaller;
  path: Record<string, unknown>;
  query: [name: string, value: unknown][];
  headers: Record<string, string>;
  body?: unknown;
}

const WEIGHTS: Weights = { allowed: 60, near: 1, hostile: 1 };

/** Fields that refer to an existing resource, with its kind. */
const NAMED: Record<string, string> = {
  verification_id: 'ver',
  claim_id: 'clm',
  organization_id: 'org',
  policy_id: 'pol',
  key_id: 'key',
  job_id: 'job',
  artifact_id: 'art',
  source_set_id: 'srs',
  resource_id: 'src',
  connection_id: 'pcn',
  webhook_id: 'whk',
  assigned_to_user_id: 'usr',
  session_id: 'ses',
  project_id: 'prj',
  'X-Job-Token': 'tok',
};

const PRINTABLE = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));

const hint: Hint = (name) => {
  if (name in NAMED) return fc.nat({ max: 20 }).map((n) => `{{${NAMED[name]}:${n}}}`);
  if (name === 'file') return fc.nat({ max: FILE_COUNT - 1 });
  // Some requests are sent twice, with the same body or another one.
  if (name === 'Idempotency-Key') return fc.nat({ max: 5 }).map((n) => `key-${n}`);
  if (name === 'allowed_ips') return fc.subarray(['127.0.0.1', '::1', '10.0.0.0/8', '2001:db8::/32']);
  if (name === 'credential') return fc.string({ unit: PRINTABLE, minLength: 8, maxLength: 40 });
  if (name === 'email') return fc.nat({ max: 99 }).map((n) => `person-${n}@example.invalid`);
  if (name === 'profile') return fc.constantFrom('general_web', 'internal_enterprise', 'research_citations');
  if (name === 'model') return fc.constantFrom('evidence-extractive-1', 'gpt-of-nobody');
  return null;
};

/** Requests of one operation. */
export function requestsOf(operation: DescribedOperation, description: Description): fc.Arbitrary<DrawnRequest> {
  const settings: ValueSettings = { description, hint, weights: WEIGHTS };
  const { operationId, body } = operation;
  const parametersIn = (place: Parameter['in']) => operation.parameters.filter((each) => each.in === place);
  return fc.record(
    {
      operationId: fc.constant(operationId),
      caller: fc.oneof(
        { weight: 12, arbitrary: fc.constant('owner' as const) },
        { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
      ),
      path: fc.record(
        Object.fromEntries(parametersIn('path').map(({ name, schema }) => [name, valuesOf(schema, settings, name)])),
      ),
      query: queryOf(parametersIn('query'), settings),
      headers: headersOf(parametersIn('header'), settings),
      ...(body !== null && { body: valuesOf(body.schema, settings) }),
    },
    // Sometimes without a body.
    body === null ? {} : { requiredKeys: ['operationId', 'caller', 'path', 'query', 'headers'] },
  ) as fc.Arbitrary<DrawnRequest>;
}

/** Query parameters; some are missing, some repeated, some unknown. */
function queryOf(parameters: readonly Parameter[], settings: ValueSettings): fc.Arbitrary<[string, unknown][]> {
  const known = parameters.map(({ name, schema, required }) =>
    fc
      .array(valuesOf(schema, settings, name), { minLength: required ? 1 : 0, maxLength: 2 })
      .map((values) => values.map((value): [string, unknown] => [name, value])),
  );
  const unknown = fc.array(fc.tuple(fc.constantFrom('x', '__proto__', 'limit[]'), HOSTILE), { maxLength: 1 });
  return fc
    .tuple(...known, fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unknown }))
    .map((lists) => lists.flat() as [string, unknown][]);
}

function headersOf(parameters: readonly Parameter[], settings: ValueSettings): fc.Arbitrary<Record<string, string>> {
  const fields = parameters.map(({ name, schema }) => [
    name,
    valuesOf(schema, settings, name)
      .map(textOf)
      .filter((value) => canBeSent(name, value)),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

function canBeSent(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return value.length < 1_000;
  } catch {
    return false;
  }
}
