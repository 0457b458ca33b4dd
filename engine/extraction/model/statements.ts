/** From the statements that a model lists of one sentence to claims, as far as the sentence's own words bear them out. */

import { stripInvisible } from '#common/invisible-characters.ts';
import type { QuotePlace } from '#engine/asking/quotes.ts';
import type { CodePointMap } from '#engine/text/code-points.ts';
import type { ExtractedClaim, SearchWords } from '#engine/types/extraction.ts';
import { asSentence } from '../claims/atom.ts';
import { notCheckableReason } from '../description/checkability.ts';
import { describe } from '../description/describe.ts';
import { parsePlain } from '../grammar/parse.ts';
import { cleanText } from '../layout/markdown.ts';
import type { Segment } from '../layout/segments.ts';
import { unanalysed } from '../unanalysed.ts';
import type { Listed } from './answer.ts';
import { leftOut, restOf } from './coverage.ts';
import { cutsOff, isCoordinating, isPunctuation, sparedBy } from './cuts.ts';
import { type Around, isFaithful } from './faithful.ts';
import type { Located } from './pieces.ts';
import { wordsBeside } from './search-words.ts';
import { plainWords, type ReadWord, sentenceWords } from './words.ts';

export type MadeClaim = Omit<ExtractedClaim, 'ordinal'>;

/** A sentence, item or row of the text, and what is known of it. */
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
  /** It opens or closes the text. */
  carriesConclusion: boolean;
  /** The claims that the rules make of it. */
  byRules: readonly ExtractedClaim[];
  /** Puts back what placeholders stand for. */
  restore: (text: string) => string;
  /** What a model would search documents in other languages by for a statement; null: nothing. */
  searchWords: (listed: Listed) => SearchWords | null;
}

/** A statement that its own words bear out. */
interface Statement {
  claim: MadeClaim;
  own: readonly boolean[];
  /** Words that it leaves out as what the sentence says besides. */
  spared: readonly boolean[];
  /** The claim is as the model has written it. */
  isWritten: boolean;
}

/** UTF-16 units of the words of a clause that is a claim by itself; of shorter ones the whole sentence is. */
const SHORTEST_CLAUSE = 24;
const SHORTEST_UNSPACED = 8;
/** Japanese sets its comma behind any phrase; a clause ends in a word that is inflected. */
const JAPANESE_CLAUSE = /[るただいりてしうくすつぬむぐぶん](?:が|けど|けれども?)?$/u;

/**
 * The claims of a sentence: those of its statements that stand by themselves, and for all that they leave out the rules' claims
 * or, in another language than English, the clause's own words where it stands by itself. None: nothing that was listed stands.
 */
export function claimsOfSentence(sentence: ListedSentence, listed: readonly Located[]): MadeClaim[] {
  const words = sentenceWords(sentence.content, sentence.segment, sentence.language);
  if (words === null) return [];
  const statements = withoutRepeats(statementsOf(sentence, words, listed));
  if (statements.length === 0) return [];
  const own = statements.map(({ claim }) => claim);
  const covered = together(statements.map((one) => one.own));
  // What a statement had that fell is left out too, however little it is.
  const said = together(listed.map(({ pieces }) => wordsAt(words, pieces)));
  const spared = together([said.map((is, at) => is && !covered[at]), ...statements.map((one) => one.spared)]);
  const runs = leftOut(words, covered, spared, sentence.language);
  const clauses = runs.map((run) => clauseOf(sentence, words, run, statements));
  if (clauses.every((clause) => clause !== null)) return [...own, ...clauses.map(({ claim }) => claim)];
  const lacking = words.filter(
    ({ isWord, from, to }) => isWord && runs.some((run) => from >= run.start && to <= run.end),
  );
  const rest = sentence.byRules.flatMap((rule) => restOf(sentence, rule, lacking, own) ?? []);
  return [...own, ...rest.filter((rule) => own.every((one) => !saysTheSame(one, rule)))];
}

/** A claim is made once, whether a statement or a rule has it. */
const saysTheSame = (one: Pick<MadeClaim, 'normalized_claim'>, other: Pick<MadeClaim, 'normalized_claim'>): boolean =>
  one.normalized_claim.toLowerCase() === other.normalized_claim.toLowerCase();

/** Of statements with the same words, or the same claim, the first. */
function withoutRepeats(statements: readonly Statement[]): Statement[] {
  const known = new Set<string>();
  return statements.filter(({ claim, own }) => {
    const keys = [own.map((is) => (is ? 1 : 0)).join(''), claim.normalized_claim.toLowerCase()];
    if (keys.some((key) => known.has(key))) return false;
    for (const key of keys) known.add(key);
    return true;
  });
}

/** The words, by their places in the sentence, that a statement has. */
function wordsAt(words: readonly ReadWord[], pieces: readonly QuotePlace[]): boolean[] {
  return words.map(({ from, to }) => pieces.some(({ start, end }) => from < end && to > start));
}

/** Those that their own words bear out. */
function statementsOf(sentence: ListedSentence, words: readonly ReadWord[], listed: readonly Located[]): Statement[] {
  const { isEnglish } = sentence;
  const all = listed.map((one) => ({ ...one, own: wordsAt(words, one.pieces) }));
  return all.flatMap((one) => {
    const others = together(all.filter((other) => other !== one).map(({ own }) => own));
    const isAll = words.every(({ isWord }, at) => one.own[at] || !isWord);
    if (isAll || !cutsOff(words, one.own, isEnglish, others)) return statementOf(sentence, words, one, isAll) ?? [];
    return isEnglish ? [] : (partOf(sentence, words, one, others) ?? []);
  });
}

