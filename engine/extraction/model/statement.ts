/** Turns a statement that a model has listed for a sentence into a claim. */

import { stripInvisible } from '#common/invisible-characters.ts';
import type { QuotePlace } from '#engine/asking/quotes.ts';
import type { CodePointMap } from '#engine/text/code-points.ts';
import type { Span } from '#engine/text/sentences.ts';
import type { ExtractedClaim, SearchWords } from '#engine/types/extraction.ts';
import { asSentence } from '../claims/atom.ts';
import { notCheckableReason } from '../description/checkability.ts';
import { describe } from '../description/describe.ts';
import { parsePlain } from '../grammar/parse.ts';
import { cleanText } from '../layout/markdown.ts';
import type { Segment } from '../layout/segments.ts';
import { unanalysed } from '../unanalysed.ts';
import type { Listed } from './answer.ts';
import { sparedBy } from './cuts.ts';
import { type Around, isFaithful } from './faithful.ts';
import { type Located, wordsAt } from './pieces.ts';
import { wordsBeside } from './search-words.ts';
import { plainWords, type ReadWord } from './words.ts';

export type MadeClaim = Omit<ExtractedClaim, 'ordinal'>;

/** A sentence, item or row of the text, with what is known about it. */
export interface ListedSentence {
  content: string;
  points: CodePointMap;
  /** Its index in the text. */
  chunk: number;
  segment: Segment;
  isEnglish: boolean;
  /** ISO 639-1 or 'und'; null for English. */
  language: string | null;
  around: Around;
  /** Whether it opens or closes the text. */
  carriesConclusion: boolean;
  /** The claims that the rules make of it. */
  byRules: readonly ExtractedClaim[];
  /** Puts back what placeholders stand for. */
  restore: (text: string) => string;
  /** The words by which the model would search documents in other languages for a statement; null if there are none. */
  searchWords: (listed: Listed) => SearchWords | null;
}

/** A statement that its own words confirm, with its claim. */
export interface Statement {
  claim: MadeClaim;
  own: readonly boolean[];
  /** The place of its claim, in UTF-16 units of the text. */
  place: Readonly<Span>;
  /** For each word, whether the statement leaves it out because it says something separate. */
  spared: readonly boolean[];
  /** Whether the claim is in the model's wording. */
  isWritten: boolean;
}

/**
 * The claim that a statement makes; null if its words state nothing. `isAll`: whether it has all words of the sentence. `isRead`:
 * whether a reader has judged it (`isFaithful`).
 */
export function statementOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  { listed, pieces }: Pick<Located, 'listed' | 'pieces'>,
  { isAll, isRead }: { isAll: boolean; isRead: boolean },
): Statement | null {
  const { content, points, segment, isEnglish, byRules, chunk } = sentence;
  const own = wordsAt(words, pieces);
  const place = isAll ? segment : { start: pieces[0]!.start, end: Math.max(...pieces.map(({ end }) => end)) };
  const ownWords = words.filter((_, at) => own[at]);
  const written = writtenClaim(sentence, listed.claim, ownWords, isRead);
  // The cells of a row are not a sentence. The rules make sentences of them.
  if (written === null && segment.kind === 'table_row') return null;
  const text = written ?? ownWordsOf(content, pieces);
  const start = points.toCodePoints(place.start);
  const end = points.toCodePoints(place.end);
  const near = byRules.filter((rule) => rule.start < end && start < rule.end);
  const reason = reasonOf(listed.kind, near);
  const parsed = isEnglish ? parsePlain(text).words : [];
  if (isEnglish && (!isAll || near.length === 0) && statesNothing(text)) return null;
  const described = isEnglish
    ? describe(text, parsed, { carriesConclusion: sentence.carriesConclusion, names: [] })
    : unanalysed();
  const open = openIn(near, text, written !== null);
  const listedWords = sentence.searchWords(listed);
  const searchWords =
    written === null ? wordsBeside(listedWords, sentence.restore(listed.claim), ownWords, sentence) : listedWords;
  return {
    own,
    place,
    spared: isEnglish && !isAll ? sparedBy(words, own) : [],
    isWritten: written !== null,
    claim: {
      start,
      end,
      original_span: content.slice(place.start, place.end),
      normalized_claim: text,
      sentence: content.slice(segment.start, segment.end),
      chunk,
      ...(sentence.language !== null && { language: sentence.language }),
      ...(searchWords !== null && { search_words: searchWords }),
      ...described,
      ...open,
      dates_and_temporal_scope: [...described.dates_and_temporal_scope, ...open.dates_and_temporal_scope],
      checkable: reason === null,
      not_checkable_reason: reason,
    },
  };
}

