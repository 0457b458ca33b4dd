/**
 * What stands around a passage in its document, as far as it is among the candidates: it says who "it" is, and what the
 * figures in a row are.
 */
import type { CandidatePassage, SourceDocument } from '#engine/types.ts';
import { type PassageWords, passageWords } from './passage-words.ts';

export interface Surroundings {
  /** The passages before and after it. */
  neighbours: readonly PassageWords[];
  /** The nearest heading above. */
  heading: PassageWords | null;
  /** Title and beginning of the document. */
  subject: readonly PassageWords[];
}

/** Passages that one heading is taken to head. */
const HEADING_REACH = 12;

/** Words of a document's candidates, by ordinal. */
type Document = Map<number, PassageWords>;

/** Surroundings of each candidate, in their order. */
export function surroundingsOf(candidates: readonly CandidatePassage[]): Surroundings[] {
  const documents = new Map<SourceDocument, Document>();
  for (const { source, ordinal, text } of candidates) {
    const known = documents.get(source) ?? new Map();
    documents.set(source, known.set(ordinal, passageWords(text)));
  }
  return candidates.map(({ source, ordinal }) => around(documents.get(source)!, ordinal, passageWords(source.title)));
}

function around(document: Document, ordinal: number, title: PassageWords): Surroundings {
  const at = (place: number) => (place === ordinal ? undefined : document.get(place));
  const present = (words: PassageWords | undefined) => words !== undefined;
  return {
    neighbours: [at(ordinal - 1), at(ordinal + 1)].filter(present),
    heading: headingAbove(document, ordinal),
    subject: [title, at(0)].filter(present),
  };
}

function headingAbove(document: Document, ordinal: number): PassageWords | null {
  for (let at = ordinal - 1; at >= ordinal - HEADING_REACH && at >= 0; at--) {
    const headline = document.get(at)?.headline ?? null;
    if (headline !== null) return headline;
  }
  return null;
}
