/** Turns a language model's lists of a text's statements into claims, after checking them by code. */
import type { Hide } from '#engine/asking/fenced.ts';
import { WHY_MISSING } from '#engine/asking/missing.ts';
import { LANGUAGE_NOT_READ, RULES_ONLY_PREFIX, UNCONFIRMED_STATEMENTS_PREFIX } from '#engine/limitation-words.ts';
import { replacedWords } from '#engine/privacy/replaced-words.ts';
import { codePointMap } from '#engine/text/code-points.ts';
import { foreignLanguageOf } from '#engine/text/detect-language.ts';
import type {
  ExtractedClaim,
  ExtractionInput,
  ExtractionOutput,
  SearchWords,
  TextConsultation,
  TextUse,
} from '#engine/types/extraction.ts';
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { segment } from '../layout/segments.ts';
import { beginning, mostClaimsOf, tooManyClaims, withUnread } from '../unread.ts';
import { type Listed, listedIn } from './answer.ts';
import { aroundOf } from './faithful.ts';
import { type Inquiry, inquiryInto, outerStatements } from './inquiry.ts';
import { listedInLines } from './lines.ts';
import { type Located, located } from './pieces.ts';
import type { StretchQuestion } from './question.ts';
import { searchWordsIn, searchWordsOf } from './search-words.ts';
import { type SecondQuestion, secondQuestion, statedBy } from './second-look.ts';
import type { ListedSentence, MadeClaim } from './statement.ts';
import { claimsOfSentence, doubtsIn } from './statements.ts';

/** Characters of a sentence from which its language is detected. */
const LONGEST_SAMPLE = 400;

/** A sentence with the statements that the model has listed for it. */
interface ReadSentence {
  sentence: ListedSentence;
  /** The sentence as the model has seen it. */
  shown: string;
  listed: readonly Located[];
}

/** A stretch with the model's list of its statements. */
interface ReadStretch {
  question: StretchQuestion;
  listed: readonly Located[];
  sentences: readonly ReadSentence[];
}

interface Reading extends Inquiry {
  /** One for each question; the reason if there is no list. */
  stretches: readonly (ReadStretch | { missing: MissingReply })[];
  hide: Hide;
  wordsOf: (listed: Listed) => SearchWords | null;
}

/** Reads the replies to `questionsAboutText` for the same input. */
function readingOf(input: ExtractionInput, byRules: ExtractionOutput, consultation: TextConsultation): Reading {
  const inquiry = inquiryInto(input, consultation);
  const { questions, deidentifier, searched } = inquiry;
  const { replies, form } = consultation;
  const listedBy = (answer: unknown) => (form === 'lines' ? listedInLines(answer, searched) : listedIn(answer));
  const restore = (text: string) => deidentifier?.restore(text) ?? text;
  const wordsOf = ({ search }: Listed) => searchWordsIn(search, searched, restore);
  const sentencesOf = readerOf(input, byRules, restore, wordsOf);
  const stretches = questions.map((question, place) => {
    const reply: ModelReply = replies[place] ?? { missing: 'budget_spent' };
    if ('missing' in reply) return reply;
    const all = listedBy(reply.answer);
    if (all === null) return { missing: 'invalid_answer' as const };
    const listed = located(all, question.shown);
    return { question, listed, sentences: sentencesOf(question, listed) };
  });
  return { ...inquiry, stretches, hide: (text) => deidentifier?.hide(text) ?? text, wordsOf };
}

/**
 * The second questions, about statements of which code alone can't tell whether their sentences state them: one for each of
 * `questionsAboutText`, null where there is nothing to ask. Deterministic.
 */
export function secondQuestionsAbout(
  input: ExtractionInput,
  byRules: ExtractionOutput,
  consultation: TextConsultation,
): (ModelRequest | null)[] {
  const { stretches, hide } = readingOf(input, byRules, consultation);
  return stretches.map((read) => ('missing' in read ? null : (secondAbout(read, consultation, hide)?.request ?? null)));
}

/** The second question about a stretch; null if there is none. Models that answer in lines are not asked twice. */
function secondAbout({ sentences }: ReadStretch, { form }: TextUse, hide: Hide): SecondQuestion | null {
  if (form === 'lines') return null;
  const doubted = sentences.map(({ sentence, shown, listed }) => ({
    sentence: shown,
    doubts: doubtsIn(sentence, listed),
  }));
  return secondQuestion(doubted, hide);
}

