/** Request bodies: strict UTF-8, strict JSON, every field an ordinary field. */
import { ApiError } from '#contracts/errors.ts';
import { jsonInvalid } from '#contracts/http/validation.ts';
import { findJsonError } from './json-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON value of a body; undefined for an empty one. `__proto__` and `constructor` are fields like any other, for
 * the closed schemas to refuse. Throws validation_error with json_invalid.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    const found = findJsonError(text) ?? { offset: 0, error: 'Expecting value' };
    throw invalid(found.offset, found.error);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid(0, 'Invalid UTF-8');
  }
}

function invalid(offset: number, error: string): ApiError {
  return new ApiError('validation_error', { detail: [jsonInvalid(offset, error)] });
}
