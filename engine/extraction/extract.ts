/** From text to atomic claims: segments, sentences, statements, each with the exact code points it was taken from. */

import { type CodePointMap, codePointMap } from '#engine/language/code-points.ts';
import type { ExtractedClaim, ExtractionInput, ExtractionOutput } from '#engine/types.ts';
import { isMarkedFiction, notCheckableReason } from './checkability.ts';
import { isDeclarative } from './declarative.ts';
import { decompose } from './decompose.ts';
import { describe } from './describe.ts';
import { ESTIMATE_METHOD, estimateClaims } from './estimate.ts';
import { detectLanguage, isForeignSentence } from './language.ts';
import { cleanMarkdown } from './markdown.ts';
import { parsePlain, parseSentence, type Sentence } from './parse.ts';
import { type Atom, asSentence, partOf, render, whole, withoutConnective } from './pieces.ts';
import { noReferences, type References } from './reference-notes.ts';
import { ReferenceResolver } from './references.ts';
import { readRelativeDates } from './relative-dates.ts';
import { type Segment, segment } from './segments.ts';
import { inUse, namesPutIn, replacements } from './substitution.ts';
import { tableStatements } from './tables.ts';
import { mainGroup, verbGroups } from './verb-groups.ts';

/** A missing span is shown up to this many code points. */
const LONGEST_MISSING_SPAN = 200;
const UNSUPPORTED_LANGUAGE =
  'language_not_supported: the text is not in English; this statement was neither taken apart nor classified.';

/** A claim before its place in the list and in code points is known. Offsets are UTF-16. */
interface Draft extends Omit<ExtractedClaim, 'ordinal' | 'start' | 'end' | 'original_span'> {
  from: number;
  to: number;
}

/**
 * Claims of a text in the order of their spans. Pure: the same input gives the same output. Time is linear in the length of
 * the text. A text in another language than English gives one unanalysed claim per sentence, each with a limitation.
 */
export function extract(input: ExtractionInput): ExtractionOutput {
  const language = detectLanguage(input.content);
  if (input.content.trim() === '' && !(input.direct && input.content !== ''))
    return nothing(language, 'no_claims: the text is white space.');
  const reader = new Reader(input, language);
  return input.direct ? reader.readDirect() : reader.readText();
}

function nothing(language: string, limitation: string): ExtractionOutput {
  return {
    claims: [],
    estimated_material_claims: 0,
    estimate_method: ESTIMATE_METHOD,
    missing_spans: [],
    language,
    limitations: [limitation],
  };
}

class Reader {
  readonly #content: string;
  readonly #requestedAt: string;
  readonly #language: string;
  readonly #hasLetters: boolean;
  readonly #points: CodePointMap;
  readonly #resolver = new ReferenceResolver();
  readonly #isFiction: boolean;

  constructor({ content, question, requestedAt }: ExtractionInput, language: string) {
    this.#content = content;
    this.#requestedAt = requestedAt;
    this.#language = language;
    this.#hasLetters = /\p{L}/u.test(content);
    this.#points = codePointMap(content);
    this.#isFiction = isMarkedFiction(content);
    if (question.trim() !== '') this.#resolver.resolve(parsePlain(question));
  }

  readDirect(): ExtractionOutput {
    const { content } = this;
    // White space is a claim as well, and then all of it.
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
      ...nothing(this.#language, ''),
      claims,
      estimated_material_claims: material,
      limitations: this.#limitations(false),
    };
  }

  get content(): string {
    return this.#content;
  }

