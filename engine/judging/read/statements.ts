/**
 * The statements that a sentence makes besides the one that it is: of a relative clause, an apposition, a participle behind what
 * something is, and life dates. Each is written out as a row of items, so that a claim is held against it as against a sentence.
 */

import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import { isPersonNoun } from '#engine/text/class-nouns.ts';
import { insertedParticiples } from '../decide/asides.ts';
import { descriptions } from '../decide/nominals.ts';
import { takesBack } from '../decide/words.ts';
import { type Statement, statementOf } from './sentence.ts';

function isNounLike({ pos, kind }: Item): boolean {
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'ADJ' || pos === 'NUM' || kind !== 'word';
}

/** First item of the noun phrase that ends before `end`. */
function phraseBefore(items: readonly Item[], end: number): number {
  let start = end;
  while (start > 0 && isNounLike(items[start - 1]!) && items[start - 1]!.kind !== 'mark') {
    start--;
    if (items[start]!.article !== null) break;
  }
  return start;
}

function word(model: Item, lower: string, key: string, pos: Item['pos'], tense: Item['tense']): Item {
  return {
    ...model,
    kind: 'word',
    key,
    lower,
    text: lower,
    pos,
    tense,
    isPlural: false,
    isName: false,
    article: null,
    date: null,
    quantity: null,
  };
}

/** The "is" or "was" that a phrase without a verb leaves out. */
function copula(model: Item, tense: 'past' | 'open'): Item {
  return word(model, tense === 'past' ? 'was' : 'be', 'be', 'AUX', tense);
}

function plain(items: readonly Item[]): boolean {
  return !items.some(({ lower }) => takesBack(lower));
}

const PREPOSED = /^(?:of|for|with|from|by|to|in|at|on|between|and|or|,)$/;

/** "…, who is ill, …" and "…, which kills the yeast.": said of the phrase right before the comma. */
function relatives({ items, groups }: Statement): Statement[] {
  const found: Statement[] = [];
  for (let at = 1; at < items.length - 2; at++) {
    if (items[at]!.text !== ',' || !/^(?:who|which)$/.test(items[at + 1]!.lower)) continue;
    const verb = groups.find(({ start, isTensed }) => isTensed && start === at + 2);
    const start = phraseBefore(items, at);
    if (verb === undefined || start === at) continue;
    // "The wife of the manager, who …": of whom it is said stays open.
    if (PREPOSED.test(items[start - 1]?.lower ?? '') || takesBack(items[start - 1]?.lower ?? '')) continue;
    const close = items.findIndex(({ text }, i) => i > verb.end && /^[,;]$/.test(text));
    // ", which may be used, unless …"
    if (close >= 0 && takesBack(items[close + 1]?.lower ?? '') && items[close + 1]!.lower !== 'not') continue;
    const body = items.slice(at + 2, close < 0 ? items.length : close);
    found.push(statementOf([...items.slice(start, at), ...body], 'relative_statement'));
  }
  return found;
}

/** "Hot water, whose mark is on the base,": "the mark of …". */
function possessiveRelatives({ items, groups }: Statement): Statement[] {
  const found: Statement[] = [];
  for (let at = 1; at < items.length - 3; at++) {
    if (items[at]!.text !== ',' || items[at + 1]!.lower !== 'whose') continue;
    const verb = groups.find(({ start, isTensed }) => isTensed && start > at + 2);
    const start = phraseBefore(items, at);
    if (verb === undefined || start === at || verb.start - at > 5 || !isNameRun(items.slice(start, at))) continue;
    const close = items.findIndex(({ text }, i) => i > verb.end && /^[,;.]$/.test(text));
    if (close >= 0 && takesBack(items[close + 1]?.lower ?? '')) continue;
    const of = word(items[start]!, 'of', 'of', 'ADP', null);
    const body = items.slice(verb.start, close < 0 ? items.length : close);
    found.push(
      statementOf([...items.slice(at + 2, verb.start), of, ...items.slice(start, at), ...body], 'relative_statement'),
    );
  }
  return found;
}

