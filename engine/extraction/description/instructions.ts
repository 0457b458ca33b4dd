/** Recognises imperatives, and those that state something besides. */
import { MODALS } from '#engine/language/verbs.ts';
import type { Word } from '../grammar/parse.ts';
import { opensClause, verbGroups } from '../grammar/verb-groups.ts';
import { leadLength } from '../splitting/clauses.ts';

const SAFE_IMPERATIVES = new Set(
  (
    'add apply ask avoid bake bring build buy call carry check choose click combine consider contact cook create cut do download drink eat ensure ' +
    'enter explore find fold follow get give go have help imagine install join keep learn leave let listen look make mix note open pay place ' +
    'please pour prepare press print provide put read remember remove repeat return run save see select send serve set share sign skip speak ' +
    "start stir stop submit take talk tell think try turn type understand use verify visit wait wash watch write don't never always"
  ).split(' '),
);

/** True if the sentence opens with an imperative, also after an adverbial: "If you own the stock, listen to …". */
export function isInstruction(words: readonly Word[]): boolean {
  const first = words.findIndex((word) => !/^(?:PUNCT|SYM|CCONJ)$/u.test(word.pos) && word.lower !== 'so');
  if (first < 0) return false;
  if (isImperative(words, first)) return true;
  const body = words.findIndex((word, i) => i > first && i < LONGEST_LEAD && word.text === ',') + 1;
  const object = words[body + 1];
  return (
    body > 0 &&
    opensAdverbial(words, first) &&
    leadLength(words) === 0 &&
    // "Unless you say so, run logs live for a week": a noun after the base form makes it part of a name.
    /^(?:DET|PRON|ADP|ADV|PROPN)$/u.test(object?.pos ?? '') &&
    isImperative(words, body)
  );
}

const LONGEST_LEAD = 20;

const opensAdverbial = (words: readonly Word[], at: number) =>
  /^(?:if|when|once|before|after|unless|until|while|should|to)$/u.test(words[at]!.lower) || words[at]!.pos === 'ADP';

/** True for a base form at `at` without a subject. */
function isImperative(words: readonly Word[], at: number): boolean {
  const first = words[at]!;
  const next = words[at + 1];
  if (next === undefined) return false;
  // "Look, 95 percent of …" and "Look - we have …" only call for attention.
  if (next.pos === 'PUNCT' && /^(?:look|listen|see|remember|note)$/u.test(first.lower)) return false;
  if (/^(?:please|let's|lets)$/u.test(first.lower) || (first.lower === 'let' && /^(?:us|me|'s|the)$/u.test(next.lower)))
    return true;
  if (first.lower === 'do' && /^(?:n['’]t|not)$/u.test(next.lower)) return true;
  const isBase = first.forms?.base === true && first.lemma === first.lower;
  const imperative = isBase || (SAFE_IMPERATIVES.has(first.lower) && /^(?:NOUN|ADV|PROPN|ADJ|AUX)$/u.test(first.pos));
  if (!imperative || !SAFE_IMPERATIVES.has(first.lower)) return false;
  if (/^(?:never|always)$/u.test(first.lower)) return next.forms?.base === true;
  if (/^(?:is|are|was|were|has|have|had|of|and|that|did|will|can)$/u.test(next.lower) || MODALS.has(next.lower))
    return first.lower !== 'have' && next.lower === 'and' && words[at + 2]?.forms?.base === true;
  return !isSubject(words, at);
}

/** True if a finite verb follows, no clause between: "Make It or Break It is a movie", "Open titles may be earned". */
function isSubject(words: readonly Word[], at: number): boolean {
  const group = verbGroups(words).find(
    ({ start, finite, first }) => start > at && finite && (first.pos === 'AUX' || first.forms?.past === true),
  );
  if (group === undefined) return false;
  return !words
    .slice(at + 1, group.start)
    .some(
      (word, i, rest) =>
        word.text === ',' ||
        word.text === ':' ||
        /^(?:you|your|i|we|it|he|she|they)$/u.test(word.text) ||
        opensClause(rest, i),
    );
}

/**
 * True for an instruction that evidence could settle: it gives a figure that must be kept to ("within 14 days"), or a
 * reason or consequence with a verb of its own ("…, as nobody under eight may use the stairs", "…, and the lamp goes out").
 */
export function statesSomething(words: readonly Word[]): boolean {
  if (words.some((word) => word.pos === 'NUM' && !/^(?:one|two|first|second)$/u.test(word.lower))) return true;
  const groups = verbGroups(words);
  return words.some((word, i) => {
    const isReason =
      word.text === ':' ||
      word.lower === 'because' ||
      (word.lower === 'or' && words[i + 1]?.lower === 'else') ||
      (words[i - 1]?.text === ',' && /^(?:and|as|since|which|where|who)$/u.test(word.lower));
    const isRelative = /^(?:which|where|who)$/u.test(word.lower);
    return isReason && groups.some(({ start, finite }) => finite && start > (isRelative ? i : i + 1));
  });
}
