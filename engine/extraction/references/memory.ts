/** What the sentences read so far leave to the next one: whom and what its references may mean. */
import type { Word } from '../grammar/parse.ts';
import { DEICTIC, PRONOUNS } from '../grammar/pronouns.ts';
import type { Resolution } from './antecedents.ts';
import { Discourse, type Entity, type Mention, shownName } from './discourse.ts';
import type { Introduced } from './inner-references.ts';
import { Protagonists } from './protagonist.ts';
import type { References } from './reference-notes.ts';
import type { Subject } from './sentence-subject.ts';

/** Number of sentences to look back for antecedents. */
export const WINDOW = 3;

/** One sentence while its references are resolved. */
export interface Reading {
  words: readonly Word[];
  references: References;
  /** Entities of the previous sentences. */
  before: readonly Entity[];
  mentions: readonly Mention[];
  subject: Subject | null;
  /** Resolutions by kind of pronoun, which means the same throughout a sentence. */
  resolutions: Map<string, Resolution>;
  /** Antecedents of definite descriptions, by the index of their article. */
  links: Map<number, Entity>;
}

/** The thing that the text is about. */
interface Topic {
  subject: Subject;
  sentence: number;
  /** True if something else that "it" could mean has been mentioned since. */
  hasRival: boolean;
}

/** A person known by a description, and what pronouns have said of them. */
export interface Described {
  text: string;
  noun: string;
  sentence: number;
  gender: 'male' | 'female' | null;
}

export interface Memory {
  readonly discourse: Discourse;
  /** Number of sentences read. */
  sentence: number;
  lastSubject: Subject | null;
  topic: Topic | null;
  lastMeasure: string | null;
  /** The previous sentence's only plural. */
  lastGroup: string | null;
  label: { name: string; sentence: number } | null;
  /** True if the previous sentence has an object that "it" could mean. */
  hadObject: boolean;
  /** True if the previous sentence says what an institution has, made or shows, which "it" could mean too. */
  broughtIn: boolean;
  /** Names that the previous sentence joins by "and". */
  lastJoined: ReadonlySet<Entity>;
  /** The two persons whom the previous sentence names, if it speaks of nobody and nothing else in the plural. */
  lastPair: string | null;
  /** The only thing that the previous sentence names: "the lounge". */
  lastThing: string | null;
  /** What the previous sentence counted: "thirty boats". */
  lastCounted: string | null;
  /** Whom the previous sentence brought in. */
  lastIntroduced: Introduced | null;
  /** True if the previous sentence says what its subject is or was, rather than what it did to others. */
  lastDescribes: boolean;
  /** True if the previous sentence says what its subject is: "Kestrel is a language of …". */
  lastDefines: boolean;
  /** Persons whom subjects described but didn't name, the last one first. */
  described: Described[];
  protagonists: Protagonists;
  /** For whom the text speaks: "we" in a signed letter. */
  speaker: string | null;
}

/** Before the first sentence. */
export const emptyMemory = (): Memory => ({
  discourse: new Discourse(),
  sentence: 0,
  lastSubject: null,
  topic: null,
  lastMeasure: null,
  lastGroup: null,
  label: null,
  hadObject: false,
  broughtIn: false,
  lastJoined: new Set(),
  lastPair: null,
  lastThing: null,
  lastCounted: null,
  lastIntroduced: null,
  lastDescribes: false,
  lastDefines: false,
  described: [],
  protagonists: new Protagonists([]),
  speaker: null,
});

/** What nothing near explains refers to whom the text is about, if the text has named them by now. */
export function orProtagonist(memory: Memory, resolution: Resolution, protagonist: Entity | null): Resolution {
  const known = memory.discourse.entities.find(({ name }) => name === protagonist?.name);
  if (resolution.kind !== 'open' || known === undefined || known.firstSentence >= memory.sentence) return resolution;
  return { kind: 'found', name: shownName(known) };
}

/** The subject; for a description such as "the tower", with its antecedent. */
export function withAntecedent({ links, references }: Reading, subject: Subject): Subject {
  const entity = links.get(subject.at);
  if (entity === undefined || subject.text.split(' ').length !== 2) return subject;
  const name = references.replace.get(subject.at);
  return { ...subject, text: name ?? subject.text, entity, isPlural: false };
}

/** True for a subject that can't be the antecedent of a later pronoun: a pronoun, "nobody", "half of that". */
export function isNoAntecedent({ text }: Subject): boolean {
  const lower = text.toLowerCase();
  if (Object.hasOwn(PRONOUNS, lower) || DEICTIC.test(lower) || NOBODY.test(lower)) return true;
  return /^(?:no|none of|more|less|fewer|half|neither|nothing|ours|mine|yours) |\b(?:this|that|these|those|it|them)$/u.test(
    lower,
  );
}

const NOBODY =
  /^(?:(?:no|any|some|every)(?:body|one|thing)|none|all|both|each|one|some|many|few|fewer|more|less|most|several|others?|you|ours|who|what|which)$/u;
