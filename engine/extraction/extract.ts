/**
 * Extracts atomic claims from a text, each with the exact code points it was taken from. Runs the steps: layout, claims,
 * description.
 */
import { LANGUAGE_NOT_READ, WHAT_WOULD_READ } from '#engine/limitation-words.ts';
import { type CodePointMap, codePointMap } from '#engine/text/code-points.ts';
import { detectLanguage, foreignLanguageOf } from '#engine/text/detect-language.ts';
import { languageName } from '#engine/text/language-name.ts';
import type { Span } from '#engine/text/sentences.ts';
import type { ExtractionInput, ExtractionOutput } from '#engine/types/extraction.ts';
import { whole } from './claims/atom.ts';
import { isDeclarative, isTitleInBold } from './claims/declarative.ts';
import { type Statement, statementsOf } from './claims/statements.ts';
import { isMarkedFiction, notCheckableReason } from './description/checkability.ts';
import type { NotCheckableReason } from './description/not-checkable-reason.ts';
import { type Anchor, outerLines, textDate } from './description/text-date.ts';
import {
  type Draft,
  inOrder,
  numbered,
  statementDraft,
  type TextUnit,
  tableRowDrafts,
  unanalysedDraft,
} from './drafts.ts';
import { parsePlain, parseSentence, type Sentence } from './grammar/parse.ts';
import { ESTIMATE_METHOD, estimateClaims } from './layout/estimate.ts';
import { type Segment, segment } from './layout/segments.ts';
import type { Reference } from './references/reference.ts';
import { ReferenceResolver } from './references/references.ts';
import { beginning, MOST_SEGMENTS, mostClaimsOf, tooManyClaims, tooManySegments, withUnread } from './unread.ts';

/** Settings that only tests change. */
export interface ExtractionOptions {
  /** Number of segments (sentences, headings and the like) that are read, however few claims they give. */
  mostSegments?: number;
}

/** Characters of a segment from which its language is detected. */
const LONGEST_SAMPLE = 400;

/**
 * The claims of a text in the order of their spans. Pure: the same input gives the same output. Linear time in the length of the
 * text. A text that is not in English gives one unanalysed claim per sentence, each with a limitation. Reading stops after the
 * last claim that may be extracted (`most_claims`), or the last segment that may be read (`mostSegments`). The output says what
 * was not read.
 */
export function extract(
  input: ExtractionInput,
  { mostSegments = MOST_SEGMENTS }: ExtractionOptions = {},
): ExtractionOutput {
  const language = detectLanguage(input.content);
  if (input.content.trim() === '' && !(input.direct && input.content !== ''))
    return { ...emptyOutput(language), limitations: ['no_claims: the text is white space.'] };
  const extractor = new Extractor(input, language);
  return input.direct ? extractor.extractDirect() : extractor.extractText(mostClaimsOf(input), mostSegments);
}

function emptyOutput(language: string): ExtractionOutput {
  return {
    claims: [],
    estimated_material_claims: 0,
    estimate_method: ESTIMATE_METHOD,
    missing_spans: [],
    unread_from: null,
    language,
    limitations: [],
  };
}

/** Extracts the claims of one text. Controls the order of the steps. */
class Extractor {
  readonly #content: string;
  readonly #requestedAt: string;
  readonly #pageStarts: readonly number[];
  /** The date that the text gives as its own. */
  #anchor: Anchor | null = null;
  readonly #language: string;
  readonly #hasLetters: boolean;
  readonly #points: CodePointMap;
  readonly #resolver = new ReferenceResolver();
  readonly #isFiction: boolean;
  /** Sentences that were parsed to find the date of the text, by their start. */
  readonly #parsedAhead = new Map<number, Sentence>();

  constructor({ content, question, requestedAt, page_starts = [] }: ExtractionInput, language: string) {
    this.#content = content;
    this.#requestedAt = requestedAt;
    this.#pageStarts = page_starts;
    this.#language = language;
    this.#hasLetters = /\p{L}/u.test(content);
    this.#points = codePointMap(content);
    this.#isFiction = isMarkedFiction(content);
    if (question.trim() !== '') this.#resolver.noteQuestion(parsePlain(question).words);
  }

