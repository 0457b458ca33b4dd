/** Extracts atomic claims from a text, each with the exact code points it was taken from. */
import { type CodePointMap, codePointMap } from '#engine/language/code-points.ts';
import type { ExtractedClaim, ExtractionInput, ExtractionOutput } from '#engine/types.ts';
import { isMarkedFiction, notCheckableReason } from './description/checkability.ts';
import { describe } from './description/describe.ts';
import { isInstruction } from './description/instructions.ts';
import type { NotCheckableReason } from './description/not-checkable-reason.ts';
import { labelLength } from './grammar/labels.ts';
import { parsePlain, parseSentence, type Sentence } from './grammar/parse.ts';
import {
  type Atom,
  asSentence,
  partOf,
  range,
  render,
  whole,
  withoutAlso,
  withoutConnective,
} from './grammar/pieces.ts';
import { isStatement, mainGroup, verbGroups } from './grammar/verb-groups.ts';
import { detectLanguage, isForeignSentence } from './language.ts';
import { ESTIMATE_METHOD, estimateClaims } from './layout/estimate.ts';
import { cleanMarkdown } from './layout/markdown.ts';
import { type Segment, segment } from './layout/segments.ts';
import { tableStatements } from './layout/tables.ts';
import { signedFor } from './references/first-person.ts';
import { noReferences, type References } from './references/reference-notes.ts';
import { ReferenceResolver } from './references/references.ts';
import { readRelativeDates } from './references/relative-dates.ts';
import { openInUse, replacements, substitutedNames, textsInUse } from './references/substitution.ts';
import { type Anchor, outerLines, textDate } from './references/text-date.ts';
import { isDeclarative } from './splitting/declarative.ts';
import { decompose } from './splitting/decompose.ts';
import { isLevel } from './splitting/scope.ts';
import { unanalysed } from './unanalysed.ts';
import {
  beginning,
  MOST_CLAIMS,
  MOST_SEGMENTS,
  PROJECTED,
  projectedClaims,
  tooManyClaims,
  tooManySegments,
  unreadSpan,
} from './unread.ts';

/** What is to be changed for tests. */
export interface ExtractionOptions {
  /** Claims after which the rest of the text is not read. */
  mostClaims?: number;
  /** Sentences, headings and the like after which it is not read either, however few claims they gave. */
  mostSegments?: number;
}

const UNSUPPORTED_LANGUAGE =
  'language_not_supported: the text is not in English; this statement was neither taken apart nor classified.';

/** Segments that show whom or what a text is about. */
const READ_AHEAD = 60;

const COUNTED_FROM = { request: 'the time of the request', text: 'the date that the text gives' };

/** One statement of a sentence. */
interface Part {
  atom: Atom;
  reason: NotCheckableReason | null;
}

/** Reasons that hold for the clause they are seen in; an opinion's frame holds for all that follows it. */
const MAY_HOLD_FACTS: ReadonlySet<NotCheckableReason> = new Set(['prediction', 'first_person_experience']);

const FEWEST_WORDS_OF_SENTENCE = 6;

/** "And so, well, it …": a pronoun after more words is hardly the subject. */
const MOST_WORDS_BEFORE_SUBJECT = 5;

/** A claim without ordinal and code points. Offsets are UTF-16. */
interface Draft extends Omit<ExtractedClaim, 'ordinal' | 'start' | 'end' | 'original_span'> {
  from: number;
  to: number;
}

/**
 * The claims of a text in the order of their spans. Pure: the same input gives the same output. Linear time in the
 * length of the text. A text that isn't in English gives one unanalysed claim per sentence, each with a limitation.
 * What follows the last claim that is extracted (`mostClaims`), or the last segment that is read (`mostSegments`), is not
 * read; the output says so.
 */
export function extract(
  input: ExtractionInput,
  { mostClaims = MOST_CLAIMS, mostSegments = MOST_SEGMENTS }: ExtractionOptions = {},
): ExtractionOutput {
  const language = detectLanguage(input.content);
  if (input.content.trim() === '' && !(input.direct && input.content !== ''))
    return emptyOutput(language, 'no_claims: the text is white space.');
  const extractor = new Extractor(input, language);
  return input.direct ? extractor.extractDirect() : extractor.extractText({ mostClaims, mostSegments });
}

