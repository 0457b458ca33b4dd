/** Replaces pronouns and definite descriptions where exactly one antecedent fits, and names those it could not settle. */
import { BE_FORMS } from '#engine/language/verbs.ts';
import { CLASS_NOUNS, Discourse, type Entity, type Mention, shownName } from './discourse.ts';
import { labelLength } from './labels.ts';
import type { Sentence, Word } from './parse.ts';
import { isPlace } from './places.ts';
import { mainGroup, type VerbGroup, verbGroups } from './verb-groups.ts';

/** What is known about the references in one sentence. Keys are word indexes. */
export interface References {
  /** Text that stands in for a word; the empty string drops it. */
  replace: Map<number, string>;
  /** References without a certain antecedent, as written. */
  open: Map<number, string>;
  /** References between whose antecedents nothing decides, as a phrase for people. */
  ambiguous: Map<number, string>;
  /** A word of the sentence's own subject that a pronoun may stand for: a statement that holds both depends on nothing else. */
  anchors: Map<number, number>;
}

/** Antecedents are looked for this many sentences back. */
const WINDOW = 3;

interface Subject {
  /** Index of its first word. */
  at: number;
  text: string;
  /** null where the subject is no name. */
  entity: Entity | null;
  isPlural: boolean;
  isPerson: boolean;
  /** The name it was said to be ("The highest mountain is Olympus Mons"): no second candidate. */
  equals: Entity | null;
}

type Resolution = { kind: 'found'; name: string } | { kind: 'open' } | { kind: 'ambiguous'; names: string[] };

const PRONOUNS: Record<string, 'male' | 'female' | 'thing' | 'group'> = {
  he: 'male',
  him: 'male',
  his: 'male',
  himself: 'male',
  she: 'female',
  her: 'female',
  hers: 'female',
  it: 'thing',
  its: 'thing',
  they: 'group',
  them: 'group',
  their: 'group',
};
/** Point at something the sentence does not name. */
const DEICTIC = /^(?:this|that|these|those|we|us|our|i|you|your|my|here|there)$/u;

/** Reads a text's sentences in order and remembers what they speak of. */
export class ReferenceResolver {
  readonly #discourse = new Discourse();
  #sentence = 0;
  #lastSubject: Subject | null = null;

  resolve({ words }: Sentence): References {
    const references: References = { replace: new Map(), open: new Map(), ambiguous: new Map(), anchors: new Map() };
    const before = this.#discourse.recent(this.#sentence, WINDOW);
    const label = labelLength(words);
    const mentions = this.#discourse.mentions(words, this.#sentence, label);
    const subject = subjectOf(words, mentions);
    const settled = new Map<string, Resolution>();
    for (let i = 0; i < words.length; i++) {
      const { lower } = words[i]!;
      const pronoun = Object.hasOwn(PRONOUNS, lower) ? PRONOUNS[lower]! : null;
      if (pronoun !== null) {
        if (pronoun === 'thing' && lower === 'it' && isImpersonal(words, i)) continue;
        const isInner = (pronoun === 'thing' || pronoun === 'group') && hasNominalBefore(words, i);
        if (isInner && !settled.has(pronoun)) {
          references.open.set(i, words[i]!.text);
          references.anchors.set(i, words.findIndex(isNominal));
          continue;
        }
        const resolution = settled.get(pronoun) ?? this.#antecedent(pronoun, { at: i, before, mentions });
        settled.set(pronoun, resolution);
        note(references, words, i, resolution);
      } else if (lower === 'the') this.#description(references, words, i, before, mentions);
      else if (isDeictic(words, i)) references.open.set(i, words[i]!.text);
    }
    this.#expandNames(references, mentions, words);
    this.#remember(subject === null ? null : this.#named(subject, references), settled);
    return references;
  }