/**
 * The claims of the text that the replies list and that code or the second replies confirm. For everything else, the claims of
 * the rules (`byRules`). All are in the order of the text. The replies are those to `questionsAboutText` and
 * `secondQuestionsAbout` for the same input. Deterministic.
 */
export function outputWithReplies(
  input: ExtractionInput,
  byRules: ExtractionOutput,
  consultation: TextConsultation,
): ExtractionOutput {
  const { questions, deidentifier, stretches, hide, wordsOf } = readingOf(input, byRules, consultation);
  const { replies, second_replies = [] } = consultation;
  const looks = stretches.map((read, place) => secondLook(read, second_replies[place] ?? null, consultation, hide));
  const rules = Map.groupBy(byRules.claims, ({ chunk }) => chunk);
  const made = new Map<number, MadeClaim[]>();
  const missing: MissingReply[] = [];
  const unusable: number[] = [];
  const words = new Map<number, SearchWords[]>();
  for (const [place, read] of stretches.entries()) {
    if ('missing' in read) {
      missing.push(read.missing);
      if (!('missing' in (replies[place] ?? read))) unusable.push(place);
      continue;
    }
    for (const { segment: own, listed } of read.listed) {
      const ofListed = wordsOf(listed);
      if (ofListed !== null) words.set(own.chunk, [...(words.get(own.chunk) ?? []), ofListed]);
    }
    const claims = read.sentences.flatMap(({ sentence, listed }) => {
      const ofSentence = claimsOfSentence(sentence, listed, looks[place]!.stated);
      return ofSentence.length === 0 ? [] : [[sentence.chunk, ofSentence] as const];
    });
    if (claims.length === 0 && read.question.shown.some(({ chunk }) => rules.has(chunk))) unusable.push(place);
    for (const [chunk, ofSentence] of claims) made.set(chunk, ofSentence);
  }
  const output = withClaims(input, byRules, made);
  const wasRead = questions.length > 0 && missing.length === 0;
  const sent = [...replies, ...second_replies.filter((reply) => reply !== null)].some(wasSent);
  return {
    ...output,
    claims: output.claims.map((claim) => withWordsOfSentence(claim, words.get(claim.chunk))),
    limitations: [
      ...output.limitations.filter((words) => !wasRead || !words.startsWith(LANGUAGE_NOT_READ)),
      ...missingWords(missing, questions.length),
      ...missingSecondWords(
        looks.flatMap((look) => look.missing ?? []),
        questions.length,
      ),
      ...(deidentifier !== null && sent ? replacedWords(deidentifier) : []),
    ],
    unusable_replies: unusable,
    unusable_second_replies: looks.flatMap(({ isUnusable }, place) => (isUnusable ? [place] : [])),
  };
}

interface SecondLook {
  /** Statements that their sentences state according to the reply. */
  stated: ReadonlySet<Located>;
  /** Why there is no usable reply; null if there is one, or if nothing was asked. */
  missing: MissingReply | null;
  isUnusable: boolean;
}

/** Reads the reply to the second question about a stretch. */
function secondLook(
  read: Reading['stretches'][number],
  reply: ModelReply | null,
  use: TextUse,
  hide: Hide,
): SecondLook {
  const nothing = { stated: new Set<Located>(), missing: null, isUnusable: false };
  if ('missing' in read || reply === null) return nothing;
  if ('missing' in reply) return { ...nothing, missing: reply.missing };
  const question = secondAbout(read, use, hide);
  const stated = question && statedBy(reply.answer, question);
  return stated === null ? { ...nothing, missing: 'invalid_answer', isUnusable: true } : { ...nothing, stated };
}

/** Adds the search words of all statements of its sentence to a claim that has none of its own in a language. */
function withWordsOfSentence(claim: ExtractedClaim, words: readonly SearchWords[] = []): ExtractedClaim {
  if (words.length === 0) return claim;
  return { ...claim, search_words: { ...searchWordsOf(words), ...claim.search_words } };
}