function emptyOutput(language: string, limitation: string): ExtractionOutput {
  return {
    claims: [],
    estimated_material_claims: 0,
    estimate_method: ESTIMATE_METHOD,
    missing_spans: [],
    unread_from: null,
    language,
    limitations: [limitation],
  };
}

/** Extracts the claims of one text. */
class Extractor {
  readonly #content: string;
  readonly #requestedAt: string;
  /** What "last year" counts from. */
  #anchor: Anchor;
  readonly #language: string;
  readonly #hasLetters: boolean;
  readonly #points: CodePointMap;
  readonly #resolver = new ReferenceResolver();
  readonly #isFiction: boolean;
  /** Those that were read ahead, by their start. */
  readonly #sentences = new Map<number, Sentence>();

  constructor({ content, question, requestedAt }: ExtractionInput, language: string) {
    this.#content = content;
    this.#requestedAt = requestedAt;
    this.#anchor = { date: new Date(requestedAt), precision: 'day', from: 'request' };
    this.#language = language;
    this.#hasLetters = /\p{L}/u.test(content);
    this.#points = codePointMap(content);
    this.#isFiction = isMarkedFiction(content);
    this.#resolver.noteSpeaker(signedFor(content));
    if (question.trim() !== '') this.#resolver.resolve(parsePlain(question));
  }

