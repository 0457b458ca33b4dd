/**
 * Finds where and why a text is not JSON, in the words and offsets of Python's json module, which FastAPI passes on.
 * JSON.parse itself names no offset for some errors, and recursive parsers overflow on deep nesting: this one keeps its
 * own stack and looks at every character once.
 */

export interface JsonError {
  /** In code points. */
  offset: number;
  error: string;
}

const WHITE_SPACE = /[ \t\n\r]*/y;
/** A number or a word; linear, as no two parts can match the same character. */
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SIMPLE_ESCAPES = '"\\/bfnrt';

const EXPECTING_VALUE = 'Expecting value';
const EXPECTING_NAME = 'Expecting property name enclosed in double quotes';
const EXPECTING_COLON = "Expecting ':' delimiter";
const EXPECTING_COMMA = "Expecting ',' delimiter";

/** The first error, or null if the text is JSON. */
export function findJsonError(text: string): JsonError | null {
  const found = scan(text);
  return found === null ? null : { offset: codePointOffset(text, found.offset), error: found.error };
}

function scan(text: string): JsonError | null {
  /** Closing brackets of what is open. */
  const open: ('}' | ']')[] = [];
  let at = 0;
  let expecting: 'value' | 'first item' | 'name' | 'first name' | 'delimiter' = 'value';

  const fail = (error: string, offset = at): JsonError => ({ offset, error });

  for (;;) {
    at = skip(WHITE_SPACE, text, at);
    const next = text.charAt(at);

    if (expecting === 'delimiter') {
      const closing = open.at(-1);
      if (closing === undefined) return at === text.length ? null : fail('Extra data');
      if (next === closing) open.pop();
      else if (next === ',') expecting = closing === '}' ? 'name' : 'value';
      else return fail(EXPECTING_COMMA);
      at++;
    } else if (expecting === 'name' || expecting === 'first name') {
      if (next === '}' && expecting === 'first name') {
        open.pop();
        expecting = 'delimiter';
        at++;
        continue;
      }
      if (next !== '"') return fail(EXPECTING_NAME);
      const end = scanString(text, at);
      if (typeof end !== 'number') return end;
      at = skip(WHITE_SPACE, text, end);
      if (text.charAt(at) !== ':') return fail(EXPECTING_COLON);
      at++;
      expecting = 'value';
    } else if (next === ']' && expecting === 'first item') {
      open.pop();
      expecting = 'delimiter';
      at++;
    } else if (next === '{' || next === '[') {
      open.push(next === '{' ? '}' : ']');
      expecting = next === '{' ? 'first name' : 'first item';
      at++;
    } else {
      const end = next === '"' ? scanString(text, at) : skip(SCALAR, text, at);
      if (typeof end !== 'number') return end;
      if (end === at) return fail(EXPECTING_VALUE);
      at = end;
      expecting = 'delimiter';
    }
  }
}

/** The index after what the sticky expression matches at `at`; `at` itself if it doesn't match. */
function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** The index after the string that starts at `start`. */
function scanString(text: string, start: number): number | JsonError {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character < ' ') return { offset: at, error: 'Invalid control character at' };
    if (character !== '\\') continue;
    const escaped = text.charAt(at + 1);
    if (escaped === '') break;
    if (escaped === 'u') {
      if (!/^[0-9A-Fa-f]{4}$/.test(text.slice(at + 2, at + 6))) {
        return { offset: at + 1, error: 'Invalid \\uXXXX escape' };
      }
      at += 5;
    } else if (SIMPLE_ESCAPES.includes(escaped)) at++;
    else return { offset: at, error: 'Invalid \\escape' };
  }
  return { offset: start, error: 'Unterminated string starting at' };
}

function codePointOffset(text: string, offset: number): number {
  let count = offset;
  for (let at = 0; at < offset; at++) if (text.codePointAt(at)! > 0xffff) count--;
  return count;
}