/** Returns a function that finds the sentences of a stretch for which the model has listed statements. */
function readerOf(
  { content }: ExtractionInput,
  { claims, language, unread_from }: ExtractionOutput,
  restore: (text: string) => string,
  searchWords: (listed: Listed) => SearchWords | null,
) {
  const points = codePointMap(content);
  const isEnglishText = language === 'en' || !/\p{L}/u.test(content);
  const { segments } = segment(content);
  const outer = outerStatements(segments);
  const rules = Map.groupBy(claims, ({ chunk }) => chunk);
  return ({ around }: StretchQuestion, listed: readonly Located[]): ReadSentence[] => {
    const surroundings = { english: aroundOf(around, true), foreign: aroundOf(around, false) };
    const statements = Map.groupBy(listed, (one) => one.segment);
    return [...statements].flatMap(([{ chunk, segment: place, shown }, ofSentence]) => {
      if (unread_from !== null && points.toCodePoints(place.start) >= unread_from) return [];
      const sample = content.slice(place.start, Math.min(place.end, place.start + LONGEST_SAMPLE));
      const foreign = isEnglishText ? foreignLanguageOf(sample) : language;
      const isEnglish = foreign === null;
      const sentence: ListedSentence = {
        content,
        points,
        chunk,
        segment: place,
        isEnglish,
        language: foreign,
        around: isEnglish ? surroundings.english : surroundings.foreign,
        carriesConclusion: outer.includes(chunk),
        byRules: rules.get(chunk) ?? [],
        restore,
        searchWords,
      };
      return [{ sentence, shown: shown.text, listed: ofSentence }];
    });
  };
}

/** The output in which the claims made from the replies replace the rules' claims of the same sentences. */
function withClaims(
  input: ExtractionInput,
  byRules: ExtractionOutput,
  made: ReadonlyMap<number, MadeClaim[]>,
): ExtractionOutput {
  if (made.size === 0) return byRules;
  const { content, page_starts = [] } = input;
  const most = mostClaimsOf(input);
  const kept = byRules.claims.filter(({ chunk }) => !made.has(chunk));
  const all = [...kept, ...[...made.values()].flat()]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((claim, ordinal): ExtractedClaim => ({ ...claim, ordinal }));
  const { segments } = segment(content);
  const nowRead = new Set(
    [...made.keys()].map((chunk) => beginning(content.slice(segments[chunk]!.start, segments[chunk]!.end))),
  );
  const output: ExtractionOutput = {
    ...byRules,
    claims: all.slice(0, most),
    missing_spans: byRules.missing_spans.filter((span) => !nowRead.has(span)),
    limitations: byRules.limitations.filter((words) => !words.startsWith('no_claims:')),
  };
  const next = all[most];
  if (next === undefined) return output;
  const points = codePointMap(content);
  const unread = segments[next.chunk]!.start;
  const text = { content, segments, points, pageStarts: page_starts };
  return withUnread(output, text, { unreadFrom: unread, why: tooManyClaims(most) });
}

/** Reasons for a missing reply whose question never reached the model. */
const UNSENT: ReadonlySet<MissingReply> = new Set(['budget_spent', 'cost_limit_reached', 'disconnected']);

function wasSent(reply: ModelReply): boolean {
  return !('missing' in reply) || !UNSENT.has(reply.missing);
}

/** For each reason, how much of the text has only the rules' claims. */
function missingWords(missing: readonly MissingReply[], of: number): string[] {
  return [...Map.groupBy(missing, (reason) => WHY_MISSING[reason])].map(([why, { length }]) => {
    if (length === of) return `The text was ${RULES_ONLY_PREFIX}${why}.`;
    return `${length} of ${of} parts of the text ${length === 1 ? 'was' : 'were'} ${RULES_ONLY_PREFIX}${why}.`;
  });
}

/** For each reason, how much of the text has only what code alone could confirm. */
function missingSecondWords(missing: readonly MissingReply[], of: number): string[] {
  return [...Map.groupBy(missing, (reason) => WHY_MISSING[reason])].map(
    ([why, { length }]) =>
      `${length} of ${of} parts of the text ${length === 1 ? 'was' : 'were'} ${UNCONFIRMED_STATEMENTS_PREFIX}${why}.`,
  );
}
