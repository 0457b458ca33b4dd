/** Finds the words in the text that a model has listed for a statement. */
import { placesOf, type QuotePlace } from '#engine/asking/quotes.ts';
import type { Listed } from './answer.ts';
import type { ShownSegment } from './question.ts';
import type { ReadWord } from './words.ts';

/** A statement as the model has listed it, with the places of its pieces. */
export interface Located {
  listed: Listed;
  segment: ShownSegment;
  /** UTF-16 ranges of the whole text, in order; at least one. */
  pieces: QuotePlace[];
}

/** Further statements of a sentence are ignored, as each costs questions. */
const MOST_OF_SENTENCE = 40;

/**
 * The statements whose pieces are literally in one sentence. Pieces that are not are dropped. A statement that is listed as part
 * of another one of its sentence is merged into that one.
 */
export function located(listed: readonly Listed[], shown: readonly ShownSegment[]): Located[] {
  const found = listed.flatMap((one): Located[] => {
    const named = shown.find(({ id }) => id === one.sentence.replaceAll(/[{}\s]/g, ''));
    const pieces = named === undefined ? [] : placesIn(named, one.pieces);
    if (named !== undefined && pieces.length > 0) return [{ listed: one, segment: named, pieces }];
    const other = shown.find((segment) => segment !== named && hasAll(segment, one.pieces));
    return other === undefined ? [] : [{ listed: one, segment: other, pieces: placesIn(other, one.pieces) }];
  });
  const parents = new Map(found.flatMap((one) => (one.listed.part_of === '' ? [[one.listed.id, one] as const] : [])));
  const whole = new Map(found.map((one) => [one, [...one.pieces]]));
  for (const one of found) {
    const parent = parents.get(one.listed.part_of);
    if (parent === undefined || parent === one || parent.segment !== one.segment) continue;
    whole.get(parent)!.push(...one.pieces);
    whole.delete(one);
  }
  const counts = new Map<ShownSegment, number>();
  return [...whole].flatMap(([one, pieces]) => {
    const count = (counts.get(one.segment) ?? 0) + 1;
    counts.set(one.segment, count);
    return count > MOST_OF_SENTENCE ? [] : [{ ...one, pieces: pieces.toSorted((a, b) => a.start - b.start) }];
  });
}

function hasAll({ shown }: ShownSegment, pieces: readonly string[]): boolean {
  return pieces.length > 0 && pieces.every((piece) => placesOf(piece, shown, 1).next().value !== undefined);
}

/** The places of the pieces: each where it first occurs after the previous piece, or else where it first occurs. */
function placesIn({ shown }: ShownSegment, pieces: readonly string[]): QuotePlace[] {
  const places: QuotePlace[] = [];
  for (const piece of pieces) {
    const all = [...placesOf(piece, shown, 1)];
    const behind = places.at(-1)?.end ?? 0;
    const place = all.find(({ start }) => start >= behind) ?? all[0];
    if (place !== undefined) places.push(place);
  }
  return places;
}

/** For each word of a sentence, whether the pieces of a statement cover it. */
export function wordsAt(words: readonly ReadWord[], pieces: readonly QuotePlace[]): boolean[] {
  return words.map(({ from, to }) => pieces.some(({ start, end }) => from < end && to > start));
}

/** For each word of a sentence, whether any of the statements has it. */
export function together(statements: readonly (readonly boolean[])[]): boolean[] {
  return (statements[0] ?? []).map((_, at) => statements.some((own) => own[at]));
}

/** The places of the words that are `own`. Adjacent words make one piece. */
export function piecesOf(words: readonly ReadWord[], own: readonly boolean[]): QuotePlace[] {
  const pieces: QuotePlace[] = [];
  for (const [at, { from, to }] of words.entries()) {
    if (!own[at]) continue;
    if (own[at - 1]) pieces.at(-1)!.end = to;
    else pieces.push({ start: from, end: to });
  }
  return pieces;
}

/**
 * True if all words that are `own` are quoted, and the sentence has words outside the quotation. Those may attribute it: in other
 * languages than English, not all verbs of saying are known.
 */
export function isWithoutSpeaker(words: readonly ReadWord[], own: readonly boolean[]): boolean {
  return (
    words.every(({ isQuoted, isWord }, at) => !own[at] || !isWord || isQuoted) &&
    words.some(({ isQuoted, isWord }) => isWord && !isQuoted)
  );
}
