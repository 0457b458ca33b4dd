/**
 * What a 422 repeats of the caller's input. FastAPI echoes all of it; here one answer has a budget, so that a hostile
 * body of megabytes does not come back many times over. Ordinary inputs are echoed whole.
 */

export const REDACTED = '[redacted]';
const TRUNCATED = '[truncated]';

/** UTF-16 units of text, with a small charge for every value, over one whole answer. */
export const BUDGET = 64 * 1024;
const VALUE_CHARGE = 8;
const LONGEST_STRING = 1_000;
const DEEPEST = 8;

export type Echo = (value: unknown) => unknown;

/** An echo with a fresh budget: copies a JSON value, shortened where it is too long, too deep or too much. */
export function createEcho(): Echo {
  let budget = BUDGET;

  function echo(value: unknown, depth: number): unknown {
    budget -= VALUE_CHARGE;
    if (budget < 0) return TRUNCATED;
    if (typeof value === 'string') {
      const text = shorten(value, LONGEST_STRING);
      budget -= text.length;
      return text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === DEEPEST) return TRUNCATED;
    return Array.isArray(value) ? echoList(value, depth) : echoObject(value as Record<string, unknown>, depth);
  }

  function echoList(list: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const item of list) {
      if (budget < 0) break;
      copy.push(echo(item, depth + 1));
    }
    return copy;
  }

  function echoObject(object: Record<string, unknown>, depth: number): unknown {
    const entries: [string, unknown][] = [];
    for (const key in object) {
      if (budget < 0) break;
      const name = shorten(key);
      budget -= name.length;
      entries.push([name, echo(object[key], depth + 1)]);
    }
    // Unlike an assignment, this keeps a field named __proto__ an ordinary field.
    return Object.fromEntries(entries);
  }

  return (value) => echo(value, 0);
}

/** `text`, or its beginning and an ellipsis; never half a surrogate pair more than there was. */
export function shorten(text: string, longest = 200): string {
  if (text.length <= longest) return text;
  const end = (text.charCodeAt(longest - 1) & 0xfc00) === 0xd800 ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}