  /** "The tower" counts as what it was replaced with. */
  #named(subject: Subject, { replace }: References): Subject {
    const name = replace.get(subject.at);
    if (name === undefined || replace.get(subject.at + 1) !== '') return subject;
    const entity = this.#discourse.entities.find((known) => shownName(known) === name);
    return entity === undefined ? subject : { ...subject, text: name, entity };
  }

  #remember(subject: Subject | null, settled: ReadonlyMap<string, Resolution>): void {
    this.#sentence++;
    const byPronoun =
      subject !== null && Object.hasOwn(PRONOUNS, subject.text.toLowerCase())
        ? settled.get(PRONOUNS[subject.text.toLowerCase()]!)
        : undefined;
    if (byPronoun?.kind === 'found') {
      const entity = this.#discourse.entities.find((known) => shownName(known) === byPronoun.name);
      if (entity !== undefined) {
        entity.lastSentence = this.#sentence - 1;
        entity.subjectCount++;
        if (subject!.text.toLowerCase() === 'he') learnPerson(entity, 'male');
        if (subject!.text.toLowerCase() === 'she') learnPerson(entity, 'female');
      }
      this.#lastSubject = {
        at: subject!.at,
        text: byPronoun.name,
        entity: entity ?? null,
        isPlural: subject!.isPlural,
        isPerson: subject!.isPerson,
        equals: subject!.equals,
      };
      return;
    }
    if (subject?.entity) subject.entity.subjectCount++;
    this.#lastSubject = subject;
  }

  #antecedent(
    pronoun: 'male' | 'female' | 'thing' | 'group',
    { at, before, mentions }: { at: number; before: readonly Entity[]; mentions: readonly Mention[] },
  ): Resolution {
    if (pronoun === 'group') return this.#groupAntecedent();
    const inSentence = mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const candidates = [...new Set([...before, ...inSentence])].filter((entity) =>
      pronoun === 'thing' ? isThing(entity) : isPersonOf(entity, pronoun),
    );
    if (pronoun === 'thing') return this.#thingAntecedent(candidates, inSentence);
    const known = candidates.filter((entity) => entity.kind === 'person');
    const fitting = known.length > 0 ? known : candidates;
    return decide(fitting);
  }

  /** "It" continues the subject of the sentence before, unless another thing named there could be meant. */
  #thingAntecedent(candidates: readonly Entity[], inSentence: readonly Entity[]): Resolution {
    const last = this.#lastSubject;
    if (last === null || last.isPlural || last.isPerson)
      return candidates.length === 1 ? { kind: 'found', name: shownName(candidates[0]!) } : decideOpen(candidates);
    const others = candidates.filter(
      (entity) =>
        entity !== last.entity &&
        entity !== last.equals &&
        !entity.isOblique &&
        (entity.lastSentence >= this.#sentence - 1 || inSentence.includes(entity)) &&
        entity.kind !== 'place',
    );
    if (Object.hasOwn(PRONOUNS, last.text.toLowerCase()) || DEICTIC.test(last.text.toLowerCase()))
      return decideOpen(candidates);
    return others.length === 0
      ? { kind: 'found', name: last.text }
      : { kind: 'ambiguous', names: [last.text, ...others.map((entity) => entity.name)] };
  }

  #groupAntecedent(): Resolution {
    const last = this.#lastSubject;
    const isKnown = last?.isPlural === true && !Object.hasOwn(PRONOUNS, last.text.toLowerCase());
    return isKnown ? { kind: 'found', name: last.text } : { kind: 'open' };
  }

  /** "the company", "the city": the one thing that the text has called so. */
  #description(
    references: References,
    words: readonly Word[],
    at: number,
    before: readonly Entity[],
    mentions: readonly Mention[],
  ): void {
    const noun = words[at + 1];
    if (noun === undefined || !Object.hasOwn(CLASS_NOUNS, noun.lower)) return;
    const next = words[at + 2];
    if (next !== undefined && /^(?:of|that|which|who|whose|where|in|with|for|called|named|known)$/u.test(next.lower))
      return;
    if (next?.pos === 'NOUN' || next?.pos === 'PROPN' || next?.pos === 'ADJ') return;
    const inSentence = mentions.filter((mention) => mention.to <= at).map((mention) => mention.entity);
    const all = [...new Set([...before, ...this.#discourse.entities, ...inSentence])];
    const named = all.filter(
      (entity) => entity.nouns.has(noun.lower) || entity.name.toLowerCase().split(' ').includes(noun.lower),
    );
    const ofKind = all.filter((entity) => isOfClass(entity, noun.lower));
    const fitting = named.length > 0 ? named : ofKind;
    const phrase = `${words[at]!.text.toLowerCase()} ${noun.text}`;
    if (fitting.length === 1) {
      references.replace.set(at, shownName(fitting[0]!));
      references.replace.set(at + 1, '');
    } else if (fitting.length > 1)
      references.ambiguous.set(
        at,
        ambiguity(
          phrase,
          fitting.map((entity) => entity.name),
        ),
      );
    else references.open.set(at, phrase);
  }

  /** "Curie" becomes "Marie Curie" once the text has named her so; with two of that name it stays, and says so. */
  #expandNames(references: References, mentions: readonly Mention[], words: readonly Word[]): void {
    for (const { entity, from, to } of mentions) {
      if (to - from !== 1 || entity.kind !== 'person') continue;
      const short = words[from]!.text;
      const full = this.#discourse.entities.map(({ name }) => name).filter((name) => name.endsWith(` ${short}`));
      if (full.length === 1) references.replace.set(from, full[0]!);
      else if (full.length > 1) references.ambiguous.set(from, ambiguity(short, full));
    }
  }
}

/** Whether a name alone shows that it is a company, or a country. */
function isOfClass({ name, kind }: Entity, noun: string): boolean {
  if (noun === 'country' || noun === 'nation') return kind === 'place' && isPlace(name);
  const isCompany = /^(?:company|firm|corporation)$/u.test(noun) && kind === 'organization';
  return isCompany && /\b(?:inc|corp|corporation|ltd|llc|plc|company|co|gmbh|ag)\b/iu.test(name);
}

const isNominal = (word: Word) => (word.pos === 'NOUN' || word.pos === 'PROPN') && !/^\d/u.test(word.text);

/** Whether the sentence itself has already named something that "it" or "they" could stand for. */
function hasNominalBefore(words: readonly Word[], at: number): boolean {
  return words
    .slice(labelLength(words), at)
    .some(
      (word) =>
        isNominal(word) &&
        !/^(?:year|years|month|decade|century|january|february|march|april|may|june|july|august|september|october|november|december|addition|contrast|fact|result|example|instance)$/u.test(
          word.lower,
        ),
    );
}

function learnPerson(entity: Entity, gender: 'male' | 'female'): void {
  entity.kind = 'person';
  entity.gender ??= gender;
}

function isPersonOf(entity: Entity, gender: 'male' | 'female'): boolean {
  if (entity.gender !== null && entity.gender !== gender) return false;
  return entity.kind === 'person' || (entity.kind === 'unknown' && !entity.isOblique && entity.name.includes(' '));
}

function isThing(entity: Entity): boolean {
  return entity.kind !== 'person' && entity.gender === null;
}

/** One candidate is certain; of several, the one the text is about if the others were never its subject. */
function decide(candidates: readonly Entity[]): Resolution {
  if (candidates.length === 0) return { kind: 'open' };
  if (candidates.length === 1) return { kind: 'found', name: shownName(candidates[0]!) };
  const topics = candidates.filter((entity) => entity.subjectCount > 0);
  if (topics.length === 1 && topics[0]!.subjectCount > 1) return { kind: 'found', name: shownName(topics[0]!) };
  return { kind: 'ambiguous', names: candidates.map((entity) => entity.name) };
}

function decideOpen(candidates: readonly Entity[]): Resolution {
  return candidates.length > 1
    ? { kind: 'ambiguous', names: candidates.map((entity) => entity.name) }
    : { kind: 'open' };
}

function ambiguity(phrase: string, names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 4);
  return `"${phrase}" may mean ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

function note(references: References, words: readonly Word[], at: number, resolution: Resolution): void {
  const { text, lower } = words[at]!;
  if (resolution.kind === 'open') references.open.set(at, text);
  else if (resolution.kind === 'ambiguous') references.ambiguous.set(at, ambiguity(text, resolution.names));
  else if (!/self$/u.test(lower))
    references.replace.set(at, isPossessive(words, at) ? possessiveOf(resolution.name) : resolution.name);
}

function isPossessive(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:his|its|their|hers)$/u.test(lower)) return true;
  const next = words[at + 1];
  return lower === 'her' && next !== undefined && /^(?:NOUN|ADJ|PROPN|NUM)$/u.test(next.pos);
}

const possessiveOf = (name: string) => (/s$/u.test(name) ? `${name}'` : `${name}'s`);

/** "It is clear that …", "it was X who …", "it rains": it stands for nothing. */
function isImpersonal(words: readonly Word[], at: number): boolean {
  const [next, second] = [words[at + 1], words[at + 2]];
  if (next === undefined) return false;
  if (/^(?:seems?|seemed|appears?|appeared|rains?|rained|snows?|snowed|takes?|took|turns?|turned)$/u.test(next.lower))
    return true;
  const isCopula = /^(?:is|was|'s|has|will|would|may|became|becomes)$/u.test(next.lower);
  if (!isCopula || second === undefined) return false;
  const frame = words.slice(at + 2, at + 18).map((word) => word.lower);
  const adjective = words[at + 2 + (second.pos === 'ADV' ? 1 : 0)];
  if (adjective?.lower === 'worth') return true;
  const isAdjective = adjective !== undefined && (adjective.pos === 'ADJ' || adjective.forms?.participle === true);
  if (isAdjective && frame.slice(1, 4).some((word) => /^(?:that|to|for|whether|how|why|if)$/u.test(word))) return true;
  return (
    frame.includes('that') &&
    (next.lower === 'was' || next.lower === 'is') &&
    !frame.slice(0, frame.indexOf('that')).some((word) => /^(?:an?|the)$/u.test(word))
  );
}

/** "This shows …", "we": not "this bridge". */
function isDeictic(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (!DEICTIC.test(lower)) return false;
  if (/^(?:this|that|these|those)$/u.test(lower)) {
    const next = words[at + 1];
    const isSubject = at === 0 || words[at - 1]!.pos === 'CCONJ' || words[at - 1]!.text === ',';
    return (
      isSubject &&
      next !== undefined &&
      (next.pos === 'AUX' || (next.pos === 'VERB' && (next.forms?.past === true || next.forms?.thirdPerson === true)))
    );
  }
  return lower !== 'here' && lower !== 'there';
}

function nameAfterCopula(words: readonly Word[], main: VerbGroup, mentions: readonly Mention[]): Entity | null {
  if (!BE_FORMS.has(main.head.lower)) return null;
  const at = words[main.end]?.lower === 'the' ? main.end + 1 : main.end;
  return mentions.find((mention) => mention.from === at)?.entity ?? null;
}

/** The words before the main verb, if they are a plain noun phrase, a pronoun or a list of names. */
function subjectOf(words: readonly Word[], mentions: readonly Mention[]): Subject | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return null;
  let end = main.start;
  while (end > 0 && words[end - 1]!.text === ',') end--;
  const comma = words.findIndex((word, i) => i < end && word.text === ',');
  const isInsert = comma > 0 && mentions.some((mention) => mention.from <= 1 && mention.to === comma);
  let from = isInsert || comma < 0 ? 0 : words.slice(0, end).findLastIndex((word) => word.text === ',') + 1;
  from = Math.max(from, labelLength(words));
  while (/^(?:PUNCT|CCONJ|INTJ)$/u.test(words[from]?.pos ?? '') && from < end) from++;
  const stop = isInsert ? comma : end;
  const part = words.slice(from, stop);
  if (part.length === 0 || part.length > 10) return null;
  const isPlain =
    part.every((word) => /^(?:NOUN|PROPN|ADJ|ADV|DET|NUM|PRON|CCONJ|ADP|PART|PUNCT)$/u.test(word.pos)) &&
    part[0]!.pos !== 'ADP' &&
    part.some((word) => isNominal(word) || word.pos === 'PRON');
  if (!isPlain) return null;
  const mention = mentions.find(
    (candidate) =>
      candidate.from >= from && candidate.to === stop && (candidate.from === from || words[from]!.lower === 'the'),
  );
  const isJoined = part.some((word) => word.lower === 'and');
  const last = part.find((word, i) => word.pos === 'NOUN' && part[i + 1]?.pos !== 'NOUN') ?? part.at(-1)!;
  const text = words
    .slice(from, stop)
    .map((word, i) => (i > 0 && word.start > words[from + i - 1]!.end ? ' ' : '') + word.text)
    .join('')
    .replace(/["“”]/gu, '');
  const isIndefinite = /^an?$/u.test(part[0]!.lower);
  return {
    at: from,
    text: isIndefinite
      ? `the ${text.replace(/^\S+\s/u, '')}`
      : part[0]!.pos === 'DET'
        ? text[0]!.toLowerCase() + text.slice(1)
        : text,
    entity: isJoined ? null : (mention?.entity ?? null),
    isPlural:
      isJoined || (last.pos === 'NOUN' && /[^su]s$/u.test(last.lower)) || /^(?:they|these|those|we)$/u.test(last.lower),
    equals: nameAfterCopula(words, main, mentions),
    isPerson:
      mention?.entity.kind === 'person' ||
      /^(?:he|she)$/u.test(last.lower) ||
      /(?:man|woman|ist|actor|author|president|minister|teacher|doctor)$/u.test(last.lower),
  };
}
