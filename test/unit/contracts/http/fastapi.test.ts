/**
 * Requests validated by FastAPI 0.142.4 with pydantic 2.13.5 (recorded in fastapi-answers.json: schema, body or query,
 * detail, value). Our validation must return the same, word for word and key for key.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { z } from 'zod';
import { ApiError } from '#contracts/errors.ts';
import { model, url } from '#contracts/http/fields.ts';
import { PolicyCreateRequest } from '#contracts/http/policy.ts';
import { ReviewRequest } from '#contracts/http/review.ts';
import { UsageEstimateQuery } from '#contracts/http/usage.ts';
import { BatchVerifyRequest, VerifyRequest } from '#contracts/http/verification.ts';
import { JsonBody } from '#http/json-body.ts';
import { type Validated, validate } from '#http/validation.ts';

type Answer = [schema: string, input: string, detail: unknown, value: Record<string, unknown> | null];

const answers: Answer[] = JSON.parse(readFileSync(new URL('./fastapi-answers.json', import.meta.url), 'utf8'));

const schemas: Record<string, z.ZodType> = {
  VerifyRequest,
  BatchVerifyRequest,
  PolicyCreateRequest,
  ReviewRequest,
  UrlBody: model('UrlBody', { url: url({}) }),
};

function ask(schema: string, input: string): Validated<unknown> {
  if (schema === 'estimate') {
    return validate(UsageEstimateQuery, 'query', Object.fromEntries(new URLSearchParams(input)));
  }
  try {
    const body = new JsonBody();
    body.add(Buffer.from(input));
    return validate(schemas[schema]!, 'body', body.end());
  } catch (error) {
    assert.ok(error instanceof ApiError && error.detail);
    return { success: false, detail: [...error.detail] };
  }
}

for (const [index, [schema, input, detail, value]] of answers.entries()) {
  test(`${index} ${schema} ${JSON.stringify(input).slice(0, 100)}`, () => {
    const answer = ask(schema, input);
    if (detail !== null) {
      assert.ok(!answer.success, `accepted as ${JSON.stringify(answer)}`);
      // Compared as text, as the order of keys matters.
      assert.equal(JSON.stringify(answer.detail, null, 1), JSON.stringify(detail, null, 1));
    } else {
      assert.ok(answer.success, JSON.stringify(answer));
      assert.deepEqual(comparable(answer.value), comparable(value));
    }
  });
}

/** Times as instants (FastAPI keeps the zone, we return UTC), URLs as parsed. */
function comparable(value: unknown): unknown {
  const record = structuredClone(value) as Record<string, unknown>;
  if (typeof record.due_at === 'string') {
    const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(record.due_at) ? record.due_at : `${record.due_at}Z`;
    record.due_at = Date.parse(zoned);
  }
  if (typeof record.url === 'string') record.url = new URL(record.url).href;
  return record;
}
