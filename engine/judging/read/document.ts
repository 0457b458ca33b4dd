/**
 * The document that a passage belongs to: what it is about and what it names. Cached for one call of the engine, in which a
 * passage is compared with one claim after another.
 */
import { registerCallCache } from '#engine/text/kept.ts';
import { aboutPassage } from './about.ts';
import type { ReadClaim } from './claim.ts';
import type { ReadPassage } from './passage.ts';
import { isNamedBy, joined, type Subject, subjectOfTitle } from './subject.ts';

/** The title and heading above a passage, and the opening of its document. Null where there is none. */
export interface Surroundings {
  title: string | null;
  heading: string | null;
  opening: string | null;
}

/** Whether a line names the author and the year of a text: "Labour Inspectorate, report of 2024". */
function isByline(line: string): boolean {
  const comma = line.indexOf(',');
  const isNamed = comma > 0 && line.slice(0, comma).trim().includes(' ');
  return isNamed && /(?:19|20)\d\d$/.test(line.slice(comma).trimEnd());
}

/** The number before a heading: "2.1", "§ 4", "(3)". */
const NUMBERING = /^[\s§(]*\d+(?:[.)]\d+)*[.):]?\s+/;

/**
 * What the passage's part of the document is about, according to the title, the heading and the opening. If the heading names
 * something that the other two don't ("Tarrow" in a text by Rolla about its rivals), the heading alone counts.
 */
function subjectOf({ title, heading }: Surroundings, passage: ReadPassage, opening: ReadPassage | null): Subject {
  const begun = opening === null ? aboutPassage(passage).whole : aboutPassage(opening).beginning;
  const whole = [subjectOfTitle(title), begun];
  const line = heading?.replace(NUMBERING, '') ?? null;
  const part = subjectOfTitle(line);
  const isNamed = (name: string) => whole.some(({ words }) => words.has(name));
  const isOfOther = (line === null || !isByline(line)) && ![...part.own].every(isNamed);
  return isOfOther ? part : joined([...whole, part]);
}

const PLAIN_WORD = /^[a-z\d]+$/;
/** Connecting words within a name. They need not occur in the document, because it may have "&" instead of "and". */
const JOINTS = new Set(['and', 'of']);

export class PassageDocument {
  readonly #surroundings: Surroundings;
  readonly #passage: ReadPassage;
  readonly #opening: ReadPassage | null;
  #subject: Subject | null = null;
  #text: string | null = null;
  #words: ReadonlySet<string> | null = null;

  constructor(surroundings: Surroundings, passage: ReadPassage, opening: ReadPassage | null) {
    this.#surroundings = surroundings;
    this.#passage = passage;
    this.#opening = opening;
  }

  /** Computed on first use, because it requires the analysis of a sentence. */
  get subject(): Subject {
    this.#subject ??= subjectOf(this.#surroundings, this.#passage, this.#opening);
    return this.#subject;
  }

  /** All known text of the document, in lower case: title, heading, opening and passage. */
  get #known(): string {
    const { title, heading, opening } = this.#surroundings;
    this.#text ??= [title, heading, opening, this.#passage.text].join(' ').replaceAll(/[-_.]/g, ' ').toLowerCase();
    return this.#text;
  }

  isWithin({ title, heading, opening }: Surroundings): boolean {
    const own = this.#surroundings;
    return own.title === title && own.heading === heading && own.opening === opening;
  }

  /**
   * True if the claim's text has a main subject (`about`; null if it has none) that neither the document nor the passage names.
   * Then the same words are probably said about something else. Exception: the claim names its own subject, and the document is
   * about that subject.
   */
  isOfOther(claim: ReadClaim, about: readonly string[] | null): boolean {
    if (about === null) return false;
    // The substring test is a cheap filter before the test for whole words.
    if (about.some((word) => this.#known.includes(word))) {
      // With and without what follows an apostrophe: "O'Keeffe", "Noll's".
      this.#words ??= new Set([
        ...(this.#known.match(/[\p{L}\p{N}]+/gu) ?? []),
        ...(this.#known.match(/[\p{L}\p{N}'’]+/gu) ?? []),
      ]);
      if (about.some((word) => this.#words!.has(word))) return false;
    }
    return !claim.ownNames.some((name) => this.#mayName(name) && isNamedBy(this.subject, name));
  }

  /** False if a plain word of the name is missing from the known text. A cheap filter. */
  #mayName(name: readonly string[]): boolean {
    return name.every((word) => !PLAIN_WORD.test(word) || JOINTS.has(word) || this.#known.includes(word));
  }
}

let known = new WeakMap<ReadPassage, PassageDocument>();
registerCallCache(() => {
  known = new WeakMap();
});

/** The document of a passage, cached by passage. `opening` is the opening in `surroundings`, already read. */
export function documentOf(
  surroundings: Surroundings,
  passage: ReadPassage,
  opening: ReadPassage | null,
): PassageDocument {
  let found = known.get(passage);
  if (found === undefined || !found.isWithin(surroundings)) {
    found = new PassageDocument(surroundings, passage, opening);
    known.set(passage, found);
  }
  return found;
}
