/** Recognises imperatives, and among them those that only urge the listener. */

import { MODALS } from '#engine/text/verbs.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { opensClause, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';

/** Base forms that the tagger often takes for nouns or adjectives. */
const IMPERATIVES = wordSet(
  'add apply ask avoid bake bring build buy call carry check choose click combine consider contact cook create cut do download drink eat ensure ' +
    'enter explore find fold follow get give go have help imagine install join keep learn leave let listen look make mix note open pay place ' +
    'please pour prepare press print prime provide put read remember remove repeat return run save see select send serve set share sign skip ' +
    "speak start stir stop store submit swallow take talk tell think try turn type understand use verify visit wait wash watch write don't never always",
);

/** True if the sentence opens with an imperative, also after an adverbial: "If you own the stock, listen to …". */
export function isInstruction(words: readonly Word[]): boolean {
  const first = words.findIndex(
    ({ pos, lower }) => !/^(?:PUNCT|SYM|CCONJ|INTJ)$/u.test(pos) && !/^(?:so|well)$/u.test(lower),
  );
  if (first < 0) return false;
  if (isImperative(words, first)) return true;
  const body = words.findIndex((word, i) => i > first && i < LONGEST_LEAD && word.text === ',') + 1;
  const opensAdverbial =
    /^(?:if|when|once|before|after|unless|until|while|should|to)$/u.test(words[first]!.lower) ||
    words[first]!.pos === 'ADP';
  // "Unless you say so, run logs live for a week": with a noun after it, the base form is part of a compound.
  const hasObject = /^(?:DET|PRON|ADP|ADV|PROPN)$/u.test(words[body + 1]?.pos ?? '');
  return body > 0 && opensAdverbial && hasObject && isImperative(words, body);
}

const LONGEST_LEAD = 20;

/** True for a base form at `at` without a subject. */
function isImperative(words: readonly Word[], at: number): boolean {
  const first = words[at]!;
  const next = words[at + 1];
  if (next === undefined) return false;
  // "Look, 95 percent of …" only calls for attention.
  if (next.pos === 'PUNCT' && /^(?:look|listen|see|remember|note)$/u.test(first.lower)) return false;
  if (isUrgingAt(words, at) || (first.lower === 'do' && /^(?:n['’]t|not)$/u.test(next.lower))) return true;
  const isBase = first.forms?.base === true && first.lemma === first.lower;
  if (!IMPERATIVES.has(first.lower) || !(isBase || /^(?:NOUN|ADV|PROPN|ADJ|AUX)$/u.test(first.pos))) return false;
  if (/^(?:never|always)$/u.test(first.lower)) return next.forms?.base === true;
  if (/^(?:is|are|was|were|has|have|had|of|and|that|did|will|can)$/u.test(next.lower) || MODALS.has(next.lower))
    return first.lower !== 'have' && next.lower === 'and' && words[at + 2]?.forms?.base === true;
  return !isSubject(words, at);
}

/**
 * True if the imperative is part of a subject, as a finite verb follows in the same clause: "Make It or Break It is a movie",
 * "Open titles may be earned".
 */
function isSubject(words: readonly Word[], at: number): boolean {
  const group = verbGroups(words).find(
    ({ start, finite, first }) => start > at && finite && (first.pos === 'AUX' || first.forms?.past === true),
  );
  if (group === undefined) return false;
  return !words
    .slice(at + 1, group.start)
    .some(
      (word, i, rest) => /^(?:[,:;]|you|your|i|we|it|he|she|they|and|or)$/u.test(word.text) || opensClause(rest, i),
    );
}

/**
 * Whether the imperative only urges, in a way in which no leaflet does: "please", "let's", "let me finish", "do come early", or a
 * call with "!".
 */
export function isUrging(words: readonly Word[]): boolean {
  const first = words.findIndex(
    ({ pos, lower }) => !/^(?:PUNCT|SYM|CCONJ|INTJ)$/u.test(pos) && !/^(?:so|well)$/u.test(lower),
  );
  if (first < 0) return false;
  const isCall = words.at(-1)!.text === '!' && !words.some(({ pos }) => pos === 'NUM');
  return isUrgingAt(words, first) || isCall || words.some(({ lower }, i) => lower === 'please' && i <= first + 2);
}

function isUrgingAt(words: readonly Word[], at: number): boolean {
  const [first, next] = [words[at]!.lower, words[at + 1]?.lower ?? ''];
  if (/^(?:please|let's|lets)$/u.test(first)) return true;
  // "Let me remind you that …" goes on to a statement.
  if (first === 'let') return /^(?:us|me|['’]s)$/u.test(next) && !words.some(({ lower }) => lower === 'that');
  return first === 'do' && words[at + 1]?.forms?.base === true;
}
