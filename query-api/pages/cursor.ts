/**
 * Cursors: where a page ended, in a form that clients give back as it is. A cursor holds the list's name and the place of the
 * last entry, which the page has shown, so it tells nothing new; and it only ever narrows a query that already names the
 * organization, so a forged one shows nothing of others.
 */
import { z } from 'zod';
import { ApiError } from '#contracts/errors.ts';
import type { SortKey } from '#contracts/ports/read-store.ts';
import { valueError } from '#http/validation.ts';

/** Longer than any cursor that is made here. */
const MOST_CHARACTERS = 400;

/** A time as events have it. */
const TIME = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/);
const ID = z.string().regex(/^[\w/.-]{1,100}$/);
const TimedPlace = z.tuple([z.string(), TIME, ID]);
const NumberedPlace = z.tuple([z.string(), z.int().nonnegative()]);

/** The cursor of an entry in a list that is sorted by a time. */
export function timeCursor(list: string, { value, id }: SortKey): string {
  return encode([list, value, id]);
}

/** Throws ApiError validation_error unless `timeCursor` made it for this list. */
export function timedKey(list: string, cursor: string): SortKey {
  const [, value, id] = decode(list, cursor, TimedPlace);
  return { value, id };
}

/** The same for lists whose entries are numbered. */
export function numberCursor(list: string, number: number): string {
  return encode([list, number]);
}

/** Throws ApiError validation_error unless `numberCursor` made it for this list. */
export function placeNumber(list: string, cursor: string): number {
  return decode(list, cursor, NumberedPlace)[1];
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode<Schema extends z.ZodType<[string, ...unknown[]]>>(
  list: string,
  cursor: string,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(cursor.length > MOST_CHARACTERS ? null : parse(cursor));
  // Encoded again, so that there is one cursor for each place: Buffer skips what is not base64.
  if (parsed.success && parsed.data[0] === list && encode(parsed.data) === cursor) return parsed.data;
  const detail = [valueError(['query', 'after'], 'not the next of a page of this list', cursor)];
  throw new ApiError('validation_error', { detail });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
