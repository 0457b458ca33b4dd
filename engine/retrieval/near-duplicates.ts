/** Tells copies from independent accounts. */
import { isNumber } from './words.ts';

const SHINGLE = 3;
/** Jaccard similarity of the shingle sets from which two texts count as one (Broder, 1997, uses the same measure). */
const SAME_TEXT = 0.8;
/** Share of the shorter text's shingles that the longer one holds, from which it counts as quoted in it. */
const QUOTED = 0.9;
/** A shorter text is found inside others by chance. */
const SHORTEST_QUOTE = 12;

const NEGATIONS = new Set(['not', 'no', 'never', 'none', 'nor', 'neither', 'without', 't']);

/** "[4]", "[note 2]", "[citation needed]": they stand in a sentence and are no part of it. */
const REFERENCE_MARK = /\[(?:(?:note |n )?\d{1,3}|[a-z]|citation needed)\]/giu;
const DATE = String.raw`(?:\d{1,2} \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2})`;
/** A sentence or line of its own that says when the page was made, or how long one reads it. */
const PAGE_NOTE = new RegExp(
  String.raw`(?<=^|[.!?]\s|\n)(?:(?:last )?(?:updated|published|posted|modified|reviewed)(?: on|:)? ${DATE}|\d{1,3}[ -]min(?:ute)?s? read)(?:[.\n]|$)`,
  'giu',
);

/** What of a passage is its author's account: without marks of references and notes about the page. */
export function accountIn(text: string): string {
  return text.replace(REFERENCE_MARK, '').replace(PAGE_NOTE, '');
}

/** What is compared: made once per passage. */
export interface TextFingerprint {
  shingles: Set<string>;
  /** Numbers and negations in order: texts that differ in them say different things, however alike they are. */
  decisive: string;
  length: number;
}

export function fingerprintOf(stems: readonly string[]): TextFingerprint {
  const shingles = new Set<string>();
  const size = Math.min(SHINGLE, stems.length);
  if (size === SHINGLE) {
    for (let i = 2; i < stems.length; i++) shingles.add(`${stems[i - 2]} ${stems[i - 1]} ${stems[i]}`);
  } else if (size > 0) {
    shingles.add(stems.join(' '));
  }
  const decisive = stems.filter((stem) => isNumber(stem) || NEGATIONS.has(stem)).join(' ');
  return { shingles, decisive, length: stems.length };
}

/** True if one text is a copy of the other, or quotes nearly all of it. Symmetric. */
export function isNearIdentical(a: TextFingerprint, b: TextFingerprint): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.shingles.size === 0) return false;
  const needed = leastShared(shorter, longer);
  let shared = 0;
  let missed = 0;
  for (const shingle of shorter.shingles) {
    if (longer.shingles.has(shingle)) shared++;
    // Most pairs have next to nothing in common, and show it at once.
    else if (++missed > shorter.shingles.size - needed) return false;
  }
  const isLongEnough = shorter.length >= SHORTEST_QUOTE;
  // Word for word in the other: numbers that the other has besides belong to what it adds before or after.
  if (isLongEnough && shared === shorter.shingles.size) return true;
  const union = shorter.shingles.size + longer.shingles.size - shared;
  if (shared / union >= SAME_TEXT) return a.decisive === b.decisive;
  const isQuoted = isLongEnough && shared / shorter.shingles.size >= QUOTED;
  const isSame = shorter.decisive === '' || ` ${longer.decisive} `.includes(` ${shorter.decisive} `);
  return isQuoted && isSame && !denies(longer, shorter);
}

/** True if one text has a negation between two words that stand next to each other in the other. */
function denies(denial: TextFingerprint, statement: TextFingerprint): boolean {
  return [...denial.shingles].some((shingle) => {
    const [before, word, after] = shingle.split(' ');
    if (!NEGATIONS.has(word ?? '') || statement.shingles.has(shingle)) return false;
    return [...statement.shingles].some((other) => ` ${other} `.includes(` ${before} ${after} `));
  });
}

/** With fewer shingles in common than this, one is neither a copy of the other nor quoted in it. */
function leastShared(shorter: TextFingerprint, longer: TextFingerprint): number {
  // shared ÷ (both − shared) ≥ SAME_TEXT
  const ofCopy = (SAME_TEXT / (1 + SAME_TEXT)) * (shorter.shingles.size + longer.shingles.size);
  return Math.floor(Math.min(ofCopy, QUOTED * shorter.shingles.size));
}