  /** Takes the whole content as one claim, without splitting it. */
  extractDirect(): ExtractionOutput {
    const content = this.#content;
    // White space is a claim too; its span then isn't trimmed.
    const isBlank = content.trim() === '';
    const start = isBlank ? 0 : content.length - content.trimStart().length;
    const end = isBlank ? content.length : content.trimEnd().length;
    const piece: Segment = { kind: 'sentence', start, end, heading: null, cells: [], columns: [] };
    const drafts = this.#isEnglish(piece)
      ? this.#statements(piece, 0, true, (sentence) => [whole(sentence)])
      : [this.#unanalysed(piece, 0)];
    const claims = this.#number(drafts.slice(0, 1));
    const material = claims.filter((claim) => claim.checkable && claim.materiality !== 'low').length;
    return {
      ...emptyOutput(this.#language, ''),
      claims,
      estimated_material_claims: material,
      limitations: this.#limitations(false),
    };
  }

  /** Segments the content and extracts its claims, up to one of the limits. */
  extractText({ mostClaims, mostSegments }: Required<ExtractionOptions>): ExtractionOutput {
    const { segments, skippedCode } = segment(this.#content);
    this.#resolver.readAhead(
      segments
        .slice(0, READ_AHEAD)
        .filter(({ kind }) => kind !== 'table_row')
        .map((piece) => this.#parsed(piece)),
    );
    this.#anchor = this.#dateOf(segments) ?? this.#anchor;
    const drafts = this.#readUntil(segments, { mostClaims, mostSegments });
    const unreadFrom = drafts[mostClaims]?.from ?? segments[mostSegments]?.start ?? null;
    const claims = this.#number(drafts.slice(0, mostClaims));
    const estimate = estimateClaims(this.#content, segments);
    const factual = estimate.factual.filter(({ start }) => unreadFrom === null || start < unreadFrom);
    const output: ExtractionOutput = {
      claims,
      estimated_material_claims: this.#isForeign() ? claims.length : estimate.material,
      estimate_method: ESTIMATE_METHOD,
      missing_spans: this.#isForeign() ? [] : this.#missing(factual, drafts),
      unread_from: null,
      language: this.#language,
      limitations: this.#limitations(skippedCode, claims.length === 0 && unreadFrom === null),
    };
    if (unreadFrom === null) return output;
    const why = drafts.length > mostClaims ? tooManyClaims(mostClaims) : tooManySegments(mostSegments);
    return this.#withUnread(output, segments, { unreadFrom, why });
  }

  /** The date that the text gives as its own. */
  #dateOf(segments: readonly Segment[]): Anchor | null {
    const lines = outerLines(segments.filter(({ kind }) => kind !== 'table_row'));
    return textDate(
      lines.map((piece) => this.#parsed(piece).words),
      this.#requestedAt,
    );
  }

  /** In the order of the text, and one more than `mostClaims` where there are more. */
  #readUntil(segments: readonly Segment[], { mostClaims, mostSegments }: Required<ExtractionOptions>): Draft[] {
    const statements = segments.filter(({ kind }) => kind !== 'heading').length;
    const drafts: Draft[] = [];
    let seen = 0;
    for (const [chunk, piece] of segments.slice(0, mostSegments).entries()) {
      if (piece.kind !== 'heading') seen++;
      const carriesConclusion = seen === 1 || seen === statements;
      drafts.push(...this.#drafts(piece, chunk, carriesConclusion));
      if (drafts.length > mostClaims) break;
    }
    return inOrder(drafts);
  }

  /** What was extracted from a part of the text, with an account of the rest. */
  #withUnread(
    output: ExtractionOutput,
    segments: readonly Segment[],
    { unreadFrom, why }: { unreadFrom: number; why: string },
  ): ExtractionOutput {
    const { claims, estimated_material_claims, missing_spans, limitations } = output;
    const unread = {
      start: this.#points.toCodePoints(unreadFrom),
      end: this.#points.toCodePoints(this.#content.length),
    };
    const material = claims.filter(({ materiality }) => materiality !== 'low').length;
    return {
      ...output,
      estimated_material_claims: Math.max(estimated_material_claims, projectedClaims(material, segments, unreadFrom)),
      estimate_method: ESTIMATE_METHOD + PROJECTED,
      missing_spans: [...missing_spans, unreadSpan(unread, this.#content.slice(unreadFrom))],
      unread_from: unread.start,
      limitations: [...limitations, `${why}; characters ${unread.start} to ${unread.end} of the text were not read.`],
    };
  }

  /** Text without letters has no language, and the English rules can read it. */
  #isForeign(): boolean {
    return this.#hasLetters && this.#language !== 'en';
  }

  #limitations(skippedCode: boolean, isEmpty = false): string[] {
    const limitations: string[] = [];
    if (this.#isForeign())
      limitations.push(
        `language_not_supported: the text seems to be in "${this.#language}"; only English is analysed.`,
      );
    if (skippedCode) limitations.push('code_skipped: code blocks were not read for claims.');
    if (isEmpty) limitations.push('no_claims: no statement was found in the text.');
    return limitations;
  }

  /** False also for single sentences that are plainly in another language. */
  #isEnglish(piece: Segment): boolean {
    if (this.#isForeign()) return false;
    return !isForeignSentence(this.#content.slice(piece.start, Math.min(piece.end, piece.start + 400)));
  }

  #drafts(piece: Segment, chunk: number, carriesConclusion: boolean): Draft[] {
    if (!this.#isEnglish(piece)) return piece.kind === 'heading' ? [] : [this.#unanalysed(piece, chunk)];
    if (piece.kind === 'table_row') return this.#tableRow(piece, chunk, carriesConclusion);
    return this.#statements(piece, chunk, carriesConclusion, decompose);
  }

  #unanalysed(piece: Segment, chunk: number): Draft {
    const { text } = cleanMarkdown(this.#content, piece.start, piece.end);
    return {
      ...this.#frame(piece, chunk),
      normalized_claim: text === '' ? this.#content.slice(piece.start, piece.end) : text,
      ...unanalysed(),
      limitations: [UNSUPPORTED_LANGUAGE],
    };
  }

  #frame(piece: Segment, chunk: number) {
    return {
      from: piece.start,
      to: piece.end,
      sentence: this.#content.slice(piece.start, piece.end),
      chunk,
      ambiguous_dependencies: [],
      unresolved_ambiguity: [],
    };
  }

  #statements(
    piece: Segment,
    chunk: number,
    carriesConclusion: boolean,
    split: (sentence: Sentence) => Atom[],
  ): Draft[] {
    const sentence = this.#parsed(piece);
    if (sentence.words.length === 0 && split === decompose) return [];
    const isTitle = split === decompose && piece.kind === 'heading' && !isDeclarative(sentence.words);
    if (isTitle) {
      this.#resolver.noteTitle(sentence);
      return [];
    }
    const resolved = this.#resolver.resolve(sentence);
    const isTitleInBold = isRunIn(this.#content.slice(piece.start, piece.end)) && !isDeclarative(sentence.words);
    if (split === decompose && isTitleInBold) return [];
    const reason = this.#reason(sentence, piece, resolved);
    if (split === decompose && statesNothing(piece, reason)) return [];
    return this.#partsOf(sentence, reason, split).map(({ atom, reason: own }) => {
      // An uncheckable statement is shown as written, so its references need no resolution.
      const references = own === null ? resolved : noReferences();
      return this.#draft({ piece, chunk, sentence, atom, references, reason: own, carriesConclusion });
    });
  }

  /**
   * The statements of a sentence, each with the reason why it can't be checked. A sentence with such a reason is taken
   * apart only where a part has none: "Few will like it, and rents rose by 4 percent".
   */
  #partsOf(sentence: Sentence, reason: NotCheckableReason | null, split: (sentence: Sentence) => Atom[]): Part[] {
    const asOne = [{ atom: whole(sentence), reason }];
    if (sentence.truncated || (reason !== null && !MAY_HOLD_FACTS.has(reason))) return asOne;
    // "Press A and hold B together": the steps of an instruction belong together.
    const atoms = isInstruction(sentence.words) ? instructionAndRest(sentence) : split(sentence);
    if (atoms.length === 1) return [{ atom: atoms[0]!, reason }];
    const parts = atoms.map((atom) => ({ atom, reason: reasonOf(sentence, atom) }));
    return reason === null || parts.some((part) => part.reason === null) ? parts : asOne;
  }

  #reason(sentence: Sentence, piece: Segment, { open }: References): NotCheckableReason | null {
    const [first] = open.keys();
    const isSubjectOpen = first !== undefined && first < MOST_WORDS_BEFORE_SUBJECT;
    return this.#isFiction
      ? 'fiction'
      : notCheckableReason(sentence, { isOnly: this.#isOnlyPiece(piece), isSubjectOpen });
  }

  /** The sentence of a segment, which is parsed once. */
  #parsed(piece: Segment): Sentence {
    const known = this.#sentences.get(piece.start);
    this.#sentences.delete(piece.start);
    const sentence = known ?? parseSentence(this.#content, piece.start, piece.end);
    if (known === undefined) this.#sentences.set(piece.start, sentence);
    return sentence;
  }

  /** True if the sentence is the whole text. */
  #isOnlyPiece({ kind, start, end }: Segment): boolean {
    return kind === 'sentence' && this.#content.trim().length === end - start;
  }

  #draft(parts: {
    piece: Segment;
    chunk: number;
    sentence: Sentence;
    atom: Atom;
    references: References;
    reason: string | null;
    carriesConclusion: boolean;
  }): Draft {
    const { piece, chunk, sentence, atom, references, reason, carriesConclusion } = parts;
    const isWhole = atom.from === 0 && atom.to === sentence.words.length;
    const { origin } = sentence.clean;
    const from = isWhole ? piece.start : origin[sentence.words[atom.from]!.start]!;
    const to = isWhole ? piece.end : origin[sentence.words[atom.to - 1]!.end - 1]! + 1;
    const said = withoutAlso(sentence.words, withoutConnective(sentence.words, atom.pieces));
    const used = new Set(said.filter((p) => typeof p === 'number'));
    const dates =
      reason === null ? readRelativeDates(sentence.words, this.#anchor).filter(({ from: at }) => used.has(at)) : [];
    const replace = replacements(sentence, { ...atom, pieces: [...said] }, references);
    for (const date of dates) {
      replace.set(date.from, date.replacement);
      for (let i = date.from + 1; i < date.to; i++) replace.set(i, '');
    }
    const normalized =
      sentence.truncated || sentence.words.length === 0 || (reason !== null && isWhole)
        ? asSentence(sentence.clean.text)
        : render(sentence, said, replace);
    const text = normalized === '' ? this.#content.slice(from, to) : normalized;
    const limitations = dates.map(
      ({ original, replacement }) =>
        `relative_date: "${original}" was read as "${replacement}", counted from ${COUNTED_FROM[this.#anchor.from]}.`,
    );
    if (sentence.truncated)
      limitations.push('sentence_too_long: the passage was not taken apart; only its beginning was analysed.');
    return {
      from,
      to,
      sentence: this.#content.slice(piece.start, piece.end),
      chunk,
      normalized_claim: text,
      checkable: reason === null,
      not_checkable_reason: reason,
      ...describe(text, sentence.words.slice(firstWord(atom), atom.to), {
        carriesConclusion,
        names: substitutedNames(replace),
      }),
      ambiguous_dependencies: [
        ...openInUse(references, used),
        ...(reason === null ? this.#missingSubject(piece, sentence) : []),
      ],
      unresolved_ambiguity: [...atom.unresolved, ...textsInUse(references.ambiguous, used)],
      limitations,
    };
  }

  /** A list item without its own clause depends on the list's lead-in line or its heading. */
  #missingSubject({ kind, heading }: Segment, { words }: Sentence): string[] {
    if (kind !== 'list_item' || heading === null) return [];
    const main = mainGroup(words, verbGroups(words));
    if ((main !== null && main.start > 0) || isInstruction(words) || isFullSentence(words)) return [];
    return [
      `subject: "${cleanMarkdown(this.#content, heading.start, Math.min(heading.end, heading.start + 200)).text}"`,
    ];
  }

  #tableRow(piece: Segment, chunk: number, carriesConclusion: boolean): Draft[] {
    return tableStatements(this.#content, piece).map(({ end, text }) => ({
      ...this.#frame(piece, chunk),
      to: end,
      normalized_claim: text,
      checkable: true,
      not_checkable_reason: null,
      ...describe(text, parsePlain(text).words, { carriesConclusion, names: [] }),
      limitations: [],
    }));
  }

  #number(drafts: readonly Draft[]): ExtractedClaim[] {
    return drafts.map(({ from, to, ...rest }, ordinal) => ({
      ordinal,
      start: this.#points.toCodePoints(from),
      end: this.#points.toCodePoints(to),
      original_span: this.#content.slice(from, to),
      ...rest,
    }));
  }

  #missing(factual: readonly Segment[], drafts: readonly Draft[]): string[] {
    const read = new Set(drafts.map((draft) => draft.sentence));
    return factual
      .map(({ start, end }) => this.#content.slice(start, end))
      .filter((text) => !read.has(text))
      .map(beginning);
  }
}

