/** Claims as they are found: not numbered yet, and with offsets in UTF-16. */

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

/** A segment of the text, and what its place in the text says about it. */
export interface TextUnit {
  content: string;
  segment: Segment;
  /** Ordinal of the segment. */
  chunk: number;
  /** It opens or closes the text, where a text says what matters most. */
  carriesConclusion: boolean;
}

/** What a statement is read with: its sentence, the sentence's references, and the date of the text, if it gives one. */
export interface StatementContext {
  sentence: Sentence;
  references: readonly Reference[];
  anchor: Anchor | null;
}

/** The draft of one statement of a sentence. One that can't be checked and is all of its sentence is shown as written. */
export function statementDraft(
  unit: TextUnit,
  { atom, reason }: { atom: Atom; reason: NotCheckableReason | null },
  { sentence, references, anchor }: StatementContext,
): Draft {
  const { content, segment, carriesConclusion } = unit;
  const { words, clean } = sentence;
  const isWhole = atom.from === 0 && atom.to === words.length;
  const said = reason === null || !isWhole ? withoutConnective(words, atom.indexes) : atom.indexes;
  // "However, the hall is open": what is left out at the beginning is no part of the span.
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

/** Index of its last word that is no mark, or of its last mark where it has no words. */
function lastWord(words: readonly Word[], { from, to }: Atom): number {
  const isMark = (at: number) => /^[.,;:!?]$/u.test(words[at]!.text);
  let last = to - 1;
  while (last > from && isMark(last)) last--;
  return last;
}

/** The whole segment as one claim, as it is written, in a language that isn't analysed. */
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

/** One draft for each cell of a table row that states something of the row's first. */
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

/** The part of a draft that is the segment's, for one that spans all of it and leaves nothing open. */
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

/** By start, then by end; as found where both are the same. */
export function inOrder(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** The claims of the drafts, which are in order, with ordinals and spans in code points. */
export function numbered(drafts: readonly Draft[], content: string, points: CodePointMap): ExtractedClaim[] {
  return drafts.map(({ from, to, ...rest }, ordinal) => ({
    ordinal,
    start: points.toCodePoints(from),
    end: points.toCodePoints(to),
    original_span: content.slice(from, to),
    ...rest,
  }));
}
