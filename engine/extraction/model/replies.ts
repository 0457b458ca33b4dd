/** What a language model's lists of a text's statements amount to, once code has checked them. */
import { WHY_MISSING } from '#engine/asking/missing.ts';
import { LANGUAGE_NOT_READ, TAKEN_APART_BY_RULES } from '#engine/limitation-words.ts';
import { createDeidentifier, type Deidentifier } from '#engine/privacy/deidentify.ts';
import { replacedWords } from '#engine/privacy/replaced-words.ts';
import { codePointMap } from '#engine/text/code-points.ts';
import { detectLanguage, foreignLanguageOf } from '#engine/text/detect-language.ts';
import type { RewrittenText } from '#engine/text/rewritten-text.ts';
import type {
  ExtractedClaim,
  ExtractionInput,
  ExtractionOutput,
  SearchWords,
  TextConsultation,
  TextStretch,
  TextUse,
} from '#engine/types/extraction.ts';
import type { MissingReply, ModelReply, ModelRequest } from '#engine/types/questions.ts';
import { type Segment, segment } from '../layout/segments.ts';
import { beginning, mostClaimsOf, tooManyClaims, withUnread } from '../unread.ts';
import { overlaps } from '../within.ts';
import { type Listed, listedIn } from './answer.ts';
import { aroundOf } from './faithful.ts';
import { listedInLines } from './lines.ts';
import { type Located, located } from './pieces.ts';
import { aroundStretch, questionAbout, type StretchQuestion } from './question.ts';
import { searchedLanguages, searchWordsIn, searchWordsOf } from './search-words.ts';
import { claimsOfSentence, type ListedSentence, type MadeClaim } from './statements.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** Characters of a sentence in which its language is looked for. */
const LONGEST_SAMPLE = 400;

/**
 * Questions about the text, stretch by stretch, where the input wants claims of it; none for a text without words, or one
 * that is a claim. Deterministic.
 */
export function questionsAboutText(input: ExtractionInput, use: TextUse): ModelRequest[] {
  return inquiryInto(input, use).questions.map(({ request }) => request);
}

/** All stretches of the text with the questions about them, in order. Deterministic. */
export function stretchesOfText(input: ExtractionInput, use: TextUse): TextStretch[] {
  const points = codePointMap(input.content);
  const { segments } = segment(input.content);
  const outer = outerStatements(segments).map((index) => segments[index]?.start ?? -1);
  return inquiryInto(input, use).all.map(({ stretch, question }) => {
    const isIn = (at: number) => at >= stretch.start && at < stretch.end;
    const [start, end] = [points.toCodePoints(stretch.start), points.toCodePoints(stretch.end)];
    const [opening, closing] = outer.map((at) => (isIn(at) ? points.toCodePoints(at) - start : null));
    return {
      ...{ start, end, question: question?.request ?? null, around: aroundStretch(input, stretch) },
      outer: [opening ?? null, closing ?? null],
    };
  });
}

interface AskedStretch {
  stretch: Stretch;
  /** null: nothing of it may be shown. */
  question: StretchQuestion | null;
}

interface Inquiry {
  all: AskedStretch[];
  /** About stretches of which claims are wanted. */
  questions: StretchQuestion[];
  deidentifier: Deidentifier | null;
  /** Languages in which search words are asked for. */
  searched: readonly string[];
}

function inquiryInto(input: ExtractionInput, use: TextUse): Inquiry {
  const { content, question, direct, within } = input;
  const { deidentify, base_profile, form, document_languages = [] } = use;
  if (direct) return { all: [], questions: [], deidentifier: null, searched: [] };
  const searched = document_languages.length > 0 ? searchedLanguages(detectLanguage(content), document_languages) : [];
  const personsIn = base_profile === 'medical_clinical' ? [content, question] : null;
  const deidentifier = deidentify ? createDeidentifier({ personsIn }) : null;
  const { segments, code } = segment(content);
  const hide = (text: RewrittenText) => deidentifier?.hide(text) ?? text;
  // All of them, as placeholders are numbered through the text.
  const all = stretchesOf(content, segments, form).map((stretch): AskedStretch => {
    return { stretch, question: questionAbout(input, stretch, code, hide, { form, searched }) };
  });
  const points = codePointMap(content);
  const isWanted = ({ stretch: { start, end } }: AskedStretch) => {
    const own = { start: points.toCodePoints(start), end: points.toCodePoints(end) };
    return within?.some((place) => overlaps(place, own)) ?? true;
  };
  const questions = all.filter(isWanted).flatMap((one) => one.question ?? []);
  return { all, questions, deidentifier, searched };
}

/** Indices of the segments that open and close the text; -1: it has none. */
function outerStatements(segments: readonly Segment[]): [number, number] {
  const isStatement = ({ kind }: Segment) => kind !== 'heading';
  return [segments.findIndex(isStatement), segments.findLastIndex(isStatement)];
}

