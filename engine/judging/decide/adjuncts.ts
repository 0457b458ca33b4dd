/**
 * Finds adjuncts of place, time and purpose that a claim may omit, because they belong to one finished, affirmed event: what
 * happened there and then happened.
 */
import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { Statement } from '../read/sentence.ts';
import { isNominal } from './clauses.ts';
import { endBeforeFinalMark, isQuantifier, isStative, isStoryOrWork, isSubordinator, takesBack } from './words.ts';

const PREPOSITIONS = new Set(
  (
    'in at on near during outside inside beside after before following with from to through across into for by ' +
    'over along off under behind above since towards between'
  ).split(' '),
);
/** Prepositions of place and time. Their phrases may contain a date or time of day and may stand at the front. */
const LOCAL = new Set('in at on near during between outside inside beside after before following'.split(' '));
/** Verbs behind which an "as" phrase can be omitted: "was released *as a single*". Not "was dismissed as a joke". */
const COMES_OUT = new Set('release publish open issue launch build found star'.split(' '));
const LONGEST = 8;

/**
 * The finite verb of a clause that tells one finished event. Null for other clauses. Figures, quantifiers and ranks hold only for
 * their time and place, so the clause must have none outside the adjunct.
 */
function eventOf({ groups, items }: Statement, before: number): VerbGroup | null {
  const verb = groups.findLast(({ isTensed, end }) => isTensed && end <= before) ?? null;
  if (verb === null || (verb.tense !== 'past' && verb.tense !== 'open') || verb.isNegated || verb.isPerfect)
    return null;
  const head = items[verb.head]!;
  if (verb.head === verb.start && head.key === 'be') return null;
  return isStative(head.key) ? null : verb;
}

function isObject(items: readonly Item[], preposition: string, start: number, end: number): boolean {
  const object = items.slice(start, end);
  const last = object.at(-1);
  if (last === undefined || object.length > LONGEST || object[0]!.text === ',') return false;
  if (last.kind === 'date' || last.quantity?.dimension === 'clock') return LOCAL.has(preposition);
  // Accepted, because the figure counts the agents: "by two students".
  if (object.some(({ kind }) => kind === 'quantity'))
    return preposition === 'by' && last.pos === 'NOUN' && last.isPlural;
  return last.isName || last.pos === 'PROPN' || object[0]!.article !== null || object[0]!.isPlural || last.isPlural;
}