const LONGEST_CLAIM = 1_000;

/** The claim in the model's wording, if that is faithful to the statement's own words; else null. */
function writtenClaim(
  { language, around, restore }: ListedSentence,
  claim: string,
  own: readonly ReadWord[],
  isRead: boolean,
): string | null {
  const text = asSentence(stripInvisible(restore(claim)).replaceAll(/\s+/gu, ' '));
  if (text === '' || text.length > LONGEST_CLAIM) return null;
  const said = plainWords(text, language);
  return isFaithful(said, own, around, { language, isRead }) ? text : null;
}

/** The pieces in the text's own words, with the punctuation between two pieces if nothing else stands there. */
function ownWordsOf(content: string, pieces: readonly QuotePlace[]): string {
  const texts = pieces.map(({ start, end }, at) => {
    const own = cleanText(content, start, end);
    const before = pieces[at - 1] === undefined ? '' : content.slice(pieces[at - 1]!.end, start);
    if (at === 0 || /^[.,;:!?)]/.test(own)) return own;
    return `${/^[\s,;:]+$/u.test(before) ? before.trimEnd() : ''} ${own}`;
  });
  return asSentence(texts.join(''));
}

/** True for a greeting or a fragment without a verb. */
function statesNothing(text: string): boolean {
  const sentence = parsePlain(text);
  if (!sentence.words.some(({ pos }) => pos === 'VERB' || pos === 'AUX')) return true;
  return /^(?:greeting|not_a_statement)$/.test(notCheckableReason(sentence) ?? '');
}

/**
 * The reason why evidence can't decide the statement: the one that the rules give, unless the model calls the statement a fact.
 * Neither is trusted alone, so that no text can talk a model out of having it checked. Only fiction is left to the rules.
 */
function reasonOf(kind: string, near: readonly ExtractedClaim[]): string | null {
  const reasons = near.map(({ not_checkable_reason }) => not_checkable_reason);
  if (reasons.length === 0 || reasons.includes(null)) return null;
  return kind !== 'fact' || reasons.includes('fiction') ? reasons[0]! : null;
}

const RELATIVE_DATE = /^relative_date: "([^"]*)" is ([^,]*),/u;

/** What the rules leave open in the same words, as far as it still applies to the claim. */
function openIn(near: readonly ExtractedClaim[], text: string, isWritten: boolean) {
  const has = (words: string) => text.toLowerCase().includes(words.toLowerCase());
  const dates = near.flatMap(({ limitations }) =>
    limitations.filter((one) => has(RELATIVE_DATE.exec(one)?.[1] ?? '\n')),
  );
  const isOpen = (open: string) => !isWritten || has(` ${/"([^"]*)"/u.exec(open)?.[1] ?? open} `);
  return {
    ambiguous_dependencies: near.flatMap(({ ambiguous_dependencies }) => ambiguous_dependencies.filter(isOpen)),
    unresolved_ambiguity: isWritten ? [] : near.flatMap(({ unresolved_ambiguity }) => unresolved_ambiguity),
    dates_and_temporal_scope: dates.map((one) => RELATIVE_DATE.exec(one)![2]!),
    limitations: dates,
  };
}
