/** Resolves words of a sentence that refer to what the text has named before. */
import { levels } from '../claims/scope.ts';
import { verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { Descriptions } from './descriptions.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { isOpenSubject, isPossessive, type PronounKind, possessiveOf, pronounKind } from './pronouns.ts';
import type { Reference } from './reference.ts';

/** A noun phrase, or a pronoun with what it was found to mean. */
interface Noted extends Mention {
  pronoun?: PronounKind;
}

/** Number of earlier sentences in which an antecedent is looked for. */
const REACH = 3;

/** Resolves the references of a text, sentence by sentence, in order. */
export class ReferenceResolver {
  readonly #recent: Mention[][] = [];
  readonly #descriptions = new Descriptions();
  /**
   * What the text is about: the first subject in the question or in a sentence, or the only name in a title, whichever comes
   * first.
   */
  #topic: Mention | null = null;
  /** What has been learned about a name, by its key. */
  readonly #known = new Map<string, Partial<Pick<Mention, 'isPerson' | 'gender' | 'mayBePerson'>>>();
  /** The last known person of each gender. */
  readonly #persons = new Map<'male' | 'female', Mention>();

  /** Notes a title. It names what the text is about, but pronouns do not refer back to it as to a sentence. */
  noteTitle(words: readonly Word[]): void {
    const named = this.#mentions(words).filter(({ isName }) => isName);
    if (this.#topic === null && named.length === 1) this.#topic = named[0]!;
    this.#descriptions.note(words, named);
  }

  /** Notes the question that the text answers, as it tells whom the text is about. */
  noteQuestion(words: readonly Word[]): void {
    const named = this.#mentions(words).map((mention): Mention => ({ ...mention, role: 'subject' }));
    this.#note(words, named);
  }

  /** The references of the next sentence, in the order of their words. */
  resolve(words: readonly Word[]): Reference[] {
    const mentions: Noted[] = this.#mentions(words);
    // "Swapping a holiday is not allowed": a later pronoun may mean the act.
    if (words[0]?.forms?.gerund === true) mentions.push(unknownAt(0, 'thing'));
    const references = this.#descriptions.resolve(words);
    for (const { from, to, replacement } of references) {
      const at = mentions.findIndex((mention) => mention.from === from && mention.to === to);
      if (at >= 0 && replacement !== null) mentions[at] = { ...mentions[at]!, text: replacement };
    }
    const level = levels(words);
    for (let at = 0; at < words.length; at++) {
      const isQuoted = !level[at] && words.slice(0, at).some(({ text }) => /^["“]$/u.test(text));
      if (isQuoted) continue;
      const kind = pronounKind(words, at);
      if (kind !== null) references.push(this.#pronoun(words, at, kind, mentions));
      else if (isOpenSubject(words, at)) {
        references.push({ from: at, to: at + 1, replacement: null, antecedents: [], candidates: [] });
        if (!/^(?:i|we|my|our)$/u.test(words[at]!.lower)) mentions.push(unknownAt(at, 'thing'));
      }
    }
    this.#note(words, mentions);
    return references.toSorted((a, b) => a.from - b.from);
  }

  #mentions(words: readonly Word[]): Mention[] {
    return mentionsIn(words).map((mention) => this.#asKnown(mention));
  }

  #asKnown(mention: Mention): Mention {
    const known = this.#known.get(mention.key);
    return known === undefined ? mention : { ...mention, ...known };
  }

  #note(words: readonly Word[], mentions: Mention[]): void {
    this.#descriptions.note(
      words,
      mentions.filter(({ isName }) => isName),
    );
    const subject = mentions.find(({ role, text }) => role === 'subject' && text !== null);
    if (this.#topic === null && subject !== undefined) this.#topic = subject;
    for (const predicate of mentions) {
      const named = mentions.findLast(({ role, isName, to }) => role === 'subject' && isName && to <= predicate.from);
      if (predicate.role === 'predicate' && predicate.isPerson === true && named?.isPerson === null)
        this.#known.set(named.key, { isPerson: true, gender: predicate.gender });
    }
    for (const mention of mentions)
      if (mention.isName && mention.isPerson === true && mention.gender !== null && mention.role === 'subject')
        this.#know(mention);
    this.#recent.unshift(mentions);
    if (this.#recent.length > REACH) this.#recent.pop();
  }

  #pronoun(words: readonly Word[], at: number, kind: PronounKind, mentions: Noted[]): Reference {
    const isSubject = !/^(?:ADP|VERB|PART)$/u.test(words[at - 1]?.pos ?? '');
    const isPerson = kind === 'male' || kind === 'female';
    const subjects = isObject(words, at) ? mentions.filter((mention) => governs(words, mention, at)) : [];
    const isOther = (mention: Mention) => !subjects.some(({ from, to }) => from <= mention.from && mention.to <= to);
    const before = mentions.filter((mention) => mention.to <= at && isOther(mention));
    // "It was built by Kubo, and it cost …": a repeated pronoun keeps its meaning.
    const same = isSubject
      ? before.findLast((mention) => mention.pronoun === kind && mention.role === 'subject')
      : undefined;
    const own = same === undefined ? candidates(before, kind, isSubject) : [same];
    const isFirst = opensSentence(words, at);
    // Where this sentence should have named the thing, it may be one that was not recognised. So earlier sentences are searched
    // only for persons, whom their names tell apart, or if the pronoun opens the sentence.
    const earlier = isPerson || isFirst ? this.#before(kind, isSubject) : [];
    const found = (own.length > 0 ? own : earlier).filter((mention) => !isOfUnknownKind(words, at, mention));
    const [only] = found;
    const isSure = only !== undefined && (!isPerson || only.isPerson === true || only.mayBePerson);
    const isCertain = isSure && found.length === 1 && only.text !== null && only.text !== '';
    const isOwner = isPossessive(words, at);
    if (isCertain && isPerson) this.#know({ ...only!, isPerson, gender: kind });
    // "When Tambora blew up, it …": Tambora may not be a person.
    if (isCertain && kind === 'thing' && own.length > 0 && only!.isName && only!.isPerson === null)
      this.#known.set(only!.key, { mayBePerson: false });
    if (!isOwner)
      mentions.push(
        isCertain
          ? { ...only!, from: at, to: at + 1, role: isSubject ? 'subject' : 'object', pronoun: kind }
          : unknownAt(at, kind),
      );
    const replacement = isCertain ? (isOwner ? possessiveOf(only!.text!) : only!.text) : null;
    return {
      from: at,
      to: at + 1,
      replacement,
      antecedents: own.map(({ from, to }): [number, number] => [from, to]),
      candidates: found.length > 1 ? found.flatMap(({ text }) => text || []) : [],
    };
  }

  #know(person: Mention): void {
    this.#known.set(person.key, { isPerson: true, gender: person.gender });
    if (person.gender !== null) this.#persons.set(person.gender, person);
  }

  /**
   * The fitting mentions of the nearest earlier sentence that has any; else the last person of the gender, or the text's topic.
   */
  #before(kind: PronounKind, isSubject: boolean): Mention[] {
    const person = kind === 'male' || kind === 'female' ? this.#persons.get(kind) : undefined;
    for (const [back, mentions] of this.#recent.entries()) {
      const fitting = candidates(
        mentions.map((mention) => this.#asKnown(mention)),
        kind,
        isSubject,
      );
      if (fitting.length === 0) continue;
      if (kind === 'group')
        return isOnlyGroup(mentions, fitting, isSubject) ? fitting : [unknownAt(0, kind), ...fitting];
      // Either a name of which nothing is known, or "a man", or somebody who is known to be meant by "he".
      const [only] = fitting;
      const isNew = only!.gender === null || !only!.isName;
      if (fitting.length === 1 && person !== undefined && isNew && only!.key !== person.key) return [only!, person];
      // Of several, the one that was also the subject of the sentence before.
      const before = this.#recent[back + 1] ?? [];
      const kept = fitting.filter(
        ({ role, key }) => role === 'subject' && before.some((other) => other.role === 'subject' && other.key === key),
      );
      return fitting.length > 1 && kept.length === 1 ? kept : fitting;
    }
    if (person !== undefined) return [person];
    const topic = this.#topic === null ? null : this.#asKnown(this.#topic);
    return topic !== null && fits(topic, kind) ? [topic] : [];
  }
}

/** Whether the pronoun is the object of a verb: "The museum acquired it". */
const isObject = (words: readonly Word[], at: number) => words[at - 1]?.pos === 'VERB' && !isPossessive(words, at);

/** Whether the mention is the subject of the verb before `at`. The verb's object "it" or "him" then means something else. */
function governs(words: readonly Word[], { role, to }: Mention, at: number): boolean {
  if (role !== 'subject') return false;
  const groups = verbGroups(words).filter(({ start, end }) => start >= to && end <= at);
  return groups.length === 1 && groups[0]!.end === at;
}

/**
 * Whether "they" must mean the one fitting mention: "they" is a subject as that was, or there are no two names that it could mean
 * together.
 */
function isOnlyGroup(mentions: readonly Mention[], fitting: readonly Mention[], isSubject: boolean): boolean {
  const names = mentions.filter(({ isName, isPlural }) => isName && !isPlural);
  return fitting.length === 1 && ((isSubject && fitting[0]!.role === 'subject') || names.length < 2);
}

/** True if only an adverbial precedes the pronoun: "In 1995 it closed". */
function opensSentence(words: readonly Word[], at: number): boolean {
  const before = words.slice(0, at);
  const isLead = /^(?:ADP|SCONJ|ADV|CCONJ)$/u.test(before[0]?.pos ?? 'ADV');
  const isNamed =
    mentionsIn(before).length > 0 || (!isLead && before.some(({ pos }) => /^(?:NOUN|PROPN|VERB)$/u.test(pos)));
  return !isNamed && !verbGroups(before).some(({ finite }) => finite);
}

/**
 * Whether "it is a …" follows, as in "Hollist scored. It was the first goal". The mention, which may be a person, is then not
 * meant.
 */
const isOfUnknownKind = (words: readonly Word[], at: number, { isPerson }: Mention) =>
  isPerson === null &&
  /^its?$/u.test(words[at]!.lower) &&
  /^(?:is|was)$/u.test(words[at + 1]?.lower ?? '') &&
  /^(?:DET|PRON)$/u.test(words[at + 2]?.pos ?? '');

/** An unresolved pronoun: later pronouns may mean the same. */
const unknownAt = (at: number, kind: PronounKind): Mention => ({
  from: at,
  to: at + 1,
  text: '',
  key: `?${kind}`,
  isName: false,
  isPerson: kind === 'male' || kind === 'female' ? true : kind === 'thing' ? false : null,
  gender: kind === 'male' || kind === 'female' ? kind : null,
  isPlural: kind === 'group',
  mayBePerson: true,
  role: 'subject',
});

/** The mentions that the pronoun may mean, each once. A subject pronoun does not mean a place, e.g. "in Hull". */
function candidates(mentions: readonly Mention[], kind: PronounKind, isSubject: boolean): Mention[] {
  const fitting = mentions.filter(
    (mention) => mention.role !== 'predicate' && !(isSubject && mention.role === 'place') && fits(mention, kind),
  );
  return fitting.filter((mention, i) => fitting.findIndex(({ key }) => key === mention.key) === i);
}

function fits({ isPerson, gender, isPlural }: Mention, kind: PronounKind): boolean {
  if (kind === 'group') return isPlural;
  if (isPlural) return false;
  if (kind === 'thing') return isPerson !== true;
  return isPerson !== false && (gender === null || gender === kind);
}
