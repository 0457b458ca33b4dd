/** Splits a text at the boundaries of its claims, which may overlap in any way. */
import type { Verdict } from '#contracts/vocabulary.ts';

export interface ClaimSpan {
  /** Code-point offsets, end exclusive. */
  start: number;
  end: number;
  verdict: Verdict;
  /** The displayed number, from 1. */
  number: number;
}

export interface Segment {
  text: string;
  /** The most severe verdict of the claims that cover this piece; null if none does. */
  verdict: Verdict | null;
  /** How many claims cover it. */
  claims: number;
  /** Numbers of the claims that begin or end with this piece. */
  begins: number[];
  ends: number[];
}

/** Most severe first. */
const BY_ATTENTION: readonly Verdict[] = ['contradicted', 'disputed', 'unverifiable', 'supported', 'not_checkable'];

/**
 * Returns the pieces in order; joined, they are the text. Time and memory grow with text plus spans, not with their
 * product.
 */
export function segmentsOf(content: string, spans: readonly ClaimSpan[]): Segment[] {
  const within = spans.filter((span) => span.start >= 0 && span.end > span.start);
  const starting = Map.groupBy(within, (span) => span.start);
  const ending = Map.groupBy(within, (span) => span.end);
  const borders = [...new Set([0, ...starting.keys(), ...ending.keys()])].sort((a, b) => a - b);
  const pieces = cutAtCodePoints(content, borders);
  const covering: Record<Verdict, number> = {
    contradicted: 0,
    disputed: 0,
    unverifiable: 0,
    supported: 0,
    not_checkable: 0,
  };
  let claims = 0;

  const segments: Segment[] = [];
  for (const [index, text] of pieces.entries()) {
    const begins = starting.get(borders[index]!) ?? [];
    for (const span of begins) covering[span.verdict]++;
    claims += begins.length;
    const ends = ending.get(borders[index + 1] ?? -1) ?? [];
    if (text !== '') {
      segments.push({
        text,
        verdict: BY_ATTENTION.find((verdict) => covering[verdict] > 0) ?? null,
        claims,
        begins: begins.map((span) => span.number),
        ends: ends.map((span) => span.number),
      });
    }
    for (const span of ends) covering[span.verdict]--;
    claims -= ends.length;
  }
  return segments;
}

/** Returns one piece per border: from it to the next one, the last to the end of the text. Borders ascend from 0. */
function cutAtCodePoints(text: string, borders: readonly number[]): string[] {
  const pieces: string[] = [];
  let codePoint = 0;
  let index = 0;
  for (let border = 1; border <= borders.length; border++) {
    const from = index;
    const end = borders[border] ?? Number.POSITIVE_INFINITY;
    while (codePoint < end && index < text.length) {
      index += text.codePointAt(index)! > 0xffff ? 2 : 1;
      codePoint++;
    }
    pieces.push(text.slice(from, index));
  }
  return pieces;
}
