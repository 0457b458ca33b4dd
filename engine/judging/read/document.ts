/**
 * The document that a passage belongs to: what it is about, and what it names. Kept for one call of the engine, in which a passage is
 * held against one claim after another.
 */
import { forgetAfterCall } from '#engine/text/kept.ts';
import { aboutPassage } from './about.ts';
import type { ReadClaim } from './claim.ts';
import type { ReadPassage } from './passage.ts';
import { isNamedBy, joined, type Subject, subjectOfTitle } from './subject.ts';

/** What stands above a passage, and how its document begins; each null if there is none. */
export interface Surroundings {
  title: string | null;
  heading: string | null;
  opening: string | null;
}

/** "Labour Inspectorate, report of 2024": a line that says who wrote the text, and when. */
function isByline(line: string): boolean {
  const comma = line.indexOf(',');
  const isNamed = comma > 0 && line.slice(0, comma).trim().includes(' ');
  return isNamed && /(?:19|20)\d\d$/.test(line.slice(comma).trimEnd());
}

/** "2.1", "§ 4", "(3)" before a heading. */
const NUMBERING = /^[\s§(]*\d+(?:[.)]\d+)*[.):]?\s+/;

/**
 * What the passage's part of its document is about, as title, heading and beginning name it. Under a heading that names another than these
 * ("Tarrow" in what Rolla writes of its rivals), that other alone.
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
/** A line may have "&" for one of them. */
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

  /** Asked for late: finding it takes an analysis of a sentence. */
  get subject(): Subject {
    this.#subject ??= subjectOf(this.#surroundings, this.#passage, this.#opening);
    return this.#subject;
  }

  /** All that is known of it, in lower case. */
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
   * True if the claim's text is about something (`about`, null: nothing) that neither the document nor the passage names: the same words
   * are then said of another. A claim that names its subject itself belongs to that, where the document does as well.
   */
  isOfOther(claim: ReadClaim, about: readonly string[] | null): boolean {
    if (about === null) return false;
    // Where the characters are nowhere, the word is not either.
    if (about.some((word) => this.#known.includes(word))) {
      this.#words ??= new Set(this.#known.match(/[\p{L}\p{N}]+/gu));
      if (about.some((word) => this.#words!.has(word))) return false;
    }
    return !claim.ownNames.some((name) => this.#mayName(name) && isNamedBy(this.subject, name));
  }

  /** False if a plain word of the name is nowhere in what is known. */
  #mayName(name: readonly string[]): boolean {
    return name.every((word) => !PLAIN_WORD.test(word) || JOINTS.has(word) || this.#known.includes(word));
  }
}

let known = new WeakMap<ReadPassage, PassageDocument>();
forgetAfterCall(() => {
  known = new WeakMap();
});

/** `opening` is that of the surroundings, read. */
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
