/** The draft of one statement of a sentence: its span, its text with references and dates resolved, what stays open. */
import { describe } from '../description/describe.ts';
import type { Sentence } from '../grammar/parse.ts';
import { type Atom, asSentence, render, withoutAlso, withoutConnective } from '../grammar/pieces.ts';
import { missingSubject } from '../references/missing-subject.ts';
import type { References } from '../references/reference-notes.ts';
import { type DateReading, readRelativeDates } from '../references/relative-dates.ts';
import { openInUse, replacements, substitutedNames, textsInUse } from '../references/substitution.ts';
import type { Anchor } from '../references/text-date.ts';
import type { Statement } from '../splitting/statements.ts';
import type { Draft, Passage } from './draft.ts';

const COUNTED_FROM = { request: 'the time of the request', text: 'the date that the text gives' };

/** What a statement is read with: its sentence, the sentence's references, and what "last year" counts from. */
export interface Surroundings {
  sentence: Sentence;
  references: References;
  anchor: Anchor;
}

/** An uncheckable statement that is all of its sentence is shown as written. */
export function statementDraft(
  passage: Passage,
  { atom, reason }: Statement,
  { sentence, references, anchor }: Surroundings,
): Draft {
  const { content, piece, chunk, carriesConclusion } = passage;
  const { words } = sentence;
  const span = spanOf(atom, sentence, passage);
  const said = withoutAlso(words, withoutConnective(words, atom.pieces));
  const used = new Set(said.filter((index) => typeof index === 'number'));
  const dates = reason === null ? readRelativeDates(words, anchor).filter(({ from }) => used.has(from)) : [];
  const replace = replacements(sentence, { ...atom, pieces: [...said] }, references);
  replaceDates(replace, dates);
  const isAsWritten = sentence.truncated || words.length === 0 || (reason !== null && isWhole(atom, sentence));
  const normalized = isAsWritten ? asSentence(sentence.clean.text) : render(sentence, said, replace);
  const text = normalized === '' ? content.slice(span.from, span.to) : normalized;
  return {
    ...span,
    sentence: content.slice(piece.start, piece.end),
    chunk,
    normalized_claim: text,
    checkable: reason === null,
    not_checkable_reason: reason,
    ...describe(text, words.slice(firstWord(atom), atom.to), { carriesConclusion, names: substitutedNames(replace) }),
    ambiguous_dependencies: [
      ...openInUse(references, used),
      ...(reason === null ? missingSubject(content, piece, words) : []),
    ],
    unresolved_ambiguity: [...atom.unresolved, ...textsInUse(references.ambiguous, used)],
    limitations: limitationsOf(dates, anchor, sentence),
  };
}

function isWhole({ from, to }: Atom, { words }: Sentence): boolean {
  return from === 0 && to === words.length;
}

/** In the text; the whole sentence has the span of its segment, marks of markup included. */
function spanOf(atom: Atom, sentence: Sentence, { piece }: Passage): { from: number; to: number } {
  if (isWhole(atom, sentence)) return { from: piece.start, to: piece.end };
  const { words, clean } = sentence;
  return { from: clean.origin[words[atom.from]!.start]!, to: clean.origin[words[atom.to - 1]!.end - 1]! + 1 };
}

/** The first word of a date gets its replacement, the others are dropped. */
function replaceDates(replace: Map<number, string>, dates: readonly DateReading[]): void {
  for (const { from, to, replacement } of dates) {
    replace.set(from, replacement);
    for (let i = from + 1; i < to; i++) replace.set(i, '');
  }
}

/** Index of the first word that a statement needs; its span may begin later, where it shares its subject. */
function firstWord({ pieces, from }: Atom): number {
  return pieces.reduce<number>((first, piece) => (typeof piece === 'number' ? Math.min(first, piece) : first), from);
}

function limitationsOf(dates: readonly DateReading[], { from }: Anchor, { truncated }: Sentence): string[] {
  const limitations = dates.map(
    ({ original, replacement }) =>
      `relative_date: "${original}" was read as "${replacement}", counted from ${COUNTED_FROM[from]}.`,
  );
  if (truncated)
    limitations.push('sentence_too_long: the passage was not taken apart; only its beginning was analysed.');
  return limitations;
}
