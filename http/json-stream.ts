/**
 * Large responses as JSON in pieces. As one string, a long verification would take tens of megabytes and block the
 * event loop.
 */
import { nextTurn } from '#common/turns.ts';

/**
 * Levels that are serialized piecewise: the body, its result, the list of claims. A single claim is serialized at once.
 */
const DEPTH = 3;
/** Characters serialized at a time: less than a millisecond's work. */
const PIECE = 65_536;
/** A list longer than this makes a body large. */
const MANY_ITEMS = 50;

/** True for a body that contains a long list within these levels. */
export function isLarge(body: unknown, depth = DEPTH): boolean {
  if (typeof body !== 'object' || body === null || depth === 0) return false;
  if (Array.isArray(body)) return body.length > MANY_ITEMS || body.some((item) => isLarge(item, depth - 1));
  return Object.values(body).some((value) => isLarge(value, depth - 1));
}

/** Yields the text of `JSON.stringify(body)` piece by piece, and lets other work run in between. */
export async function* jsonPieces(body: unknown): AsyncGenerator<string> {
  let piece = '';
  for (const part of parts(body, DEPTH)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield piece;
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    let separator = '[';
    for (const item of value) {
      yield separator;
      yield* parts(item ?? null, depth - 1);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  } else {
    let separator = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* parts(field, depth - 1);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  }
}
