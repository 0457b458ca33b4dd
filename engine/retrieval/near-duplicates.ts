/** Distinguishes copies from independent accounts. */
import { composedRegExp } from '#common/composed-regexps.ts';
import { hashOf, isAmong, sortedDistinct } from './hashes.ts';
import { isNumber } from './words.ts';

const SHINGLE = 3;
/** Jaccard similarity of the shingle sets from which two texts count as the same (Broder, 1997, uses this measure). */
const SAME_TEXT = 0.8;
/** Share of the shorter text's shingles in the longer one from which the shorter counts as quoted. */
const QUOTED = 0.9;
/** Least number of words of a quotation. Shorter texts occur in others by chance. */
const SHORTEST_QUOTE = 12;

const NEGATIONS = new Set(['not', 'no', 'never', 'none', 'nor', 'neither', 'without', 't']);
const DENYING = new Set([...NEGATIONS].map(hashOf));

/** Reference marks inside a sentence: "[4]", "[note 2]", "[citation needed]". */
const REFERENCE_MARK = /\[(?:(?:note |n )?\d{1,3}|[a-z]|citation needed)\]/giu;
const DATE = String.raw`(?:\d{1,2} \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2})`;
/** A separate sentence or line that gives the page's date or reading time. */
const PAGE_NOTE = composedRegExp(
  String.raw`(?<=^|[.!?]\s|\n)(?:(?:last )?(?:updated|published|posted|modified|reviewed)(?: on|:)? ${DATE}|\d{1,3}[ -]min(?:ute)?s? read)(?:[.\n]|$)`,
  'giu',
);

/** The passage without reference marks and notes about the page, i.e. only its author's account. */
export function accountIn(text: string): string {
  return text.replace(REFERENCE_MARK, '').replace(PAGE_NOTE, '');
}

/** The data used to compare a passage with others; computed once per passage. */
export interface TextFingerprint {
  /** Hashes of the stems of all words, in order. */
  stemHashes: readonly number[];
  /** Hashes of three consecutive stems, `sortedDistinct`. */
  shingles: readonly number[];
  /** Numbers and negations in order. Texts that differ in them say different things, however similar they are. */
  decisive: string;
}

/** The fingerprint of a text with these stems. Pass `hashes` if they are known. */
export function fingerprintOf(
  stems: readonly string[],
  hashes: readonly number[] = stems.map(hashOf),
): TextFingerprint {
  const shingles: number[] = [];
  // A text shorter than a shingle is one shingle.
  const last = Math.min(SHINGLE, stems.length);
  for (let end = last; end > 0 && end <= stems.length; end++) shingles.push(shingle(hashes, end - last, end));
  const decisive = stems.filter(isDecisive).join(' ');
  return { stemHashes: hashes, shingles: sortedDistinct(shingles), decisive };
}

function isDecisive(stem: string): boolean {
  return isNumber(stem) || NEGATIONS.has(stem);
}

/** Hash of the stems from `start` to `end`. */
function shingle(stems: readonly number[], start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + stems[at]!) | 0;
  return hash;
}

/** True if one text is a copy of the other or quotes nearly all of it. Symmetric. */
export function isNearIdentical(a: TextFingerprint, b: TextFingerprint): boolean {
  const [shorter, longer] = a.stemHashes.length <= b.stemHashes.length ? [a, b] : [b, a];
  if (shorter.shingles.length === 0) return false;
  const needed = leastShared(shorter, longer);
  let shared = 0;
  let missed = 0;
  for (const each of shorter.shingles) {
    if (isAmong(each, longer.shingles)) shared++;
    // Most pairs share hardly anything, so this returns early.
    else if (++missed > shorter.shingles.length - needed) return false;
  }
  const isLongEnough = shorter.stemHashes.length >= SHORTEST_QUOTE;
  // The shorter text is contained word for word. Further numbers in the longer one belong to its additions.
  if (isLongEnough && shared === shorter.shingles.length) return true;
  const union = shorter.shingles.length + longer.shingles.length - shared;
  if (shared / union >= SAME_TEXT) return a.decisive === b.decisive;
  const isQuoted = isLongEnough && shared / shorter.shingles.length >= QUOTED;
  const isSame = shorter.decisive === '' || ` ${longer.decisive} `.includes(` ${shorter.decisive} `);
  return isQuoted && isSame && !denies(longer, shorter);
}

/** True if one text has a negation between two words that are adjacent in the other text. */
function denies(denial: TextFingerprint, statement: TextFingerprint): boolean {
  let neighbours: ReadonlySet<string> | null = null;
  return denial.stemHashes.some((word, at) => {
    if (!DENYING.has(word) || at === 0 || at === denial.stemHashes.length - 1) return false;
    if (isAmong(shingle(denial.stemHashes, at - 1, at + 2), statement.shingles)) return false;
    neighbours ??= neighboursIn(statement.stemHashes);
    return neighbours.has(pairOf(denial.stemHashes[at - 1]!, denial.stemHashes[at + 1]!));
  });
}

/** All pairs of adjacent words, in the format of `pairOf`. */
function neighboursIn(stems: readonly number[]): ReadonlySet<string> {
  return new Set(stems.slice(1).map((after, at) => pairOf(stems[at]!, after)));
}

function pairOf(before: number, after: number): string {
  return `${before} ${after}`;
}

/** Least number of common shingles of a copy or quotation. */
function leastShared(shorter: TextFingerprint, longer: TextFingerprint): number {
  // Follows from shared ÷ (both − shared) ≥ SAME_TEXT.
  const ofCopy = (SAME_TEXT / (1 + SAME_TEXT)) * (shorter.shingles.length + longer.shingles.length);
  return Math.floor(Math.min(ofCopy, QUOTED * shorter.shingles.length));
}
