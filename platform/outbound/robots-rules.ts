/**
 * The rules of a robots.txt for us (RFC 9309). Written here rather than taken from a library, as a file is hostile input:
 * those at hand keep all rules for all crawlers, so that half a megabyte fills the memory.
 */

export interface RobotsRules {
  /** Whether the rules let us request `url`, which is of the file's own host. */
  allows(url: URL): boolean;
}

interface Rule {
  pattern: string;
  isAllowed: boolean;
}

export const EVERYTHING_ALLOWED: RobotsRules = { allows: () => true };
export const NOTHING_ALLOWED: RobotsRules = { allows: () => false };

/** What lies beyond is not read; RFC 9309 wants 500 KiB at least. */
const MAX_LENGTH = 512 * 1_024;
/** Longer patterns are cut, so that they forbid rather more, or are left out where they allow. */
const MAX_PATTERN_LENGTH = 500;
/** Comparisons of characters that one URL may take. Rules that take more are made to be slow, and forbid it. */
const MAX_WORK = 20_000_000;

/** `token` names our crawler, as in the User-Agent before the slash. */
export function parseRobots(text: string, token: string): RobotsRules {
  const ours: Rule[] = [];
  const everybodys: Rule[] = [];
  let hasOurGroup = false;
  let isForUs = false;
  let isForEverybody = false;
  let isInRules = true;
  for (const line of text.slice(0, MAX_LENGTH).split(/[\r\n]+/)) {
    const [, name = '', value = ''] = /^[\s\ufeff]*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const said = value.trim();
    switch (name.toLowerCase()) {
      case 'user-agent': {
        // One group names all its crawlers before its rules.
        if (isInRules) isForUs = isForEverybody = isInRules = false;
        isForUs ||= productOf(said) === token.toLowerCase();
        isForEverybody ||= said === '*';
        hasOurGroup ||= isForUs;
        break;
      }
      case 'allow':
      case 'disallow': {
        isInRules = true;
        const rule = ruleOf(said, name.toLowerCase() === 'allow');
        if (rule === null) break;
        if (isForUs) ours.push(rule);
        if (isForEverybody) everybodys.push(rule);
      }
    }
  }
  return rulesOf(hasOurGroup ? ours : everybodys);
}

/** The name before a version, as some files write it. */
function productOf(agent: string): string {
  return /^[a-z_-]*/i.exec(agent)![0].toLowerCase();
}

function ruleOf(path: string, isAllowed: boolean): Rule | null {
  const pattern = normalized(path);
  if (pattern === '' || (isAllowed && pattern.length > MAX_PATTERN_LENGTH)) return null;
  return { pattern: pattern.slice(0, MAX_PATTERN_LENGTH), isAllowed };
}

/** The longest rule that matches counts; of equally long ones, that which allows. */
function rulesOf(rules: readonly Rule[]): RobotsRules {
  const byWeight = rules.toSorted(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed),
  );
  return {
    allows(url) {
      const path = normalized(`${url.pathname}${url.search}`);
      if (path === '/robots.txt') return true;
      const work = { left: MAX_WORK };
      const decisive = byWeight.find(({ pattern }) => matches(pattern, path, work));
      return work.left > 0 && (decisive?.isAllowed ?? true);
    },
  };
}

/** `*` stands for any characters, `$` at the end for the end; otherwise a pattern is the beginning of a path. */
function matches(pattern: string, path: string, work: { left: number }): boolean {
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !isAnchored || path.length === first.length;
  const last = isAnchored ? rest.pop()! : '';
  let at = first.length;
  for (const part of rest) {
    work.left -= (path.length - at) * part.length;
    if (work.left <= 0) return true;
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - at >= last.length && path.endsWith(last);
}

const UNRESERVED = /[\w.~-]/;

/** One spelling of a path: characters that need no encoding stand as they are, all others as octets in upper case. */
function normalized(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return UNRESERVED.test(character) ? character : octet.toUpperCase();
    });
}
