/** The part of a text that identifies what a claim of it is about. */

/** Code points before a claim's sentence: some paragraphs of ordinary length. */
const BEFORE = 1_000;
/** Code points after it: the rest of its sentence and the next one. */
const AFTER = 250;
const LONGEST_TITLE = 200;

/** Returns, by a claim's place in `content` (code points, end exclusive), what stands around it. Deterministic. */
export function surroundingsIn(content: string): (place: { start: number; end: number }) => string {
  const points = Array.from(content);
  const text = (from: number, to: number) => points.slice(from, to).join('');
  const title = /\S[^\n]*/.exec(content)?.[0].trim() ?? '';
  return ({ start, end }) => {
    // The span of a claim may begin inside its sentence, which is no reason to show less of what precedes that.
    const from = Math.max(0, start - lengthSinceSentence(text(Math.max(0, start - BEFORE), start)) - BEFORE);
    const before = from === 0 ? text(0, start) : fromNextSentence(text(from, start));
    const to = Math.min(points.length, end + AFTER);
    const after = to === points.length ? text(end, to) : toLastSentence(text(end, to));
    const around = `${before}${text(start, end)}${after}`.trim();
    return around.startsWith(title) ? around : `${title.slice(0, LONGEST_TITLE).toWellFormed()}\n[…]\n${around}`;
  };
}

/** Returns, by a place in `content` (code points), the number of its paragraph, from 0. Deterministic. */
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

/** Code points between the last end of a sentence in `before` and its end; 0 where there is none. */
function lengthSinceSentence(before: string): number {
  const last = [...before.matchAll(/[.!?]["'”’)]*\s+|\n[^\S\n]*\n\s*/g)].at(-1);
  return last === undefined ? 0 : Array.from(before.slice(last.index + last[0].length)).length;
}

/** Without the piece of a sentence or word that it begins with. */
function fromNextSentence(text: string): string {
  const end = /[.!?]["'”’)]*\s+|\n/.exec(text) ?? /\s+/.exec(text);
  return end === null ? text : text.slice(end.index + end[0].length);
}

/** Without the piece of a sentence that it ends with; to the end of the first line where there is no other. */
function toLastSentence(text: string): string {
  const ends = [...text.matchAll(/[.!?]["'”’)]*(?=\s)|\n/g)];
  const last = ends.at(-1);
  return last === undefined ? text : text.slice(0, last.index + last[0].length);
}
