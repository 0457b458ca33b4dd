/**
 * What surrounds a passage in its document, as far as it is among the candidates. It tells who "it" is and what the figures in a
 * table row mean.
 */
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';
import { type PassageWords, passageWords } from './passage-words.ts';

export interface Surroundings {
  /** The passages before and after it. */
  neighbours: readonly PassageWords[];
  /** The nearest heading above. */
  heading: PassageWords | null;
  /** Title and beginning of the document. */
  subject: readonly PassageWords[];
}

/** Farthest distance, in passages, of a heading from a passage under it. */
const HEADING_REACH = 12;

interface Document {
  title: PassageWords;
  /** The candidates from this document, by ordinal. */
  passages: Map<number, PassageWords>;
}

/** The surroundings of each candidate, in order. `words[i]` belongs to `candidates[i]`; `language` as in `passageWords`. */
export function surroundingsOf(
  candidates: readonly CandidatePassage[],
  words: readonly PassageWords[],
  language?: string,
): Surroundings[] {
  const documents = new Map<SourceDocument, Document>();
  candidates.forEach(({ source, ordinal }, i) => {
    const document = documents.get(source) ?? { title: passageWords(source.title, language), passages: new Map() };
    document.passages.set(ordinal, words[i]!);
    documents.set(source, document);
  });
  return candidates.map(({ source, ordinal }) => around(documents.get(source)!, ordinal));
}

function around({ title, passages }: Document, ordinal: number): Surroundings {
  const at = (place: number) => (place === ordinal ? undefined : passages.get(place));
  const present = (words: PassageWords | undefined) => words !== undefined;
  return {
    neighbours: [at(ordinal - 1), at(ordinal + 1)].filter(present),
    heading: headingAbove(passages, ordinal),
    subject: [title, at(0)].filter(present),
  };
}

function headingAbove(passages: Document['passages'], ordinal: number): PassageWords | null {
  for (let at = ordinal - 1; at >= ordinal - HEADING_REACH && at >= 0; at--) {
    const headline = passages.get(at)?.headline ?? null;
    if (headline !== null) return headline;
  }
  return null;
}