  readText(): ExtractionOutput {
    const { segments, skippedCode } = segment(this.#content);
    const statements = segments.filter(({ kind }) => kind !== 'heading').length;
    const drafts: Draft[] = [];
    let seen = 0;
    segments.forEach((piece, chunk) => {
      if (piece.kind !== 'heading') seen++;
      const carriesConclusion = seen === 1 || seen === statements;
      drafts.push(...this.#drafts(piece, chunk, carriesConclusion));
    });
    const claims = this.#number(drafts);
    const estimate = estimateClaims(this.#content, segments);
    return {
      claims,
      estimated_material_claims: this.#isForeign() ? claims.length : estimate.material,
      estimate_method: ESTIMATE_METHOD,
      missing_spans: this.#isForeign() ? [] : this.#missing(estimate.factual, drafts),
      language: this.#language,
      limitations: this.#limitations(skippedCode, claims.length === 0),
    };
  }

  /** Signs and figures alone belong to no language, and are none that English rules can't read. */
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

  /** Single sentences in another language are left unanalysed too, where they plainly are. */
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
      checkable: true,
      not_checkable_reason: null,
      claim_type: 'attribute',
      materiality: 'medium',
      entities: [],
      dates_and_temporal_scope: [],
      quantities_and_units: [],
      jurisdiction: null,
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
    const sentence = parseSentence(this.#content, piece.start, piece.end);
    if (sentence.words.length === 0 && split === decompose) return [];
    const isTitle = split === decompose && piece.kind === 'heading' && !isDeclarative(sentence.words);
    if (isTitle) {
      this.#resolver.noteTitle(sentence);
      return [];
    }
    const resolved = this.#resolver.resolve(sentence);
    const reason = this.#isFiction ? 'fiction' : notCheckableReason(sentence, this.#isOnlyPiece(piece));
    const isSplittable = reason === null && !sentence.truncated;
    if (split === decompose && isNoStatement(piece, reason)) return [];
    const atoms = isSplittable ? split(sentence) : [whole(sentence)];
    return atoms.map((atom) => {
      const ownReason = reason ?? (atoms.length > 1 ? notCheckableReason(partOf(sentence, atom)) : null);
      // What can't be checked is shown as it stands: nothing in it has to be settled.
      const references = ownReason === null ? resolved : noReferences();
      return this.#draft({ piece, chunk, sentence, atom, references, reason: ownReason, carriesConclusion });
    });
  }

  /** Whether the piece is all there is in the text. */
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
    const used = new Set(atom.pieces.filter((p) => typeof p === 'number'));
    const dates =
      reason === null
        ? readRelativeDates(sentence.words, this.#requestedAt).filter(({ from: at }) => used.has(at))
        : [];
    const replace = replacements(sentence, atom, references);
    for (const date of dates) {
      replace.set(date.from, date.replacement);
      for (let i = date.from + 1; i < date.to; i++) replace.set(i, '');
    }
    const normalized =
      sentence.truncated || sentence.words.length === 0 || (reason !== null && isWhole)
        ? asSentence(sentence.clean.text)
        : render(sentence, withoutConnective(sentence.words, atom.pieces), replace);
    const text = normalized === '' ? this.#content.slice(from, to) : normalized;
    const limitations = dates.map(
      ({ original, replacement }) =>
        `relative_date: "${original}" was read as "${replacement}", counted from the time of the request.`,
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
      ...describe(text, sentence.words.slice(atom.from, atom.to), { carriesConclusion, names: namesPutIn(replace) }),
      ambiguous_dependencies: [
        ...inUse(references.open, used, references.anchors),
        ...(reason === null ? this.#missingSubject(piece, sentence) : []),
      ],
      unresolved_ambiguity: [...atom.unresolved, ...inUse(references.ambiguous, used, new Map())],
      limitations,
    };
  }

  /** A list item without a clause of its own leans on the line that leads the list in, or on the heading. */
  #missingSubject({ kind, heading }: Segment, { words }: Sentence): string[] {
    if (kind !== 'list_item' || heading === null) return [];
    const main = mainGroup(words, verbGroups(words));
    if (main !== null && main.start > 0) return [];
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

  #number(drafts: Draft[]): ExtractedClaim[] {
    const ordered = drafts
      .map((draft, i) => ({ draft, i }))
      .sort((a, b) => a.draft.from - b.draft.from || a.draft.to - b.draft.to || a.i - b.i);
    return ordered.map(({ draft: { from, to, ...rest } }, ordinal) => ({
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
      .map((text) => [...text.slice(0, 2 * LONGEST_MISSING_SPAN)].slice(0, LONGEST_MISSING_SPAN).join(''));
  }
}

/** Greetings, headings that ask or announce something, and leftovers without a verb are nothing anybody states. */
function isNoStatement({ kind }: Segment, reason: string | null): boolean {
  if (reason === 'greeting' || reason === 'not_a_statement') return true;
  return kind === 'heading' && reason !== null;
}
