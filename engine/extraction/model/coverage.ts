/**
 * Finds what the statements of a sentence leave out. If a model leaves a part out, that does not mean that the part states
 * nothing. The claims that the rules make of that part are used instead.
 */
import type { CodePointMap } from '#engine/text/code-points.ts';
import type { ExtractedClaim, Place } from '#engine/types/extraction.ts';
import { overlaps } from '../within.ts';
import { isCoordinating } from './cuts.ts';
import { gapsIn } from './omissions.ts';
import type { Language, ReadWord } from './words.ts';

/** Number of content words that a gap may have without stating something, as in "In addition," or "it is worth noting that". */
const MOST_LEFT_OUT = 2;
const CONTENT = /^(?:NOUN|PROPN|VERB|ADJ|NUM|X)$/;

/**
 * UTF-16 ranges of the sentence that no statement covers and that may state something. `spared`: words that a statement leaves
 * out because they say something separate. Each content word among them must be covered by another statement.
 */
export function leftOut(
  words: readonly ReadWord[],
  covered: readonly boolean[],
  spared: readonly boolean[],
  language: Language,
): { start: number; end: number }[] {
  return gapsIn(words.map((_, at) => covered[at] === true)).flatMap(({ from, to }) => {
    const run = words.slice(from, to);
    const isSpared = spared.slice(from, to).some(Boolean);
    if (!statesSomething(run, from === 0, isSpared, language)) return [];
    return [{ start: run[0]!.from, end: run.at(-1)!.to }];
  });
}

function statesSomething(run: readonly ReadWord[], opens: boolean, isSpared: boolean, language: Language): boolean {
  // German capitalises all nouns.
  const capitalsAreNames = language !== 'de';
  // A final "including" only introduces what comes after it.
  const joining = run.at(-1)!.lower === 'including' ? run.at(-1) : undefined;
  const telling = run.filter((word) => word.isWord && !word.isStopWord && CONTENT.test(word.pos) && word !== joining);
  const isInside = language === null && !opens;
  if (telling.length > (isSpared || isInside ? 0 : MOST_LEFT_OUT)) return true;
  if ((isInside && run.some(tellsHow)) || (language === null && run.some(tellsWhy))) return true;
  // A verb states something, but at the start of the sentence only with a noun: "As it turned out, …" states nothing, "…, and it
  // failed" does.
  const has = (wanted: RegExp) => telling.some(({ pos }) => wanted.test(pos));
  if (has(/^VERB$/) && (!opens || has(/^(?:NOUN|PROPN)$/))) return true;
  return run.some(
    (word, at) =>
      /\p{N}/u.test(word.text) ||
      (capitalsAreNames && word.isCapitalised && at > 0) ||
      /^(?:PROPN|NUM)$/.test(word.pos) ||
      word.marks.some(({ kind }) => kind === 'negation'),
  );
}

/** Whether the word is an adverb that may matter, e.g. "allegedly". */
const tellsHow = ({ pos, isStopWord }: ReadWord) => pos === 'ADV' && !isStopWord;
/** Whether the word introduces a reason, e.g. "because of it". */
const tellsWhy = ({ lower }: ReadWord) => lower === 'because';

/**
 * A claim of the rules, as far as the statements leave out words of it (`lacking`); null if they leave out none. If statements
 * cover other parts of the claim, its place runs from the first word that they lack to the last. Its text is still the whole
 * claim.
 */
export function restOf(
  { points, content }: { points: CodePointMap; content: string },
  { ordinal: _, ...rule }: ExtractedClaim,
  lacking: readonly ReadWord[],
  statements: readonly Place[],
): Omit<ExtractedClaim, 'ordinal'> | null {
  const place = (from: number, to: number) => ({ start: points.toCodePoints(from), end: points.toCodePoints(to) });
  const words = lacking.filter(({ from, to }) => overlaps(place(from, to), rule));
  const [first, last] = [words.find((word) => !isCoordinating(word)), words.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (!statements.some((one) => overlaps(one, rule))) return rule;
  return { ...rule, ...place(first.from, last.to), original_span: content.slice(first.from, last.to) };
}