/** "Press A and hold B; the lamp then stays dark": what a statement of its own says behind an instruction is apart from it. */
function instructionAndRest(sentence: Sentence): Atom[] {
  const { words } = sentence;
  const at = words.findIndex(({ text }, i) => text === ';' && isStatement(words.slice(i + 1)));
  if (at < 0 || isInstruction(words.slice(at + 1)) || !isLevel(words.slice(0, at))) return [whole(sentence)];
  const part = (from: number, to: number): Atom => ({ pieces: range(from, to), from, to, unresolved: [] });
  return [part(0, at), part(at + 1, words.length)];
}

/** Why a part can't be checked. One with a verb of our own, as in "Hull is a city", is a statement however short. */
function reasonOf(sentence: Sentence, atom: Atom): NotCheckableReason | null {
  const reason = notCheckableReason(partOf(sentence, atom));
  return reason === 'not_a_statement' && atom.pieces.some((piece) => typeof piece === 'string') ? null : reason;
}

/** Index of the first word that a statement needs; its span may begin later, where it shares its subject. */
function firstWord({ pieces, from }: Atom): number {
  return pieces.reduce<number>((first, piece) => (typeof piece === 'number' ? Math.min(first, piece) : first), from);
}

function inOrder(drafts: readonly Draft[]): Draft[] {
  return drafts
    .map((draft, i) => ({ draft, i }))
    .sort((a, b) => a.draft.from - b.draft.from || a.draft.to - b.draft.to || a.i - b.i)
    .map(({ draft }) => draft);
}

/** "**Hotels and meals.** In London …": all of it is in bold. */
const isRunIn = (text: string) => text.length <= LONGEST_RUN_IN && /^(\*\*|__)[^*_]+\1$/u.test(text);

const LONGEST_RUN_IN = 80;

/** True for a sentence whose verb was not recognised: it has a subject and ends like one. */
function isFullSentence(words: Sentence['words']): boolean {
  const first = words[labelLength(words)];
  const isSubject = /^(?:DET|PRON|PROPN|NOUN|ADP|NUM)$/u.test(first?.pos ?? '');
  return words.length >= FEWEST_WORDS_OF_SENTENCE && words.at(-1)!.text === '.' && isSubject;
}

/** True for greetings, uncheckable headings (such as questions) and fragments without a verb: they state nothing. */
function statesNothing({ kind }: Segment, reason: string | null): boolean {
  if (reason === 'greeting' || reason === 'not_a_statement') return true;
  return kind === 'heading' && reason !== null;
}