/**
 * The claims of the text as the replies have them, as far as code can bear them out, and those of the rules (`byRules`) for
 * everything else, in the order of the text. The replies are those to `questionsAboutText` for the same input. Deterministic.
 */
export function outputWithReplies(
  input: ExtractionInput,
  byRules: ExtractionOutput,
  consultation: TextConsultation,
): ExtractionOutput {
  const { questions, deidentifier, searched } = inquiryInto(input, consultation);
  const { replies, form } = consultation;
  const listedBy = (answer: unknown) => (form === 'lines' ? listedInLines(answer, searched) : listedIn(answer));
  const rules = Map.groupBy(byRules.claims, ({ chunk }) => chunk);
  const made = new Map<number, MadeClaim[]>();
  const missing: MissingReply[] = [];
  const unusable: number[] = [];
  const restore = (text: string) => deidentifier?.restore(text) ?? text;
  const wordsOf = ({ search }: Listed) => searchWordsIn(search, searched, restore);
  const reader = readerOf(input, byRules, restore, wordsOf);
  const words = new Map<number, SearchWords[]>();
  for (const [place, question] of questions.entries()) {
    const reply: ModelReply = replies[place] ?? { missing: 'budget_spent' };
    const listed = 'missing' in reply ? null : listedBy(reply.answer);
    if (listed === null) {
      missing.push('missing' in reply ? reply.missing : 'invalid_answer');
      if (!('missing' in reply)) unusable.push(place);
      continue;
    }
    const statements = located(listed, question.shown);
    const claims = reader(question, statements, rules);
    for (const one of statements) {
      const own = wordsOf(one.listed);
      if (own !== null) words.set(one.segment.chunk, [...(words.get(one.segment.chunk) ?? []), own]);
    }
    if (claims.size === 0 && question.shown.some(({ chunk }) => rules.has(chunk))) unusable.push(place);
    for (const [chunk, ofSentence] of claims) made.set(chunk, ofSentence);
  }
  const output = withClaims(input, byRules, made);
  const wasRead = questions.length > 0 && missing.length === 0;
  return {
    ...output,
    claims: output.claims.map((claim) => withWordsOfSentence(claim, words.get(claim.chunk))),
    limitations: [
      ...output.limitations.filter((words) => !wasRead || !words.startsWith(LANGUAGE_NOT_READ)),
      ...missingWords(missing, questions.length),
      ...(deidentifier !== null && replies.some(wasSent) ? replacedWords(deidentifier) : []),
    ],
    unusable_replies: unusable,
  };
}

/** A claim that was listed without words of a language, or not at all, is searched for by all that its sentence has. */
function withWordsOfSentence(claim: ExtractedClaim, words: readonly SearchWords[] = []): ExtractedClaim {
  if (words.length === 0) return claim;
  return { ...claim, search_words: { ...searchWordsOf(words), ...claim.search_words } };
}

type Rules = ReadonlyMap<number, ExtractedClaim[]>;

/** Reads one reply: by sentence (its index in the text) the claims that stand in place of the rules' ones. */
function readerOf(
  { content }: ExtractionInput,
  { language, unread_from }: ExtractionOutput,
  restore: (text: string) => string,
  searchWords: (listed: Listed) => SearchWords | null,
) {
  const points = codePointMap(content);
  const isEnglishText = language === 'en' || !/\p{L}/u.test(content);
  const { segments } = segment(content);
  const outer = outerStatements(segments);
  return ({ around }: StretchQuestion, listed: readonly Located[], rules: Rules) => {
    const surroundings = { english: aroundOf(around, true), foreign: aroundOf(around, false) };
    const statements = Map.groupBy(listed, (one) => one.segment);
    const claims = new Map<number, MadeClaim[]>();
    for (const [{ chunk, segment: place }, ofSentence] of statements) {
      if (unread_from !== null && points.toCodePoints(place.start) >= unread_from) continue;
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
      const made = claimsOfSentence(sentence, ofSentence);
      if (made.length > 0) claims.set(chunk, made);
    }
    return claims;
  };
}

/** The output with the made claims in place of the rules' ones of their sentences. */
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

const UNSENT: ReadonlySet<MissingReply> = new Set(['budget_spent', 'cost_limit_reached', 'disconnected']);

function wasSent(reply: ModelReply): boolean {
  return !('missing' in reply) || !UNSENT.has(reply.missing);
}

/** By reason, how much of the text has the rules' claims alone. */
function missingWords(missing: readonly MissingReply[], of: number): string[] {
  return [...Map.groupBy(missing, (reason) => WHY_MISSING[reason])].map(([why, { length }]) => {
    if (length === of) return `The text was ${TAKEN_APART_BY_RULES}${why}.`;
    return `${length} of ${of} parts of the text ${length === 1 ? 'was' : 'were'} ${TAKEN_APART_BY_RULES}${why}.`;
  });
}