  /** Takes the whole content as one claim, without splitting it. */
  extractDirect(): ExtractionOutput {
    const unit = { content: this.#content, segment: this.#onlySegment(), chunk: 0, carriesConclusion: true };
    const foreign = this.#foreignLanguageOf(unit.segment);
    const drafts = foreign === null ? this.#asWritten(unit) : [unanalysedDraft(unit, foreign)];
    const claims = numbered(drafts.slice(0, 1), this.#content, this.#points);
    const material = claims.filter((claim) => claim.checkable && claim.materiality !== 'low').length;
    return {
      ...emptyOutput(this.#language),
      claims,
      estimated_material_claims: material,
      limitations: this.#limitations(false, false),
    };
  }

  /** The content without the white space around it. White space is a claim too; its span then isn't trimmed. */
  #onlySegment(): Segment {
    const content = this.#content;
    const isBlank = content.trim() === '';
    const start = isBlank ? 0 : content.length - content.trimStart().length;
    const end = isBlank ? content.length : content.trimEnd().length;
    return { kind: 'sentence', start, end, heading: null, cells: [], columns: [] };
  }

  /** Segments the content and extracts its claims, up to one of the limits. */
  extractText(mostClaims: number, mostSegments: number): ExtractionOutput {
    const { segments, code } = segment(this.#content);
    this.#anchor = this.#dateOf(segments);
    const drafts = this.#readUntil(segments, mostClaims, mostSegments);
    const unreadFrom = drafts[mostClaims]?.from ?? segments[mostSegments]?.start ?? null;
    const claims = numbered(drafts.slice(0, mostClaims), this.#content, this.#points);
    const estimate = estimateClaims(this.#content, segments);
    const isRead = ({ start }: Span) => unreadFrom === null || start < unreadFrom;
    const missing = this.#isForeign() ? [] : this.#missing(segments.slice(0, mostSegments), estimate.factual, drafts);
    const output: ExtractionOutput = {
      claims,
      estimated_material_claims: this.#isForeign() ? claims.length : estimate.material,
      estimate_method: ESTIMATE_METHOD,
      missing_spans: this.#beginnings([...missing, ...code].filter(isRead)),
      unread_from: null,
      language: this.#language,
      limitations: this.#limitations(code.length > 0, claims.length === 0 && unreadFrom === null),
    };
    if (unreadFrom === null) return output;
    const why = drafts.length > mostClaims ? tooManyClaims(mostClaims) : tooManySegments(mostSegments);
    const text = { content: this.#content, segments, points: this.#points, pageStarts: this.#pageStarts };
    return withUnread(output, text, { unreadFrom, why });
  }

  /** The date that the text states as its own in its first or last lines. */
  #dateOf(segments: readonly Segment[]): Anchor | null {
    const lines = outerLines(segments.filter(({ kind }) => kind !== 'table_row'));
    return textDate(
      lines.map((segment) => {
        const sentence = this.#parsed(segment);
        this.#parsedAhead.set(segment.start, sentence);
        return sentence.words;
      }),
      this.#requestedAt,
    );
  }

  /** The drafts in the order of the text: more than `mostClaims`, if there are more. */
  #readUntil(segments: readonly Segment[], mostClaims: number, mostSegments: number): Draft[] {
    const statements = segments.filter(({ kind }) => kind !== 'heading').length;
    const drafts: Draft[] = [];
    let seen = 0;
    for (const [chunk, segment] of segments.slice(0, mostSegments).entries()) {
      if (segment.kind !== 'heading') seen++;
      const carriesConclusion = seen === 1 || seen === statements;
      drafts.push(...this.#drafts({ content: this.#content, segment, chunk, carriesConclusion }));
      if (drafts.length > mostClaims) break;
    }
    return inOrder(drafts);
  }

  /** Whether the text is not in English. Text without letters has no language, and the English rules can read it. */
  #isForeign(): boolean {
    return this.#hasLetters && this.#language !== 'en';
  }

  #limitations(skippedCode: boolean, isEmpty: boolean): string[] {
    const limitations: string[] = [];
    if (this.#isForeign())
      limitations.push(
        `${LANGUAGE_NOT_READ}the text seems to be in ${languageName(this.#language)}; its sentences are claims as they stand, and the local judge decides none of them. ${WHAT_WOULD_READ}`,
      );
    if (skippedCode) limitations.push('code_skipped: code blocks were not read for claims.');
    if (isEmpty) limitations.push('no_claims: no statement was found in the text.');
    return limitations;
  }

  /** The language of a segment; null for English. A single sentence may clearly be in another language than the text. */
  #foreignLanguageOf({ start, end }: Segment): string | null {
    if (this.#isForeign()) return this.#language;
    return foreignLanguageOf(this.#content.slice(start, Math.min(end, start + LONGEST_SAMPLE)));
  }

  #drafts(unit: TextUnit): Draft[] {
    const { kind } = unit.segment;
    const foreign = this.#foreignLanguageOf(unit.segment);
    if (foreign !== null) return kind === 'heading' ? [] : [unanalysedDraft(unit, foreign)];
    return kind === 'table_row' ? tableRowDrafts(unit) : this.#sentence(unit);
  }

  /** The statements of a sentence or heading, unless it is a title or states nothing. */
  #sentence(unit: TextUnit): Draft[] {
    const { segment } = unit;
    const sentence = this.#parsed(segment);
    const { words } = sentence;
    if (words.length === 0) return [];
    if (segment.kind === 'heading' && !isDeclarative(words)) {
      this.#resolver.noteTitle(words);
      return [];
    }
    const references = this.#resolver.resolve(words);
    if (isTitleInBold(this.#content.slice(segment.start, segment.end), words)) return [];
    const reason = this.#reason(sentence, segment);
    if (statesNothing(segment, reason)) return [];
    return this.#statements(unit, sentence, references, statementsOf(sentence, reason));
  }

  /** The whole unit as one statement, whatever it is. */
  #asWritten(unit: TextUnit): Draft[] {
    const sentence = this.#parsed(unit.segment);
    const references = this.#resolver.resolve(sentence.words);
    const reason = this.#reason(sentence, unit.segment);
    return this.#statements(unit, sentence, references, [{ atom: whole(sentence), reason }]);
  }

  #statements(
    unit: TextUnit,
    sentence: Sentence,
    references: readonly Reference[],
    statements: readonly Statement[],
  ): Draft[] {
    return statements.map((statement) =>
      statementDraft(unit, statement, { sentence, references, anchor: this.#anchor }),
    );
  }

  #reason(sentence: Sentence, segment: Segment): NotCheckableReason | null {
    return this.#isFiction ? 'fiction' : notCheckableReason(sentence, this.#isOnlySegment(segment));
  }

  #parsed({ start, end }: Segment): Sentence {
    return this.#parsedAhead.get(start) ?? parseSentence(this.#content, start, end);
  }

  /** True if the sentence is the whole text. */
  #isOnlySegment({ kind, start, end }: Segment): boolean {
    return kind === 'sentence' && this.#content.trim().length === end - start;
  }

  /** Segments that gave no claim although they look factual or have a figure. */
  #missing(segments: readonly Segment[], factual: readonly Segment[], drafts: readonly Draft[]): Segment[] {
    const read = new Set(drafts.map(({ chunk }) => chunk));
    const looksFactual = new Set(factual);
    return segments.filter((segment, chunk) => {
      if (read.has(chunk) || segment.kind === 'heading') return false;
      return looksFactual.has(segment) || FIGURE.test(this.#content.slice(segment.start, segment.end));
    });
  }

  #beginnings(spans: readonly Span[]): string[] {
    return spans
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end }) => beginning(this.#content.slice(start, end)));
  }
}

const FIGURE = /\d/u;

/** True for greetings, uncheckable headings (such as questions) and fragments without a verb. */
function statesNothing({ kind }: Segment, reason: string | null): boolean {
  if (reason === 'greeting' || reason === 'not_a_statement') return true;
  return kind === 'heading' && reason !== null;
}
