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
  for (const [i, { source, ordinal }] of candidates.entries()) {
    let document = documents.get(source);
    if (document === undefined) {
      document = { title: passageWords(source.title, language), passages: new Map() };
      documents.set(source, document);
    }
    document.passages.set(ordinal, words[i]!);
  }
  const found: Surroundings[] = [];
  for (const { source, ordinal } of candidates) found.push(around(documents.get(source)!, ordinal));
  return found;
}

function around({ title, passages }: Document, ordinal: number): Surroundings {
  const [before, after] = [passages.get(ordinal - 1), passages.get(ordinal + 1)];
  const first = ordinal === 0 ? undefined : passages.get(0);
  const neighbours: PassageWords[] = [];
  if (before !== undefined) neighbours.push(before);
  if (after !== undefined) neighbours.push(after);
  const subject = first === undefined ? [title] : [title, first];
  return { neighbours, heading: headingAbove(passages, ordinal), subject };
}

function headingAbove(passages: Document['passages'], ordinal: number): PassageWords | null {
  for (let at = ordinal - 1; at >= ordinal - HEADING_REACH && at >= 0; at--) {
    const headline = passages.get(at)?.headline ?? null;
    if (headline !== null) return headline;
  }
  return null;
}