/** Words that any of the statements has. */
function together(statements: readonly (readonly boolean[])[]): boolean[] {
  return (statements[0] ?? []).map((_, at) => statements.some((own) => own[at]));
}

/**
 * The end of what was listed that stands by itself, where the rest only says whom it speaks of: "the line …, and links the two
 * stations". It must be in the claim as the model has written it.
 */
function partOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  { listed, own }: Located & { own: readonly boolean[] },
  others: readonly boolean[],
): Statement | null {
  const begins = words.flatMap((_, at) => (at > 0 && own[at] && isApart(words, own, at) ? [at] : []));
  for (const from of begins) {
    const rest = own.map((is, at) => is && at >= from);
    if (cutsOff(words, rest, sentence.isEnglish, others)) continue;
    const made = statementOf(sentence, words, { listed, pieces: piecesOf(words, rest) }, false);
    if (made?.isWritten) return made;
  }
  return null;
}

/** Where a part of what was listed begins: behind a mark, or behind words that it lacks. */
function isApart(words: readonly ReadWord[], own: readonly boolean[], at: number): boolean {
  return words[at]!.isWord && (!words[at - 1]!.isWord || !own[at - 1]);
}

function piecesOf(words: readonly ReadWord[], own: readonly boolean[]): QuotePlace[] {
  const pieces: QuotePlace[] = [];
  for (const [at, { from, to }] of words.entries()) {
    if (!own[at]) continue;
    if (own[at - 1]) pieces.at(-1)!.end = to;
    else pieces.push({ start: from, end: to });
  }
  return pieces;
}

/** The words of a clause, up to the marks around it, that the statements leave out, as a claim; null: it doesn't stand by itself. */
function clauseOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  run: { start: number; end: number },
  statements: readonly Statement[],
): Statement | null {
  if (sentence.isEnglish) return null;
  const isIn = (word: ReadWord) => word.isWord && word.from >= run.start && word.to <= run.end && !isCoordinating(word);
  const first = words.findIndex(isIn);
  const last = words.findLastIndex(isIn);
  const from = words.findLastIndex((word, at) => at < first && isPunctuation(word)) + 1;
  const isEnd = (word: ReadWord) => isPunctuation(word) || (!word.isWord && !/\p{S}/u.test(word.text));
  const next = words.findIndex((word, at) => at > last && (isEnd(word) || isCoordinating(word)));
  const own = words.map((_, at) => at >= from && (next < 0 || at < next));
  const [piece] = piecesOf(words, own);
  const others = together(statements.map((statement) => statement.own));
  if (first < 0 || piece === undefined || cutsOff(words, own, false, others)) return null;
  if (!isClause(sentence.content.slice(piece.start, piece.end))) return null;
  const listed = { id: '', sentence: '', pieces: [], claim: '', kind: 'fact', part_of: '' };
  return statementOf(sentence, words, { listed, pieces: [piece] }, false);
}

function isClause(text: string): boolean {
  if (/[\p{Script=Hiragana}]/u.test(text)) return text.length >= SHORTEST_UNSPACED && JAPANESE_CLAUSE.test(text);
  return text.length >= (/\p{Script=Han}/u.test(text) ? SHORTEST_UNSPACED : SHORTEST_CLAUSE);
}

function statementOf(
  sentence: ListedSentence,
  words: readonly ReadWord[],
  { listed, pieces }: Pick<Located, 'listed' | 'pieces'>,
  isAll: boolean,
): Statement | null {
  const { content, points, segment, isEnglish, byRules, chunk } = sentence;
  const own = wordsAt(words, pieces);
  const place = isAll ? segment : { start: pieces[0]!.start, end: Math.max(...pieces.map(({ end }) => end)) };
  const ownWords = words.filter((_, at) => own[at]);
  const written = writtenClaim(sentence, listed.claim, ownWords);
  // A row's cells are no sentence; the rules make one of them.
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

/** The claim as the model has written it, if it says what its own words say; else null. */
function writtenClaim(
  { language, around, restore }: ListedSentence,
  claim: string,
  own: readonly ReadWord[],
): string | null {
  const text = asSentence(stripInvisible(restore(claim)).replaceAll(/\s+/gu, ' '));
  if (text === '' || text.length > LONGEST_CLAIM) return null;
  return isFaithful(plainWords(text, language), own, around, language) ? text : null;
}

/** The pieces as they stand there, with the marks between them where nothing else is. */
function ownWordsOf(content: string, pieces: readonly QuotePlace[]): string {
  const texts = pieces.map(({ start, end }, at) => {
    const own = cleanText(content, start, end);
    const before = pieces[at - 1] === undefined ? '' : content.slice(pieces[at - 1]!.end, start);
    return at === 0 ? own : `${/^[\s,;:]+$/u.test(before) ? before.trimEnd() : ''} ${own}`;
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
 * Why evidence can't decide the statement: what the rules say, if the model holds it for undecidable too. One alone is not
 * believed: no text talks a model out of having it checked.
 */
function reasonOf(kind: string, near: readonly ExtractedClaim[]): string | null {
  const reasons = near.map(({ not_checkable_reason }) => not_checkable_reason);
  if (reasons.length === 0 || reasons.includes(null)) return null;
  return kind !== 'fact' || reasons.includes('fiction') ? reasons[0]! : null;
}

const RELATIVE_DATE = /^relative_date: "([^"]*)" is ([^,]*),/u;

/** What the rules leave open in the same words, as far as the claim still has them. */
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
