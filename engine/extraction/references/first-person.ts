/** What "we", "us" and "our" leave open, and whom they mean where a letter is signed. */
import type { Word } from '../grammar/parse.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';

/** What opens a case, in which "we" is whoever it happens to. */
const CASE = /^(?:if|once|when|whenever|provided|unless|until|should)$/u;
const KNOWING = /^(?:know|call|see|understand|think|find|have)$/u;
const GIVING = /^(?:give|tell|let|allow|help|remind|show|teach|bring|enable)$/u;

/**
 * True for a "we" that leaves nothing open: people in general ("gives us", "the victims we know by name"), whoever a case
 * happens to ("if we grow"), and an "our" that says no more than "the" does ("by seven decibels in our lab"). "Our" in the
 * subject says whose figures, rules or staff the statement is about.
 */
export function isOpenToNobody(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  const before = words[at - 1];
  if (lower === 'our') return isBesideTheSubject(words, at);
  if (lower === 'us') return before?.pos === 'VERB' && GIVING.test(before.lemma);
  if (lower !== 'we' || before === undefined) return false;
  const next = words.slice(at + 1).find(({ pos }) => pos !== 'ADV');
  const isKnowledge = (before.pos === 'NOUN' || /^(?:what|as)$/u.test(before.lower)) && KNOWING.test(next?.lemma ?? '');
  return CASE.test(before.lower) || isKnowledge;
}

/** True in a place, time or means: after a preposition that belongs to no subject. */
function isBesideTheSubject(words: readonly Word[], at: number): boolean {
  if (words[at - 1]?.pos !== 'ADP') return false;
  const main = mainGroup(words, verbGroups(words));
  return /^(?:in|at|from|near|to|into|on)$/u.test(words[at - 1]!.lower) || (main !== null && main.end <= at);
}

const FAREWELL = /(?:regards|sincerely|wishes|faithfully|yours|cheers|thanks|thank you)[,.!]?$/iu;
const LONGEST_LINE = 80;
const CONTRACTED: Record<string, string> = { ll: 'will', ve: 'have', re: 'are' };

/** For whom a letter speaks: "Joakim, Garden Corner" after the farewell; null if its end doesn't say. */
export function signedFor(content: string): string | null {
  const lines = content
    .slice(-4 * LONGEST_LINE)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [farewell, signature] = lines.slice(-2);
  if (signature === undefined || !FAREWELL.test(farewell!) || signature.length > LONGEST_LINE) return null;
  const parts = signature.split(', ');
  if (parts.length < 2) return null;
  const names = /^\p{Lu}[\p{L}&'’.-]*(?: (?:of |& |and )?\p{Lu}[\p{L}&'’.-]*)*/u.exec(parts.at(-1)!)?.[0] ?? null;
  return names === null || OFFICE.test(names) ? null : names;
}

const OFFICE =
  /^(?:head|director|manager|chair|chairman|secretary|president|treasurer|customer|sales|support|service|editor|team|senior|chief|professor|dr|phd)\b/iu;

/** Replacements for the "we" at `at` and a verb contracted with it ("we'll"); null where it can't be replaced. */
export function saidBy(words: readonly Word[], at: number, name: string): [at: number, text: string][] | null {
  const { lower } = words[at]!;
  if (!/^(?:we|us|our)$/u.test(lower)) return null;
  if (lower === 'our') return [[at, /s$/u.test(name) ? `${name}'` : `${name}'s`]];
  const next = words[at + 1];
  if (lower === 'us' || next === undefined || next.start > words[at]!.end) return [[at, name]];
  const verb = CONTRACTED[next.lower.replace(/^['’]/u, '')];
  return verb === undefined
    ? null
    : [
        [at, `${name} ${verb}`],
        [at + 1, ''],
      ];
}
