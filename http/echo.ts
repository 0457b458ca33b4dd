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
      const text = echoText(value);
      // What was read for it counts, also where less is shown.
      budget -= Math.max(text.length, Math.min(value.length, LONGEST_STRING));
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

/** Cuts first: then what is redacted costs no more of a megabyte than of what is shown. */
function echoText(text: string): string {
  const cut = beginning(text, LONGEST_STRING);
  if (cut.length === text.length) return shorten(withoutUserInfo(text, 'whole'), LONGEST_STRING);
  return `${beginning(withoutUserInfo(cut, 'cut'), LONGEST_STRING)}…`;
}

/**
 * A URL may hold a password, whichever field it was sent in. In one pass over the parts between slashes, `?` and `#`:
 * of one that follows the start of a URL, everything up to its last `@` is redacted. Where a text was cut, that `@` may
 * have been cut off.
 */
function withoutUserInfo(text: string, end: 'whole' | 'cut'): string {
  let shown = '';
  let from = 0;
  for (const { 0: part, index } of text.matchAll(/[^\\/?#]+/g)) {
    const isCut = end === 'cut' && index + part.length === text.length;
    const until = isCut ? part.length : part.lastIndexOf('@');
    const start = until > 0 ? userInfoStart(text, part, index) : null;
    if (start === null || start >= until) continue;
    shown += text.slice(from, index + start) + REDACTED;
    from = index + until;
  }
  return shown + text.slice(from);
}

/** Where in `part`, which stands at `index`, user info may start; null: there is no URL. */
function userInfoStart(text: string, part: string, index: number): number | null {
  const before = text.slice(Math.max(0, index - 'https:/'.length), index);
  if (/(?:https?:[\\/]|[\\/]{2})$/i.test(before)) return 0;
  const scheme = /https?:/i.exec(part);
  return scheme === null ? null : scheme.index + scheme[0].length;
}

/** Returns `text`, or its beginning and an ellipsis. Never splits a surrogate pair. */
export function shorten(text: string, longest = 200): string {
  return text.length <= longest ? text : `${beginning(text, longest)}…`;
}

function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length);
}
