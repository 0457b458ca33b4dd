/** Texts about works that places have built, documents about these, and a language model that reads both. */
import type { Said, Understood } from '#test/doubles/models/format.ts';
import { answered, sentencesShown } from '#test/doubles/models/readers.ts';
import type { RandomNumbers } from '#test/support/random-numbers.ts';

export const THINGS = [
  'bridge',
  'mill',
  'lighthouse',
  'quay',
  'school',
  'tunnel',
  'harbour',
  'museum',
  'station',
  'market',
];
export const PLACES = [
  'Oldford',
  'Tarnow',
  'Velmar',
  'Morlach',
  'Hallin',
  'Pellam',
  'Skarva',
  'Perrow',
  'Quillon',
  'Vennick',
];
export const FIRM = 'Halvorsen Ferries';

/** Pairs of sentences, of which the second is understood with the first; some thirty to each stretch. */
export function paragraphs(numbers: RandomNumbers, things: readonly string[]): string[] {
  return things.flatMap((thing) =>
    PLACES.map((place) => {
      const [year, length] = [1800 + numbers(150), 100 + numbers(400)];
      return `The ${thing} of ${place} was opened in ${year}. It is ${length} metres long, and ${place} paid for it.`;
    }),
  );
}

/** What is said of one thing and of no other; some twenty to each stretch. */
const WORKS = [
  ['bridge', 'opened', 'metres long', 'Nor'],
  ['mill', 'rebuilt', 'storeys high', 'Sud'],
  ['school', 'founded', 'pupils strong', 'Est'],
  ['tunnel', 'blasted', 'yards wide', 'Wes'],
  ['quay', 'dredged', 'fathoms deep', 'Mid'],
] as const;

export function works(numbers: RandomNumbers): string[] {
  return WORKS.flatMap(([thing, verb, size, before]) =>
    PLACES.flatMap((place) => [`${before}${place.toLowerCase()}`, `${before}${place.toLowerCase()}by`]).map((place) => {
      const [year, much] = [1800 + numbers(150), 100 + numbers(400)];
      return `The ${thing} of ${place} was ${verb} in ${year}. It is ${much} ${size}.`;
    }),
  );
}

/** A paragraph of `works` in other words, which only a language model understands. */
export function reworded(paragraph: string): string {
  const [, thing, place, verb, year] = /^The (\w+) of (\w+) was (\w+) in (\d+)\./.exec(paragraph)!;
  return `In ${year}, men came to ${place}, and its ${thing} was ${verb}.`;
}

/** The text with one paragraph deleted, moved, added or with another number. */
export function edited(text: string, numbers: RandomNumbers): string {
  const all = text.split('\n\n');
  const at = numbers(all.length);
  switch (numbers(4)) {
    case 0:
      return all.toSpliced(at, 1).join('\n\n');
    case 1:
      return all.toSpliced(at, 1).toSpliced(numbers(all.length), 0, all[at]!).join('\n\n');
    case 2:
      return all.toSpliced(at, 0, ...paragraphs(numbers, ['theatre']).slice(0, 1)).join('\n\n');
    default:
      return all.with(at, all[at]!.replace(/\d+(?=\D*$)/, String(numbers(900)))).join('\n\n');
  }
}

/** Each sentence, with the name that only the title says. */
function ofTheFirm(shown: readonly { id: string; text: string }[]) {
  return shown
    .filter(({ text }) => text.endsWith('.'))
    .map(({ id, text }, at) => {
      const piece = text.replace(/\.$/, '');
      const claim = `${piece.replace(/^The (?:line|group|family business)\b/, FIRM)}.`;
      return { id: String(at + 1), sentence: id, pieces: [piece], claim, kind: 'fact', part_of: '' };
    });
}

/** Lists both halves of a sentence, with the name from the sentence before. */
function listed(shown: readonly { id: string; text: string }[]): Said {
  let subject = '';
  const statements = shown.flatMap(({ id, text }) => {
    subject = /^The \w+ of \w+/.exec(text)?.[0] ?? subject;
    return text.split(/, and (?=\w+ paid)/).map((half) => {
      const piece = half.replace(/\.$/, '');
      return { sentence: id, pieces: [piece], claim: `${piece.replace(/^It\b/, subject)}.`, kind: 'fact', part_of: '' };
    });
  });
  return { text: JSON.stringify({ statements: statements.map((one, at) => ({ id: String(at + 1), ...one })) }) };
}

/** Understands `reworded`: a passage with the place and the year of a claim supports it. Of others it says nothing. */
export function says({ prompt }: Understood): Said {
  const shown = sentencesShown(prompt);
  if (shown !== null && prompt.includes(FIRM)) return { text: JSON.stringify({ statements: ofTheFirm(shown) }) };
  if (shown !== null) return listed(shown);
  const text = answered(prompt, (claim, passages) => {
    const [, place, year] = /^The \w+ of (\w+) was \w+ in (\d+)\.$/.exec(claim) ?? [];
    return passages.map(({ id, text }) => {
      const lines = text.match(/In \d+, men came to \w+, and its \w+ was \w+\./g) ?? [];
      const quote = lines.find((line) => line.includes(`In ${year}, men came to ${place},`));
      return quote === undefined
        ? { passage: id, quotes: [], label: 'neither' }
        : { passage: id, quotes: [quote], label: 'supports' };
    });
  });
  return { text };
}
