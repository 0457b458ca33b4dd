/** Compares responses with the description. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DescribedOperation, Description } from './description.ts';
import type { SentAnswer } from './send.ts';

/** Statuses that a healthy service never responds with. The fuzz's providers are all down, so 502 is possible. */
const NEVER = new Set([500, 503, 504]);

/** Throws an AssertionError that says how the response contradicts the description. */
export type AnswerCheck = (operation: DescribedOperation, answer: SentAnswer) => void;

/** The check for a description. It validates with ajv, which shares nothing with the service's own schemas. */
export function createAnswerCheck(description: Description): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'api', ...description });
  const known = new Map<string, ValidateFunction>();

  function validatorOf(operation: DescribedOperation, status: string, mediaType: string): ValidateFunction {
    const steps = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status, 'content', mediaType];
    const pointer = [...steps, 'schema'].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    const reference = `api#/${pointer.map(encodeURIComponent).join('/')}`;
    const validator = known.get(reference) ?? ajv.compile({ $ref: reference });
    known.set(reference, validator);
    return validator;
  }

  return (operation, { status, headers, text }) => {
    assert.ok(!NEVER.has(status), `status ${status}`);
    const described = operation.responses[status];
    assert.ok(described !== undefined, `status ${status} is not described`);
    for (const name of Object.keys(described.headers ?? {})) {
      if (name === 'X-Request-ID') assert.ok(headers['x-request-id'], 'no X-Request-ID');
    }
    if (described.content === undefined) return assert.equal(text, '', 'a body where none is described');
    const mediaType = String(headers['content-type']).split(';')[0]!;
    assert.ok(mediaType in described.content, `content type ${mediaType} is not described`);
    if (mediaType !== 'application/json') return;
    const body: unknown = JSON.parse(text);
    const validate = validatorOf(operation, String(status), mediaType);
    assert.ok(validate(body), `the body breaks its schema: ${ajv.errorsText(validate.errors)}`);
    const code = (body as { error?: { code?: string } }).error?.code;
    if (status >= 400) assert.ok(described.description.includes(String(code)), `code ${code} is not described`);
  };
}
