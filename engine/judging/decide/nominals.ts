/** What stands beside a name, and modifiers of what something is said to be. */
import type { Item } from '#engine/syntax/items.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords } from './clauses.ts';
import { takesBack } from './words.ts';

interface Range {
  start: number;
  end: number;
}

function isName(item: Item | undefined): boolean {
  return item?.isName === true;
}

/** "Sejong (15 May 1397 – 8 April 1450)": brackets behind a name. */
export function parentheses({ items }: Statement): Range[] {
  const found: Range[] = [];
  for (let at = 1; at < items.length; at++) {
    if (items[at]!.text !== '(' || !(isName(items[at - 1]) || items[at - 1]!.text === '"')) continue;
    const close = items.findIndex(({ text }, i) => i > at && text === ')');
    if (close > at && !items.slice(at, close).some(({ lower }) => takesBack(lower))) found.push({ start: at, end: close + 1 });
  }
  return found;
}

/** "Petra Lind, *the poet*, …": between commas, behind a name that begins the statement, without a verb. */
export function appositions({ items }: Statement): Range[] {
  const first = items.findIndex(({ text }) => text === ',');
  if (first < 1 || !items.slice(0, first).every((item) => item.isName || item.text === ')' || item.text === '(' || item.kind === 'date'))
    return [];
  const second = items.findIndex(({ text }, at) => at > first && text === ',');
  if (second < 0 || items[first + 1]!.article === null) return [];
  const inner = items.slice(first + 1, second);
  const isPlain = inner.every(({ pos, lower }) => pos !== 'VERB' && pos !== 'AUX' && pos !== 'PRON' && !takesBack(lower) && lower !== 'and');
  return isPlain ? [{ start: first, end: second + 1 }] : [];
}

const TITLES = new Set([
  ...['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'professor', 'sir', 'dame', 'lord', 'lady', 'president', 'captain', 'judge'],
  ...['mr.', 'mrs.', 'ms.', 'dr.', 'prof.', 'king', 'queen', 'councillor'],
]);

/** "*Dr* Noll". */
export function titles({ items }: Statement): Range[] {
  return items.flatMap(({ lower }, at) => (TITLES.has(lower) && isName(items[at + 1]) ? [{ start: at, end: at + 1 }] : []));
}

/** Where "is a …" begins: the item with the indefinite article, right behind an affirmed "be" that is the whole group. */
export function indefinitePredicates({ items, groups }: Statement): number[] {
  return groups
    .filter(({ isFinite, isNegated, start, head, tense }) => isFinite && !isNegated && head === start && tense !== 'modal')
    .filter(({ head }) => items[head]!.key === 'be')
    .map(({ end }) => end)
    .filter((at) => items[at]?.article === 'a' && items[at]!.pos !== 'NUM');
}

/** The head noun of the phrase that begins at `at`, and the place behind it. */
function headOf(items: readonly Item[], at: number): number {
  let end = at;
  while (end < items.length && (/^(?:NOUN|PROPN|ADJ|NUM)$/.test(items[end]!.pos) || items[end]!.kind === 'date')) end++;
  return end;
}

const RELATIONAL = new Set(['part', 'kind', 'type', 'sort', 'form', 'half', 'third', 'quarter', 'number', 'lack', 'copy', 'replica']);

/** "Is a town *in Kent*", "is a film *directed by Lo*": what narrows the kind leaves it the kind. */
export function kindPostmodifiers(statement: Statement): Range[] {
  const { items } = statement;
  const end = endOfWords(items);
  return indefinitePredicates(statement).flatMap((at) => {
    const behind = headOf(items, at);
    if (behind <= at || behind >= end || RELATIONAL.has(items[behind - 1]!.key)) return [];
    if (items.slice(0, end).some(({ lower }) => takesBack(lower))) return [];
    const { lower, pos, tense } = items[behind]!;
    const opens = pos === 'ADP' || tense === 'past' || tense === 'participle' || tense === 'gerund' || /^(?:who|which|that|where)$/.test(lower);
    return opens ? [{ start: behind, end }] : [];
  });
}

const PRIVATIVE = new Set([
  ...['former', 'alleged', 'fake', 'false', 'deputy', 'assistant', 'vice', 'acting', 'honorary', 'associate', 'future', 'proposed'],
  ...['planned', 'possible', 'potential', 'would-be', 'retired', 'toy', 'model', 'mock', 'virtual', 'so-called', 'suspected'],
  ...['unfinished', 'fictional', 'imaginary', 'quasi', 'non', 'anti', 'ex', 'semi', 'self', 'pseudo', 'near', 'half', 'sub', 'pre', 'prospective'],
]);

/** "Is a *1968 American* film": adjectives, years and nouns before the kind, which stays the kind. */
export function kindPremodifiers(statement: Statement): Range[] {
  const { items } = statement;
  return indefinitePredicates(statement).flatMap((at) => {
    const end = headOf(items, at);
    const found: Range[] = [];
    if (items.slice(at, end).some(({ lower }) => PRIVATIVE.has(lower))) return [];
    for (let i = at; i < end - 1; i++) {
      const { pos, kind, isName: named } = items[i]!;
      if (kind === 'date' || (pos === 'ADJ' && /^\p{Lu}/u.test(items[i]!.text)) || (pos === 'ADJ' && !named)) found.push({ start: i, end: i + 1 });
    }
    return found;
  });
}
