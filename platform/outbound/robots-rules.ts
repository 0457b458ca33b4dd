/**
 * The rules of a robots.txt that apply to us (RFC 9309). Not from a library, because the file is hostile input:
 * available libraries keep all rules of all crawlers, so that half a megabyte fills the memory.
 */
import { Turn } from '#common/turns.ts';

export interface RobotsRules {
  /** Whether the rules allow us to request `url`, which must be on the file's own host. */
  allows(url: URL): boolean;
}

interface Rule {
  pattern: string;
  isAllowed: boolean;
}

export const EVERYTHING_ALLOWED: RobotsRules = { allows: () => true };
export const NOTHING_ALLOWED: RobotsRules = { allows: () => false };

/** A file with more rules is malicious, and forbids everything: sorting them would hold up others. */
const MOST_RULES = 10_000;
/** The rest of a longer file is ignored; RFC 9309 requires at least 500 KiB. */
const MAX_LENGTH = 512 * 1_024;
/** Longer patterns are cut if they forbid, so that they forbid more, and ignored if they allow. */
const MAX_PATTERN_LENGTH = 500;
/** Character comparisons per URL. Rules that need more are malicious, and forbid it. */
const MAX_WORK = 20_000_000;

/** `token`: name of our crawler, as in the User-Agent before the slash. Gives other work its turn in between. */
export async function parseRobots(text: string, token: string): Promise<RobotsRules> {
  const ours: Rule[] = [];
  const everybodys: Rule[] = [];
  let hasOurGroup = false;
  let isForUs = false;
  let isForEverybody = false;
  let isInRules = true;
  const turn = new Turn();
  for (const [line] of text.slice(0, MAX_LENGTH).matchAll(/[^\r\n]+/g)) {
    if (turn.isOver) await turn.next();
    const [, name = '', value = ''] = /^[\s\ufeff]*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const said = value.trim();
    switch (name.toLowerCase()) {
      case 'user-agent': {
        // A group lists all its crawlers before its rules.
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
        if (ours.length + everybodys.length > MOST_RULES) return NOTHING_ALLOWED;
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

/** The longest matching rule applies; among equally long ones, one that allows. */
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

/** `*` matches any characters and a final `$` the end; otherwise a pattern is a prefix of the path. */
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

/**
 * Normalizes the encoding of a path: characters that need no encoding are literal, all others are octets in upper case.
 */
function normalized(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return UNRESERVED.test(character) ? character : octet.toUpperCase();
    });
}
