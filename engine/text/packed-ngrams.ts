/**
 * Reads the tables of the language detector eld from its source and packs them. Imported as a module, they would take some 300
 * bytes for each of 50,000 n-grams, and parsing them would enlarge the heap of each thread by 40 MB. Packed, they take 4 MB.
 */

/** Scores of an n-gram by language number. */
type Scores = Record<number, number>;

/** The data object that the library takes. */
export interface NgramTables {
  type: string;
  /** ISO 639-1 codes by language number. */
  languages: Record<number, string>;
  /** Maps each n-gram to its scores, which are unpacked on access. */
  ngrams: Record<string, Scores | undefined>;
}

/** A score takes two bytes: the language number and the score. */
const BYTES_PER_SCORE = 2;
const MOST_IN_A_BYTE = 0xff;

/** Reads the tables from the text of `eld/src/ngrams/*.js`. Throws SyntaxError if their format has changed. */
export function readNgrams(source: string): NgramTables {
  const [head, ngramsAt] = headOf(source);
  const type = /type:'(\w+)'/.exec(head)?.[1];
  const languages = Object.fromEntries(
    [...head.matchAll(/(\d{1,3}):'([a-z]{2})'/g)].map(([, number, code]) => [number, code!]),
  );
  if (type === undefined || Object.keys(languages).length === 0) throw otherForm(0);
  return { type, languages, ngrams: unpackedWhenAsked(packed(source, ngramsAt)) };
}

const NGRAMS = 'ngrams:{';

function headOf(source: string): [head: string, ngramsAt: number] {
  const at = source.indexOf(NGRAMS);
  if (at === -1) throw otherForm(0);
  return [source.slice(0, at), at + NGRAMS.length];
}

interface Packed {
  /** Maps an n-gram to the offset of its data in `bytes`: the number of scores, then the scores. */
  places: ReadonlyMap<string, number>;
  bytes: Uint8Array;
}

/** Separates an n-gram (with or without quotes) from its scores. */
const OPENING = ':{';

/** Reads `'ngram':{number:score,…},…}` from `at` on. */
function packed(source: string, at: number): Packed {
  const places = new Map<string, number>();
  // A score has at least four characters in the source, so this is large enough.
  const bytes = new Uint8Array(source.length);
  let next = 0;
  let i = at;
  while (source[i] !== '}') {
    const quote = source[i] === "'" || source[i] === '"' ? source[i]! : '';
    const end = source.indexOf(`${quote}${OPENING}`, i + quote.length);
    const from = end + quote.length + OPENING.length;
    const close = source.indexOf('}', from);
    if (end === -1 || close === -1) throw otherForm(i);
    const ngram = source.slice(i + quote.length, end).replaceAll(/\\(['"\\])/g, '$1');
    places.set(ngram, next);
    const countAt = next++;
    for (const score of source.slice(from, close).split(',')) {
      const [language, points] = score.split(':').map(Number);
      if (!isByte(language) || !isByte(points)) throw otherForm(from);
      bytes[next++] = language;
      bytes[next++] = points;
    }
    bytes[countAt] = (next - countAt - 1) / BYTES_PER_SCORE;
    i = source[close + 1] === ',' ? close + 2 : close + 1;
  }
  return { places, bytes: bytes.slice(0, next) };
}

function isByte(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= MOST_IN_A_BYTE;
}

function unpackedWhenAsked({ places, bytes }: Packed): NgramTables['ngrams'] {
  return new Proxy<NgramTables['ngrams']>(
    {},
    {
      get(_, ngram) {
        const place = typeof ngram === 'string' ? places.get(ngram) : undefined;
        if (place === undefined) return undefined;
        const scores: Scores = {};
        const end = place + 1 + bytes[place]! * BYTES_PER_SCORE;
        for (let at = place + 1; at < end; at += BYTES_PER_SCORE) scores[bytes[at]!] = bytes[at + 1]!;
        return scores;
      },
    },
  );
}

function otherForm(at: number): SyntaxError {
  return new SyntaxError(`the tables of eld are written in another way at ${at}`);
}