/** "Built in 1788 by Josiah Garth, the mill …": said of the subject behind. */
function frontedParticiples({ items, groups }: Statement): Statement[] {
  const verb = items[0];
  if (verb === undefined || verb.pos !== 'VERB' || (verb.tense !== 'past' && verb.tense !== 'participle')) return [];
  const close = items.findIndex(({ text }) => text === ',');
  const main = groups.find(
    ({ isTensed, start }) =>
      isTensed &&
      start > close &&
      items.slice(close, start).every(({ pos, text }) => pos !== 'VERB' && pos !== 'AUX' && text !== ';'),
  );
  const open = main === undefined ? -1 : items.findLastIndex(({ text }, at) => text === ',' && at < main.start);
  if (close < 0 || main === undefined || open < 0 || main.start - open > 6) return [];
  const subject = items.slice(open + 1, main.start);
  return [statementOf([...subject, copula(verb, 'open'), ...items.slice(0, close)], 'modifier_statement')];
}

/** Whether the sentence is told in the past, for the tense of an apposition. */
function isTold({ groups }: Statement): 'present' | 'past' {
  return groups.find(({ isTensed }) => isTensed)?.tense === 'past' ? 'past' : 'present';
}

function isNameRun(items: readonly Item[]): boolean {
  return items.length > 0 && items.every(({ isName, text }) => isName || text === '"');
}

/** "Petra Lind, the poet, …" and "the poet, Petra Lind, …" */
function appositives(statement: Statement): Statement[] {
  const { items } = statement;
  const found: Statement[] = [];
  for (let at = 1; at < items.length - 2; at++) {
    if (items[at]!.text !== ',') continue;
    const close = items.findIndex(({ text }, i) => i > at && /^[,.;]$/.test(text));
    const behind = items.slice(at + 1, close < 0 ? items.length : close);
    const start = phraseBefore(items, at);
    const before = items.slice(start, at);
    // A list, and not an apposition.
    if (behind.length === 0 || before.length === 0 || /^(?:and|or)$/.test(items[close + 1]?.lower ?? '')) continue;
    if (
      PREPOSED.test(items[start - 1]?.lower ?? '') &&
      items[start - 1]!.lower !== 'by' &&
      items[start - 1]!.lower !== 'of'
    )
      continue;
    if (items.slice(0, start).some(({ text }) => text === ',') || !plain(behind)) continue;
    const hasVerb = behind.some(({ pos }) => pos === 'VERB' || pos === 'AUX' || pos === 'PRON' || pos === 'CCONJ');
    if (hasVerb) continue;
    const [name, description] = isNameRun(before) ? [before, behind] : [behind, before];
    if (!isNameRun(name) || description[0]!.article === null || isNameRun(description)) continue;
    const be = { ...copula(name[0]!, 'past'), tense: isTold(statement) };
    found.push(
      statementOf(
        [...name, { ...be, lower: be.tense === 'past' ? 'was' : 'is' }, ...description],
        'apposition_statement',
      ),
    );
  }
  return found;
}

/** "The Austrian botanist Friedrich Welwitsch": he was one. */
function described(statement: Statement): Statement[] {
  const { items } = statement;
  return descriptions(statement).flatMap(({ start, end }) => {
    const run = nameEnd(items, end);
    if (items[start]!.article !== 'the' || start === end) return [];
    const be = copula(items[end]!, 'open');
    const [first, ...rest] = items.slice(start, end);
    return [statementOf([...items.slice(end, run), be, { ...first!, article: 'a' }, ...rest], 'description_statement')];
  });
}

function nameEnd(items: readonly Item[], at: number): number {
  let end = at;
  while (items[end]?.isName) end++;
  return end;
}

/** ", designed by Barlow," behind the subject. */
function inserted(statement: Statement): Statement[] {
  const { items } = statement;
  return insertedParticiples(statement).flatMap(({ start, end }) => {
    const verb = items[start + 1]!;
    if (verb.tense !== 'past' && verb.tense !== 'participle') return [];
    return [
      statementOf(
        [...items.slice(0, start), copula(verb, 'open'), ...items.slice(start + 1, end - 1)],
        'modifier_statement',
      ),
    ];
  });
}

/** What leads to another name; not "a rival of the singer known as …". */
const NAMING =
  /^(?:better|best|also|more|commonly|widely|professionally|simply|originally|formerly|known|by|his|her|its|their|stage|pen|ring|birth)$/;

