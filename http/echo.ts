/**
 * Limits how much of the caller's input a 422 repeats. FastAPI echoes all of it; here one response has a budget, so
 * that a hostile body of megabytes does not come back many times over. Ordinary inputs are echoed in full.
 */

export const REDACTED = '[redacted]';
const TRUNCATED = '[truncated]';

/** Budget of one response, in UTF-16 units of text plus a small charge per value. */
export const BUDGET = 64 * 1024;
const VALUE_CHARGE = 8;
const LONGEST_STRING = 1_000;
const DEEPEST = 8;

export type Echo = (value: unknown) => unknown;

/** Creates an echo with a new budget: it copies a JSON value and truncates what is too long, too deep or too much. */
export function createEcho(): Echo {
  let budget = BUDGET;

  function echo(value: unknown, depth: number): unknown {
    budget -= VALUE_CHARGE;
    if (budget < 0) return TRUNCATED;
    if (typeof value === 'string') {
      const text = shorten(withoutUserInfo(value.slice(0, 4 * LONGEST_STRING)), LONGEST_STRING);
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

/** A URL may hold a password, whichever field it was sent in. */
function withoutUserInfo(text: string): string {
  return text.replace(/(https?:[\\/]*|[\\/]{2})([^\\/?#]*)/gi, (whole, scheme: string, authority: string) => {
    const host = authority.lastIndexOf('@');
    return host < 1 ? whole : `${scheme}${REDACTED}${authority.slice(host)}`;
  });
}

/** Returns `text`, or its beginning and an ellipsis. Never splits a surrogate pair. */
export function shorten(text: string, longest = 200): string {
  if (text.length <= longest) return text;
  const end = (text.charCodeAt(longest - 1) & 0xfc00) === 0xd800 ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}
