/** Drafts of claims: not numbered yet, and with offsets in UTF-16. */

import { LANGUAGE_NOT_READ } from '#engine/limitation-words.ts';
import type { CodePointMap } from '#engine/text/code-points.ts';
import { languageName } from '#engine/text/language-name.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { type Atom, asSentence, render, withoutConnective } from './claims/atom.ts';
import { describe } from './description/describe.ts';
import type { NotCheckableReason } from './description/not-checkable-reason.ts';
import { relativeDates } from './description/relative-dates.ts';
import type { Anchor } from './description/text-date.ts';
import { parsePlain, type Sentence } from './grammar/parse.ts';
import type { Word } from './grammar/word.ts';
import { cleanText } from './layout/markdown.ts';
import type { Segment } from './layout/segments.ts';
import { tableStatements } from './layout/tables.ts';
import { missingSubject } from './references/missing-subject.ts';
import type { Reference } from './references/reference.ts';
import { resolved } from './references/substitution.ts';
import { unanalysed } from './unanalysed.ts';

/** A claim without ordinal and code points. */
export interface Draft extends Omit<ExtractedClaim, 'ordinal' | 'start' | 'end' | 'original_span'> {
  /** UTF-16 span in the text, end exclusive. */
  from: number;
  to: number;
}

/** A segment of the text, with its place in it. */
export interface TextUnit {
  content: string;
  segment: Segment;
  /** Ordinal of the segment. */
  chunk: number;
  /** Whether it opens or closes the text, where a text says what matters most. */
  carriesConclusion: boolean;
}

/** The context of a statement: its sentence, the sentence's references, and the date of the text, if it gives one. */
export interface StatementContext {
  sentence: Sentence;
  references: readonly Reference[];
  anchor: Anchor | null;
}

/**
 * The draft of one statement of a sentence. If the statement can't be checked and is the whole sentence, its text stays as
 * written.
 */
export function statementDraft(
  unit: TextUnit,
  { atom, reason }: { atom: Atom; reason: NotCheckableReason | null },
  { sentence, references, anchor }: StatementContext,
): Draft {
  const { content, segment, carriesConclusion } = unit;
  const { words, clean } = sentence;
  const isWhole = atom.from === 0 && atom.to === words.length;
  const said = reason === null || !isWhole ? withoutConnective(words, atom.indexes) : atom.indexes;
  // "However, the hall is open": a dropped connective is not part of the span.
  const first = said[0] !== undefined && said[0] > atom.from ? said[0] : atom.from;
  const span = {
    from: first === 0 ? segment.start : clean.origin[words[first]!.start]!,
    to:
      first === 0 && atom.to === words.length ? segment.end : clean.origin[words[lastWord(words, atom)]!.end - 1]! + 1,
  };
  const { replace, names, open, ambiguities } = resolved(words, said, reason === null ? references : []);
  const isAsWritten = sentence.truncated || words.length === 0 || (reason !== null && isWhole);
  const normalized = isAsWritten ? asSentence(clean.text) : render(sentence, said, replace);
  const text = normalized === '' ? content.slice(span.from, span.to) : normalized;
  const own = said.map((i) => words[i]!);
  const dates = anchor === null || reason !== null ? [] : relativeDates(own, anchor);
  const description = describe(text, own, { carriesConclusion, names });
  return {
    ...draftOfWhole(unit),
    ...span,
    normalized_claim: text,
    checkable: reason === null,
    not_checkable_reason: reason,
    ...description,
    dates_and_temporal_scope: [...description.dates_and_temporal_scope, ...dates.map((date) => date.resolved)],
    ambiguous_dependencies: [...open, ...(reason === null ? missingSubject(content, segment, words) : [])],
    unresolved_ambiguity: [...atom.notes, ...ambiguities],
    limitations: [
      ...dates.map(
        ({ original, resolved: date }) =>
          `relative_date: "${original}" is ${date}, counted from the date that the text gives.`,
      ),
      ...(sentence.truncated
        ? ['sentence_too_long: the passage was not taken apart; only its beginning was analysed.']
        : []),
    ],
  };
}

/** Index of the statement's last word that is not punctuation; its first index if there is none. */
function lastWord(words: readonly Word[], { from, to }: Atom): number {
  const isMark = (at: number) => /^[.,;:!?]$/u.test(words[at]!.text);
  let last = to - 1;
  while (last > from && isMark(last)) last--;
  return last;
}

/** The whole segment as one claim, as written, for a language that is not analysed. */
export function unanalysedDraft(unit: TextUnit, language: string): Draft {
  const { content, segment } = unit;
  const text = cleanText(content, segment.start, segment.end);
  return {
    ...draftOfWhole(unit),
    normalized_claim: text === '' ? content.slice(segment.start, segment.end) : text,
    ...unanalysed(),
    language,
    limitations: [
      `${LANGUAGE_NOT_READ}this statement is in ${languageName(language)}, and was neither taken apart nor classified.`,
    ],
  };
}

/** One draft for each cell of a table row that states something about the row's first cell. */
export function tableRowDrafts(unit: TextUnit): Draft[] {
  const { content, segment, carriesConclusion } = unit;
  return tableStatements(content, segment).map(({ end, text }) => ({
    ...draftOfWhole(unit),
    to: end,
    normalized_claim: text,
    checkable: true,
    not_checkable_reason: null,
    ...describe(text, parsePlain(text).words, { carriesConclusion, names: [] }),
    limitations: [],
  }));
}

/** The fields of a draft that depend only on the segment, for a draft that spans all of it and leaves nothing open. */
function draftOfWhole({ content, segment, chunk }: TextUnit) {
  return {
    from: segment.start,
    to: segment.end,
    sentence: content.slice(segment.start, segment.end),
    chunk,
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
  };
}

/** The drafts sorted by start, then by end. The order of equal ones is kept. */
export function inOrder(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Turns drafts, which must be in order, into claims with ordinals and spans in code points. */
export function numbered(drafts: readonly Draft[], content: string, points: CodePointMap): ExtractedClaim[] {
  return drafts.map(({ from, to, ...rest }, ordinal) => ({
    ordinal,
    start: points.toCodePoints(from),
    end: points.toCodePoints(to),
    original_span: content.slice(from, to),
    ...rest,
  }));
}
