/** Generates documents and texts about fictitious subjects; the same ones in every run. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomNumbers } from '#test/support/random-numbers.ts';
import { KINDS, type Subject } from './sentences.ts';

const STARTS = ['Har', 'Wel', 'Tor', 'Ash', 'Bren', 'Cal', 'Dun', 'Eld', 'Fen', 'Gren', 'Hol', 'Kir', 'Lang', 'Mar'];
const ENDS = ['wick', 'stad', 'ford', 'mouth', 'haven', 'dale', 'borg', 'ness', 'ley', 'minster', 'field', 'bridge'];
const SERIES = ['', 'North ', 'South ', 'East ', 'West ', 'Upper ', 'Lower ', 'Old ', 'New '];
const GIVEN = ['Anna', 'Peter', 'Maria', 'Johan', 'Elena', 'David', 'Clara', 'Martin', 'Laura', 'Simon'];
const FAMILY = ['Berg', 'Larsen', 'Novak', 'Keller', 'Marsh', 'Holt', 'Weber', 'Stone', 'Ekman', 'Rossi'];

function subjectOf(number: number): Subject {
  const random = randomNumbers(number + 1);
  const person = () => `${GIVEN[random(GIVEN.length)]} ${FAMILY[random(FAMILY.length)]}`;
  const series = SERIES[Math.floor(number / (STARTS.length * ENDS.length)) % SERIES.length];
  const end = ENDS[Math.floor(number / STARTS.length) % ENDS.length];
  return {
    name: `${series}${STARTS[number % STARTS.length]}${end}`,
    person: person(),
    other: person(),
    year: 1850 + random(150),
    small: 3 + random(90),
    medium: 40 + random(900),
    large: 2_000 + random(90_000),
  };
}

function sentencesOf(number: number, figuresOf = number): string[] {
  const subject = { ...subjectOf(figuresOf), name: subjectOf(number).name };
  return KINDS[number % KINDS.length]!(subject);
}

/** The text of document `number`: ten sentences about one subject. */
export function documentText(number: number): string {
  const sentences = sentencesOf(number);
  return `${sentences.slice(0, 5).join(' ')}\n\n${sentences.slice(5).join(' ')}\n`;
}

/** Writes documents 0 to `count` - 1 as text files. */
export async function writeLibrary(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < count; number++) {
    await writeFile(join(folder, `${String(number).padStart(5, '0')}.txt`), documentText(number));
  }
}

/**
 * A text of exactly `characters` characters in paragraphs of four sentences. Each sentence is about a subject in a
 * library of `documents` documents; every third one has another subject's person names and numbers.
 */
export function verificationText(characters: number, seed: number, documents = 1_000): string {
  const random = randomNumbers(seed);
  let text = '';
  for (let sentence = 0; text.length < characters; sentence++) {
    const number = random(documents);
    const sentences = sentencesOf(number, sentence % 3 === 2 ? random(documents) : number);
    text += sentences[random(sentences.length)]! + (sentence % 4 === 3 ? '\n\n' : ' ');
  }
  return text.slice(0, characters);
}

const UNSETTLED = [
  (name: string) => `The bakery beside the town hall of ${name} sells bread made from rye.`,
  (name: string) => `The fire brigade of ${name} keeps its boats in a wooden shed.`,
  (name: string) => `The museum of ${name} shows paintings of the river in winter.`,
  (name: string) => `The school orchestra of ${name} plays in the church of Saint Olaf.`,
  (name: string) => `The market of ${name} closes when the river floods the square.`,
];

/** A text with this many claims about subjects of the library, which its documents neither support nor contradict. */
export function unsettledText(claims: number, seed: number, documents = 1_000): string {
  const random = randomNumbers(seed);
  const sentences = Array.from({ length: claims }, (_, i) =>
    UNSETTLED[i % UNSETTLED.length]!(subjectOf(random(documents)).name),
  );
  return sentences.join(' ');
}
