/** Cuts out the text around a claim that shows what the claim is about. */

/** Code points before the claim's sentence: some paragraphs of ordinary length. */
const BEFORE = 1_000;
/** Code points after the claim: the rest of its sentence and the next one. */
const AFTER = 250;
const LONGEST_TITLE = 200;

/**
 * Returns a function that maps a claim's place in `content` (code points, end exclusive) to the text around it. Deterministic.
 */
export function surroundingsIn(content: string): (place: { start: number; end: number }) => string {
  const points = Array.from(content);
  const text = (from: number, to: number) => points.slice(from, to).join('');
  const title = /\S[^\n]*/.exec(content)?.[0].trim() ?? '';
  return ({ start, end }) => {
    // A claim's span may begin inside its sentence. The text before the sentence must not get shorter for that.
    const from = Math.max(0, start - lengthSinceSentence(text(Math.max(0, start - BEFORE), start)) - BEFORE);
    const before = from === 0 ? text(0, start) : fromNextSentence(text(from, start));
    const to = Math.min(points.length, end + AFTER);
    const after = to === points.length ? text(end, to) : toLastSentence(text(end, to));
    const around = `${before}${text(start, end)}${after}`.trim();
    return around.startsWith(title) ? around : `${title.slice(0, LONGEST_TITLE).toWellFormed()}\n[…]\n${around}`;
  };
}

/** Returns a function that maps a place in `content` (code points) to the number of its paragraph, from 0. Deterministic. */
export function paragraphsIn(content: string): (start: number) => number {
  const begins: number[] = [];
  let points = 0;
  let from = 0;
  for (const blank of content.matchAll(/\n[^\S\n]*\n/g)) {
    const end = blank.index + blank[0].length;
    points += Array.from(content.slice(from, end)).length;
    from = end;
    begins.push(points);
  }
  return (start) => {
    let [low, high] = [0, begins.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (begins[middle]! <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Code points from the last sentence end in `before` to its own end; 0 if it contains no sentence end. */
function lengthSinceSentence(before: string): number {
  const last = [...before.matchAll(/[.!?]["'”’)]*\s+|\n[^\S\n]*\n\s*/g)].at(-1);
  return last === undefined ? 0 : Array.from(before.slice(last.index + last[0].length)).length;
}

/** Drops the partial sentence or word at the beginning. */
function fromNextSentence(text: string): string {
  const end = /[.!?]["'”’)]*\s+|\n/.exec(text) ?? /\s+/.exec(text);
  return end === null ? text : text.slice(end.index + end[0].length);
}

/** Drops the partial sentence at the end. */
function toLastSentence(text: string): string {
  const ends = [...text.matchAll(/[.!?]["'”’)]*(?=\s)|\n/g)];
  const last = ends.at(-1);
  return last === undefined ? text : text.slice(0, last.index + last[0].length);
}