/** "The Public Broadcasting Service (PBS) is …", "…, better known as Jonah Hill, is …": the same said of the other name. */
function renamed({ items, groups }: Statement): Statement[] {
  const verb = groups.find(({ isTensed, head }) => isTensed && items[head]!.key === 'be');
  if (verb === undefined) return [];
  const found: Statement[] = [];
  const rest = items.slice(verb.start);
  // Of the subject's name alone: "a rival of the Broadcasting Corporation (BBC)" is not the BBC.
  const first = items[0]?.lower === 'the' ? 1 : 0;
  const open = items.findIndex(({ text }) => text === '(');
  const isOfName =
    items.slice(first, open).every(({ isName, lower }) => isName || /^(?:of|and|for|the|&)$/.test(lower)) &&
    items
      .slice(first, open)
      .map(({ isName, text }) => (isName ? text[0] : ''))
      .join('') === items[open + 1]?.text;
  if (
    open > first &&
    open < verb.start &&
    isOfName &&
    items[open + 2]?.text === ')' &&
    /^\p{Lu}{2,}$/u.test(items[open + 1]!.text)
  ) {
    found.push(statementOf([items[open + 1]!, ...rest], 'alias_statement'));
  }
  const as = items.findIndex(
    ({ lower }, at) =>
      at < verb.start &&
      ((lower === 'as' && /^(?:known|professionally|simply)$/.test(items[at - 1]?.lower ?? '')) ||
        // "Known by her stage name"; in ", her stage name Lo," it stays open whose.
        (lower === 'name' &&
          /^(?:stage|pen|ring|birth)$/.test(items[at - 1]?.lower ?? '') &&
          items.slice(at - 3, at - 1).some((item) => item.lower === 'by'))),
  );
  const comma = items.findLastIndex(({ text }, at) => at < as && text === ',');
  const named = nameEnd(items, first);
  const isOwn = named > first && !items.slice(named, comma).some(({ isName }) => isName);
  if (comma > 0 && isOwn && items.slice(comma + 1, as).every(({ lower }) => NAMING.test(lower))) {
    const end = nameEnd(items, as + 1);
    if (end > as + 1 && items[end]?.text === ',')
      found.push(statementOf([...items.slice(as + 1, end), ...rest], 'alias_statement'));
  }
  return found;
}

/** The affirmed "is" or "was" whose complement is a nominal. */
function copulaOf({ items, groups }: Statement): VerbGroup | null {
  const verb = groups.find(({ isTensed }) => isTensed) ?? null;
  if (verb === null || verb.isNegated || verb.head !== verb.start || items[verb.head]!.key !== 'be') return null;
  return items[verb.end]?.article === null ? null : verb;
}

/** "Is a film directed by Lo and starring Ray", "is a play that opened in 1962". */
function modifiers(statement: Statement): Statement[] {
  const { items, groups } = statement;
  const main = copulaOf(statement);
  if (main === null || !plain(items)) return [];
  const subject = items.slice(0, main.start);
  let head = main.end;
  while (head < items.length && (isNounLike(items[head]!) || /^(?:,|and)$/.test(items[head]!.lower))) head++;
  const starts = groups.filter(({ start }) => start > main.end);
  const found: Statement[] = [];
  // "A play by Ada Noll that …": a play, and no person, is "that".
  const author = items[head]?.lower === 'by' ? nameEnd(items, head + 1) : head;
  if (/^(?:that|which)$/.test(items[author]?.lower ?? '')) head = author;
  // "A member of the team that discovered it": the team did.
  const opening = starts[0];
  if (opening === undefined || opening.start > head + 1) return [];
  for (const group of starts) {
    const verb = items[group.start]!;
    const before = items[group.start - 1]!;
    // "A film by Ada Noll born in Kent": it is she.
    if (before.isName) continue;
    const next = starts.find(({ start }) => start > group.end + 1)?.start ?? items.length;
    const ends = new Set([items.length]);
    if (next < items.length) {
      let end = next;
      while (end > group.end && /^(?:and|,|who|which|that)$/.test(items[end - 1]!.lower)) end--;
      // "Directed by Lo based on …": said of the same, or of nothing that a name is.
      if (end > group.end && (end < next || items[end - 1]!.isName)) ends.add(end);
    }
    for (const end of ends) {
      const rest = items.slice(group.start + 1, end);
      const add = (...verbs: Item[]) => found.push(statementOf([...subject, ...verbs, ...rest], 'modifier_statement'));
      if (/^(?:who|which|that)$/.test(before.lower) && group.isTensed) add(verb);
      else if (verb.tense === 'gerund' && group.end === group.start + 1 && rest.length > 0)
        add(word(verb, verb.key, verb.key, 'VERB', 'open'));
      else if (!group.isTensed && (verb.tense === 'past' || verb.tense === 'participle'))
        add(copula(verb, 'open'), verb);
    }
  }
  return found;
}

