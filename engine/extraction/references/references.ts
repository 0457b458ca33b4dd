/** Which words of a sentence refer to what the text named before. */
import type { Word } from '../grammar/parse.ts';
import { Descriptions } from './descriptions.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { isOpenSubject, isPossessive, type PronounKind, possessiveOf, pronounKind } from './pronouns.ts';

/** What a word refers to. Words are indices into the sentence. */
export interface Reference {
  /** The words that refer, end exclusive. */
  from: number;
  to: number;
  /** What replaces them; null if that is not certain. */
  replacement: string | null;
  /** Places in the sentence of what may be meant; a statement that has one of them needs no replacement. */
  antecedents: [from: number, to: number][];
  /** Several of what may be meant; empty if there is at most one. */
  readings: string[];
}

/** Sentences back in which an antecedent is looked for. */
const REACH = 3;

/** Reads a text's sentences in their order. */
export class ReferenceResolver {
  readonly #recent: Mention[][] = [];
  readonly #descriptions = new Descriptions();
  /** What the text is about: its title's or first sentence's first thing. */
  #topic: Mention | null = null;
  /** What the words of a name have shown of it, by key. */
  readonly #known = new Map<string, Pick<Mention, 'isPerson' | 'gender'>>();

  /** A title names what the text is about and is no sentence before others. */
  noteTitle(words: readonly Word[]): void {
    const named = this.#mentions(words).filter(({ isName }) => isName);
    if (this.#topic === null && named.length === 1) this.#topic = named[0]!;
    this.#descriptions.note(words, named);
  }

  /** The references of the next sentence, in the order of their words. */
  resolve(words: readonly Word[]): Reference[] {
    const mentions = this.#mentions(words);
    const references: Reference[] = [];
    for (let at = 0; at < words.length; at++) {
      const kind = pronounKind(words, at);
      if (kind !== null) references.push(this.#pronoun(words, at, kind, mentions));
      else if (isOpenSubject(words, at)) {
        references.push({ from: at, to: at + 1, replacement: null, antecedents: [], readings: [] });
        if (!/^(?:i|we|my|our)$/u.test(words[at]!.lower)) mentions.push(unknownAt(at, 'thing'));
      }
    }
    references.push(...this.#descriptions.resolve(words));
    this.#note(words, mentions);
    return references.toSorted((a, b) => a.from - b.from);
  }

  #mentions(words: readonly Word[]): Mention[] {
    return mentionsIn(words).map((mention) => ({ ...mention, ...this.#known.get(mention.key) }));
  }

  #note(words: readonly Word[], mentions: Mention[]): void {
    this.#descriptions.note(words, mentions.filter(({ isName }) => isName));
    const subject = mentions.find(({ role, text }) => role === 'subject' && text !== null);
    if (this.#topic === null && subject !== undefined) this.#topic = subject;
    for (const predicate of mentions) {
      const named = mentions.findLast(({ role, isName, to }) => role === 'subject' && isName && to <= predicate.from);
      if (predicate.role === 'predicate' && predicate.isPerson === true && named?.isPerson === null)
        this.#known.set(named.key, { isPerson: true, gender: predicate.gender });
    }
    this.#recent.unshift(mentions);
    if (this.#recent.length > REACH) this.#recent.pop();
  }

  #pronoun(words: readonly Word[], at: number, kind: PronounKind, mentions: Mention[]): Reference {
    const own = candidates(mentions.filter(({ to }) => to <= at), kind);
    const found = own.length > 0 ? own : this.#before(kind);
    const antecedents = own.map(({ from, to }): [number, number] => [from, to]);
    const [only] = found;
    const isCertain = found.length === 1 && only!.text !== null && only!.text !== '';
    if (isCertain && (kind === 'male' || kind === 'female')) this.#known.set(only!.key, { isPerson: true, gender: kind });
    if (!isPossessive(words, at)) mentions.push(isCertain ? { ...only!, from: at, to: at + 1, role: at < 6 ? 'subject' : only!.role } : unknownAt(at, kind));
    const readings = found.length > 1 ? found.flatMap(({ text }) => text || []) : [];
    const replacement = isCertain ? (isPossessive(words, at) ? possessiveOf(only!.text!) : only!.text) : null;
    return { from: at, to: at + 1, replacement, antecedents, readings };
  }

  /** Those that fit in the nearest sentence that has any; else the text's topic. */
  #before(kind: PronounKind): Mention[] {
    for (const [back, mentions] of this.#recent.entries()) {
      const fitting = candidates(mentions, kind);
      if (fitting.length === 0) continue;
      // Of several, the one that the sentence before that was about too.
      const before = this.#recent[back + 1] ?? [];
      const kept = fitting.filter(
        ({ role, key }) => role === 'subject' && before.some((other) => other.role === 'subject' && other.key === key),
      );
      return fitting.length > 1 && kept.length === 1 ? kept : fitting;
    }
    return this.#topic !== null && fits(this.#topic, kind) ? [this.#topic] : [];
  }
}

/** A pronoun of which is not known what it means: what comes next may mean the same. */
const unknownAt = (at: number, kind: PronounKind): Mention => ({
  from: at,
  to: at + 1,
  text: '',
  key: `?${kind}`,
  isName: false,
  isPerson: kind === 'male' || kind === 'female' ? true : kind === 'thing' ? false : null,
  gender: kind === 'male' || kind === 'female' ? kind : null,
  isPlural: kind === 'group',
  role: 'subject',
});

/** What the pronoun may mean, each once: places only where nothing else is named. */
function candidates(mentions: readonly Mention[], kind: PronounKind): Mention[] {
  const fitting = mentions.filter((mention) => mention.role !== 'predicate' && fits(mention, kind));
  const core = fitting.filter(({ role }) => role !== 'place');
  const sure = (core.length > 0 ? core : fitting).filter(({ isPerson }) => kind === 'group' || isPerson !== null);
  const all = core.length > 0 ? core : fitting;
  // "Rotvang built the machine. He …": a name of which nothing is known gives way to none that is known.
  const named = sure.length > 0 && kind === 'thing' && all.every(({ role, isPerson }) => isPerson !== null || role !== 'subject') ? sure : all;
  return named.filter((mention, i) => named.findIndex(({ key }) => key === mention.key) === i);
}

function fits({ isPerson, gender, isPlural }: Mention, kind: PronounKind): boolean {
  if (kind === 'group') return isPlural;
  if (isPlural) return false;
  if (kind === 'thing') return isPerson !== true;
  return isPerson !== false && (gender === null || gender === kind);
}
