/** Tells copies from independent accounts. */
import { composedRegExp } from '#common/composed-regexps.ts';
import { hashOf, isAmong, sortedDistinct } from './hashes.ts';
import { isNumber } from './words.ts';

const SHINGLE = 3;
/** Jaccard similarity of the shingle sets from which two texts count as one (Broder, 1997, uses the same measure). */
const SAME_TEXT = 0.8;
/** Share of the shorter text's shingles that the longer one holds, from which it counts as quoted in it. */
const QUOTED = 0.9;
/** A shorter text is found inside others by chance. */
const SHORTEST_QUOTE = 12;

const NEGATIONS = new Set(['not', 'no', 'never', 'none', 'nor', 'neither', 'without', 't']);
const DENYING = new Set([...NEGATIONS].map(hashOf));

/** "[4]", "[note 2]", "[citation needed]": they stand in a sentence and are no part of it. */
const REFERENCE_MARK = /\[(?:(?:note |n )?\d{1,3}|[a-z]|citation needed)\]/giu;
const DATE = String.raw`(?:\d{1,2} \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2})`;
/** A sentence or line of its own that says when the page was made, or how long one reads it. */
const PAGE_NOTE = composedRegExp(
  String.raw`(?<=^|[.!?]\s|\n)(?:(?:last )?(?:updated|published|posted|modified|reviewed)(?: on|:)? ${DATE}|\d{1,3}[ -]min(?:ute)?s? read)(?:[.\n]|$)`,
  'giu',
);

/** What of a passage is its author's account: without marks of references and notes about the page. */
export function accountIn(text: string): string {
  return text.replace(REFERENCE_MARK, '').replace(PAGE_NOTE, '');
}

/** What is compared: made once per passage. */
export interface TextFingerprint {
  /** Of all words, in order. */
  stemHashes: readonly number[];
  /** Hashes of three stems in a row, `sortedDistinct`. */
  shingles: readonly number[];
  /** Numbers and negations in order: texts that differ in them say different things, however alike they are. */
  decisive: string;
}

export function fingerprintOf(stems: readonly string[]): TextFingerprint {
  const hashes = stems.map(hashOf);
  const shingles: number[] = [];
  // A shorter text is one shingle.
  const last = Math.min(SHINGLE, stems.length);
  for (let end = last; end > 0 && end <= stems.length; end++) shingles.push(shingle(hashes, end - last, end));
  const decisive = stems.filter((stem) => isNumber(stem) || NEGATIONS.has(stem)).join(' ');
  return { stemHashes: hashes, shingles: sortedDistinct(shingles), decisive };
}

/** Hash of the stems from `start` to `end`. */
function shingle(stems: readonly number[], start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + stems[at]!) | 0;
  return hash;
}

/** True if one text is a copy of the other, or quotes nearly all of it. Symmetric. */
export function isNearIdentical(a: TextFingerprint, b: TextFingerprint): boolean {
  const [shorter, longer] = a.stemHashes.length <= b.stemHashes.length ? [a, b] : [b, a];
  if (shorter.shingles.length === 0) return false;
  const needed = leastShared(shorter, longer);
  let shared = 0;
  let missed = 0;
  for (const each of shorter.shingles) {
    if (isAmong(each, longer.shingles)) shared++;
    // Most pairs have next to nothing in common, and show it at once.
    else if (++missed > shorter.shingles.length - needed) return false;
  }
  const isLongEnough = shorter.stemHashes.length >= SHORTEST_QUOTE;
  // Word for word in the other: numbers that the other has besides belong to what it adds before or after.
  if (isLongEnough && shared === shorter.shingles.length) return true;
  const union = shorter.shingles.length + longer.shingles.length - shared;
  if (shared / union >= SAME_TEXT) return a.decisive === b.decisive;
  const isQuoted = isLongEnough && shared / shorter.shingles.length >= QUOTED;
  const isSame = shorter.decisive === '' || ` ${longer.decisive} `.includes(` ${shorter.decisive} `);
  return isQuoted && isSame && !denies(longer, shorter);
}

/** True if one text has a negation between two words that stand next to each other in the other. */
function denies(denial: TextFingerprint, statement: TextFingerprint): boolean {
  let neighbours: ReadonlySet<string> | null = null;
  return denial.stemHashes.some((word, at) => {
    if (!DENYING.has(word) || at === 0 || at === denial.stemHashes.length - 1) return false;
    if (isAmong(shingle(denial.stemHashes, at - 1, at + 2), statement.shingles)) return false;
    neighbours ??= neighboursIn(statement.stemHashes);
    return neighbours.has(pairOf(denial.stemHashes[at - 1]!, denial.stemHashes[at + 1]!));
  });
}

/** Each word with the next one, as `pairOf` writes them. */
function neighboursIn(stems: readonly number[]): ReadonlySet<string> {
  return new Set(stems.slice(1).map((after, at) => pairOf(stems[at]!, after)));
}

function pairOf(before: number, after: number): string {
  return `${before} ${after}`;
}

/** With fewer shingles in common than this, one is neither a copy of the other nor quoted in it. */
function leastShared(shorter: TextFingerprint, longer: TextFingerprint): number {
  // shared ÷ (both − shared) ≥ SAME_TEXT
  const ofCopy = (SAME_TEXT / (1 + SAME_TEXT)) * (shorter.shingles.length + longer.shingles.length);
  return Math.floor(Math.min(ofCopy, QUOTED * shorter.shingles.length));
}