/** Works that come out once, whose year stands before them. */
const RELEASED = /^(?:film|movie|album|song|single|mixtape|game|soundtrack|documentary|comedy|drama|thriller|musical)$/;

/** "Is a 2004 film": it was released in that year. */
function yearsOfWorks(statement: Statement): Statement[] {
  const { items } = statement;
  const verb = copulaOf(statement);
  const year = verb === null ? undefined : items[verb.end];
  if (verb === null || year?.date == null || !/^\d{4}$/.test(year.text) || !plain(items)) return [];
  let end = verb.end + 1;
  while (end < items.length && isNounLike(items[end]!) && items[end]!.kind !== 'mark') end++;
  const head = items[end - 1]!;
  if (!RELEASED.test(head.lower)) return [];
  // No lemma: a film is released, and not published.
  const released = word(head, 'released', 'released', 'VERB', 'past');
  const row = [...items.slice(0, verb.start), copula(head, 'past'), released, word(head, 'in', 'in', 'ADP', null)];
  return [statementOf([...row, { ...year, article: null }], 'year_statement')];
}

const BORN = 'born';

/** "Sejong (15 May 1397 – 8 April 1450)", "Ortega (born 28 March 1936)". */
function lifeDates({ items }: Statement): Statement[] {
  const open = items.findIndex(({ text }) => text === '(');
  if (open < 1 || !items.slice(0, open).some(({ isName }) => isName)) return [];
  const close = items.findIndex(({ text }, at) => at > open && text === ')');
  const inner = items.slice(open + 1, close < 0 ? open + 1 : close);
  const dates = inner.filter(({ kind }) => kind === 'date');
  const name = items.slice(0, open).filter(({ isName, text }) => isName || text === '"');
  const before = inner.slice(0, Math.max(0, inner.indexOf(dates[0]!)));
  // Nothing else: "(not born 1967)", "(whose daughter was born in 1967)", "(born in Orr, emigrated 1967)".
  const isBorn =
    before[0]?.lower === BORN &&
    before
      .slice(1)
      .every(({ isName, lower, text }) => isName || lower === 'in' || lower === 'on' || /^[,;]$/.test(text));
  // Years alone may be a term of office, and so may dates with a word before them.
  const isLife =
    dates.length === 2 &&
    dates.some(({ date }) => date!.day !== null) &&
    inner.some(({ text }) => /^[-–—|]$/.test(text)) &&
    inner.every(({ kind, text }) => kind === 'date' || /^[-–—|]$/.test(text));
  if (name.length !== open || (!isBorn && !isLife) || (isBorn && dates.length > 1)) return [];
  // Newspapers, festivals and wars have such dates as well.
  if (close < 0 || !items.slice(close + 1).some(({ lower }) => isPersonNoun(lower))) return [];
  const [born, died] = dates;
  if (born === undefined) return [];
  const at = ({ date }: Item) =>
    word(name[0]!, date?.day == null ? 'in' : 'on', date?.day == null ? 'in' : 'on', 'ADP', null);
  const was = copula(name[0]!, 'past');
  const found = [
    statementOf([...name, was, word(name[0]!, BORN, 'bear', 'VERB', 'past'), at(born), born], 'life_dates'),
  ];
  if (isLife && died !== undefined)
    found.push(statementOf([...name, word(name[0]!, 'died', 'die', 'VERB', 'past'), at(died), died], 'life_dates'));
  return found;
}

// A sentence is held against many claims.
const kept = new WeakMap<readonly Item[], readonly Statement[]>();

/** The sentence itself first, then what else it states. */
export function statementsOf(items: readonly Item[]): readonly Statement[] {
  let statements = kept.get(items);
  if (statements === undefined) {
    statements = findStatements(items);
    kept.set(items, statements);
  }
  return statements;
}

function findStatements(items: readonly Item[]): Statement[] {
  const whole = statementOf(items);
  const others = renamed(whole);
  return [
    whole,
    ...others,
    ...others.flatMap(modifiers),
    ...relatives(whole),
    ...possessiveRelatives(whole),
    ...frontedParticiples(whole),
    ...appositives(whole),
    ...modifiers(whole),
    ...described(whole),
    ...inserted(whole),
    ...yearsOfWorks(whole),
    ...lifeDates(whole),
  ];
}