/** Adverbs of time. */
const TEMPORAL = /^(?:today|yesterday|afterwards?|later|earlier|recently|soon|then|tonight|shortly|immediately)$/;
const PART_OF_TIME =
  /^(?:morning|afternoon|evening|night|week|month|year|spring|summer|autumn|winter|day|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

/**
 * The end of an adverbial of time that begins at `at`: "last November", "this afternoon", "soon afterwards". `at` itself if none
 * begins there.
 */
function temporalEnd(items: readonly Item[], at: number): number {
  let end = at;
  while (end < items.length && TEMPORAL.test(items[end]!.lower)) end++;
  if (end > at) return end;
  const opens =
    /^(?:last|this|next|that|same)$/.test(items[at]!.lower) ||
    (items[at]!.article === 'the' && /^(?:previous|following)$/.test(items[at]!.lower));
  if (opens && PART_OF_TIME.test(items[at + 1]?.key ?? '')) return at + 2;
  return items[at]!.article === 'the' && PART_OF_TIME.test(items[at]!.key) && items[at - 1]?.pos !== 'ADP'
    ? at + 1
    : at;
}

/** The end of the noun phrase that begins at `at`, including its "of" phrases. */
function phraseEnd(items: readonly Item[], at: number, words: number): number {
  // For example "between 2014 and 2019".
  if (items[at - 1]?.lower === 'between' && items[at]?.kind === 'date' && items[at + 2]?.kind === 'date') return at + 3;
  let end = at;
  const isWord = (i: number) =>
    i < words && (/^(?:NOUN|PROPN|ADJ|NUM)$/.test(items[i]!.pos) || items[i]!.kind === 'date');
  while (isWord(end) || (end > at && (items[end]?.lower === 'of' || items[end]?.lower === "'s") && isWord(end + 1)))
    end++;
  return end;
}

/**
 * Nouns (besides stories and works) in which things happen that are not real, "won in the polls", or that happen to others, "in
 * rats".
 */
const OTHER_WORLD =
  /^(?:video|model|simulation|drill|exercise|rehearsal|re-enactment|opinion|view|eye|version|account|poll|imagination|scenario|draft|script|history|mouse|mice|rat|animal|laboratory|theory|paper|rumour|computer)$/;

function isUnreal(items: readonly Item[], start: number, end: number): boolean {
  return items.slice(start, end).some(({ key, isName }) => !isName && (isStoryOrWork(key) || OTHER_WORLD.test(key)));
}

/** Whether only some may be meant, because it is a plural or an amount: "house prices", "its flights". */
function isSome(row: readonly Item[]): boolean {
  return (
    row.some(({ isPlural, pos }) => isPlural && pos === 'NOUN') ||
    (row.length > 0 &&
      row.every(({ article, pos, quantity }) => article === null && pos !== 'PROPN' && quantity === null))
  );
}

/**
 * Whether the phrase may restrict the statement: "house prices fell *in London*", "the road was closed *to lorries*", "won the
 * race *in her class*".
 */
function narrows({ items }: Statement, verb: VerbGroup, at: number, end: number): boolean {
  // The "by" of a passive only names the agent.
  if (verb.isPassive && items[at]!.lower === 'by') return false;
  const isFronted = at === 0;
  const behind = items.slice(verb.end, isFronted ? endBeforeFinalMark(items) : at).filter(({ text }) => text !== ',');
  const phrase = behind.findIndex(({ pos }) => pos === 'ADP');
  const object = phrase < 0 ? behind : behind.slice(0, phrase);
  // Without an object, the subject counts: "ran away", "sank quickly".
  if (isSome(object.some(isNominal) ? object : items.slice(isFronted ? end : 0, verb.start))) return true;
  if (verb.isPassive && /^(?:to|for|between)$/.test(items[at]!.lower)) return true;
  return /^(?:win|lose|beat|defeat)$/.test(items[verb.head]!.key) && behind.at(-1)?.pos === 'NOUN';
}

/** Adjuncts of place and time: "opened *in 1999*", "*In 1999* it opened", "opened *this afternoon*". */
export function eventAdjuncts(statement: Statement): { start: number; end: number }[] {
  const { items } = statement;
  const words = endBeforeFinalMark(items);
  const scope = items.slice(0, words);
  if (isSubordinator(items[0]?.lower ?? '')) return [];
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < words; at++) {
    const preposition = items[at]!.lower;
    const isRole = preposition === 'as' && COMES_OUT.has(items[eventOf(statement, at)?.head ?? -1]?.key ?? '');
    const isPrepositional = isRole || (PREPOSITIONS.has(preposition) && items[at]!.pos !== 'VERB');
    const before = figureBefore(statement, at, words);
    if (before !== null) found.push(before);
    const end = isPrepositional ? phraseEnd(items, at + 1, words) : temporalEnd(items, at);
    if (end === at || (isPrepositional && !isObject(items, preposition, at + 1, end))) continue;
    const next = end < words ? items[end] : undefined;
    // Part of a list can't be omitted: "in 2023 and 2024", "in Leeds, York or Hull".
    if (next !== undefined && /^(?:or|–|-)$/.test(next.lower)) continue;
    if (next?.lower === 'and' && !isVerbal(items[end + 1])) continue;
    if (
      next?.text === ',' &&
      /^(?:NOUN|PROPN|NUM)$/.test(items[end + 1]?.pos ?? '') &&
      items.slice(end, words).some(({ lower }) => lower === 'and' || lower === 'or')
    )
      continue;
    const isFronted = at === 0;
    const verb = isFronted ? firstFinite(statement) : eventOf(statement, at);
    if (
      verb === null ||
      (isFronted && (!LOCAL.has(preposition) || next?.text !== ',' || eventOf(statement, verb.end) !== verb))
    )
      continue;
    const clause = scope.slice(isFronted ? 0 : clauseStart(scope, verb.start), clauseEnd(scope, end));
    if (clause.some(({ lower }) => takesBack(lower) || isQuantifier(lower))) continue;
    // A figure holds only for its time and place: "closed 40 shops in Norway".
    const hasFigure = scope.some(
      (item, i) => (i < at || i >= end) && item.kind === 'quantity' && item.quantity!.dimension !== 'clock',
    );
    if (hasFigure && isPrepositional) continue;
    const isDated = items.slice(at, end).some(({ kind, key }) => kind === 'date' || PART_OF_TIME.test(key));
    if (isPrepositional && !isRole && !isDated && (isUnreal(items, at, end) || narrows(statement, verb, at, end)))
      continue;
    found.push({ start: at, end: next?.text === ',' && isFronted ? end + 1 : end });
  }
  return found;
}

/** A comparison with an earlier figure at the end: ", after 47,500 in the year before". */
function figureBefore(statement: Statement, at: number, words: number): { start: number; end: number } | null {
  const { items } = statement;
  const rest = items.slice(at, words);
  const isFigure =
    items[at - 1]?.text === ',' &&
    rest[0]!.lower === 'after' &&
    rest[1]?.quantity?.dimension === 'count' &&
    rest[2]?.lower === 'in' &&
    /^(?:before|earlier)$/.test(rest.at(-1)!.lower);
  if (!isFigure || rest.some(({ text, lower }) => text === ',' || /^(?:and|or)$/.test(lower) || takesBack(lower)))
    return null;
  const isPlain = !items.slice(0, at).some(({ lower }) => takesBack(lower) || isQuantifier(lower));
  return isPlain && eventOf(statement, at) !== null ? { start: at - 1, end: words } : null;
}

/** Whether the phrase says what a figure includes or excludes: "after £9m of grants", "after £2m was added". */
function isOffset(rest: readonly Item[]): boolean {
  return /^(?:after|before)$/.test(rest[0]!.lower) && rest.some(({ kind }) => kind === 'quantity');
}

function isVerbal(item: Item | undefined): boolean {
  return item?.pos === 'VERB' || item?.pos === 'AUX';
}

function clauseStart(items: readonly Item[], verb: number): number {
  for (let at = verb; at > 0; at--)
    if (/^[;:]$/.test(items[at]!.text) || /^(?:who|which)$/.test(items[at]!.lower)) return at;
    else if (items[at]!.lower === 'and' && at === verb - 1) return at;
  return 0;
}

function clauseEnd(items: readonly Item[], from: number): number {
  const at = items.findIndex(
    ({ text, lower }, i) =>
      i >= from &&
      (/^[;:]$/.test(text) || (text === ',' && /^(?:who|which)$/.test(items[i + 1]?.lower ?? '')) || lower === 'and'),
  );
  return at < 0 ? items.length : at;
}

function firstFinite({ groups }: Statement): VerbGroup | null {
  return groups.find(({ isTensed }) => isTensed) ?? null;
}

const CLAUSAL = /^(?:after|when|while|because|as|since|before)$/;

/** Clauses at the end that say when or why a past event happened: "… *after a lorry struck a pier*". */
export function eventClauses(statement: Statement): { start: number; end: number }[] {
  const { items, groups } = statement;
  const words = endBeforeFinalMark(items);
  const found: { start: number; end: number }[] = [];
  for (let at = 1; at < words; at++) {
    if (!CLAUSAL.test(items[at]!.lower)) continue;
    const main = groups.findLast(({ isTensed, end }) => isTensed && end <= at);
    const inner = groups.filter(({ isTensed, start }) => isTensed && start > at);
    const isPast =
      main !== undefined &&
      !main.isNegated &&
      (main.tense === 'past' || main.isPerfect) &&
      !isStative(items[main.head]!.key);
    if (!isPast || inner.length !== 1 || inner[0]!.tense !== 'past' || inner[0]!.start === at + 1) continue;
    const scope = items.slice(0, words);
    if (isOffset(items.slice(at, words))) continue;
    // Rejected: "as Noll claimed", "as legend had it".
    const said = items[inner[0]!.head]!.key;
    if (REPORTING_LEMMAS.has(said) || (items[at]!.lower === 'as' && said === 'have')) continue;
    if (scope.some(({ lower }, i) => (i < at || i > at) && (takesBack(lower) || isQuantifier(lower)))) continue;
    found.push({ start: items[at - 1]!.text === ',' ? at - 1 : at, end: words });
  }
  return found;
}

/** Purposes at the end, behind the object: "set up Fairlead *to tell ships how fast to sail*". */
export function purposes(statement: Statement): { start: number; end: number }[] {
  const { items } = statement;
  const words = endBeforeFinalMark(items);
  const found: { start: number; end: number }[] = [];
  for (let at = 2; at < words - 1; at++) {
    const isThat = items[at]!.lower === 'so' && items[at + 1]?.lower === 'that';
    const isInfinitive = items[at]!.lower === 'to' && items[at + 1]!.pos === 'VERB' && items[at + 1]!.tense === null;
    // Rejected: "…, to hear Noll tell it".
    if ((!isThat && !isInfinitive) || items[at - 1]!.text === ',') continue;
    const verb = eventOf(statement, at);
    if (verb === null || at <= verb.end || INTENDS.has(items[verb.head]!.key)) continue;
    // Accepted in the passive: "was set up to produce dynamos". Rejected: "was used to cut", "was said to leave".
    if (
      verb.isPassive &&
      !/^(?:found|establish|build|construct|erect|form|set|open|launch)$/.test(items[verb.head]!.key)
    )
      continue;
    const scope = items.slice(0, at);
    if (scope.some(({ lower }) => takesBack(lower) || isQuantifier(lower))) continue;
    if (items.slice(at, words).some(({ text, lower }) => text === ';' || lower === 'but')) continue;
    found.push({ start: at, end: words });
  }
  return found;
}

/** Verbs whose infinitive is a complement and not a purpose, even behind an object. */
const INTENDS = new Set(
  'ask order tell urge allow force require enable cause agree decide vote offer need get lead persuade invite'.split(
    ' ',
  ),
);
