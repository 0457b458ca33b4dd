/** Derives statements from the names in a sentence: what somebody or something is, and what else they are called. */
import type { Item } from '#engine/syntax/items.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isPlainPerson } from '../../align/kinds.ts';
import { bareTitles, descriptions } from '../../decide/nominals.ts';
import { type Statement, statementOf } from '../sentence.ts';
import { copula, isNameRun, isSmall, nameEnd, PREPOSED, phraseBefore, takesNothingBack } from './phrases.ts';

/** The tense of the sentence, used for the statement of an apposition. */
function isTold({ groups }: Statement): 'present' | 'past' {
  return groups.find(({ isTensed }) => isTensed)?.tense === 'past' ? 'past' : 'present';
}

/** Statements of appositions: "Petra Lind, the poet, …" and "the poet, Petra Lind, …" state that Petra Lind is the poet. */
export function appositives(statement: Statement): Statement[] {
  const { items } = statement;
  const found: Statement[] = [];
  for (let at = 1; at < items.length - 2; at++) {
    if (items[at]!.text !== ',') continue;
    const close = items.findIndex(({ text }, i) => i > at && /^[,.;]$/.test(text));
    const behind = items.slice(at + 1, close < 0 ? items.length : close);
    const start = phraseBefore(items, at);
    const before = items.slice(start, at);
    // Skip lists, which look like appositions.
    if (behind.length === 0 || before.length === 0 || /^(?:and|or)$/.test(items[close + 1]?.lower ?? '')) continue;
    if (
      PREPOSED.test(items[start - 1]?.lower ?? '') &&
      items[start - 1]!.lower !== 'by' &&
      items[start - 1]!.lower !== 'of'
    )
      continue;
    if (items.slice(0, start).some(({ text }) => text === ',') || !takesNothingBack(behind)) continue;
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

/**
 * Statements of descriptions before a name: "the Austrian botanist Friedrich Welwitsch" and "by Austrian botanist Friedrich
 * Welwitsch" state that he was an Austrian botanist.
 */
export function described(statement: Statement): Statement[] {
  const { items } = statement;
  // Bare descriptions count only behind "by": in "by singer Ada Noll", she is real. In "the novel about detective Noll", he may
  // be invented.
  const bare = bareTitles(statement).filter(
    ({ start, end }) => items[start - 1]!.lower === 'by' && isPlainPerson(items.slice(start, end)),
  );
  return [...descriptions(statement), ...bare].flatMap(({ start, end }) => {
    const run = nameEnd(items, end);
    if (start === end) return [];
    const be = copula(items[end]!, 'open');
    const [first, ...rest] = items.slice(start, end);
    return [statementOf([...items.slice(end, run), be, { ...first!, article: 'a' }, ...rest], 'description_statement')];
  });
}

/** Words that may introduce another name of the same thing. Others are rejected, e.g. "a rival of the singer known as …". */
const NAMING =
  /^(?:better|best|also|more|commonly|widely|professionally|simply|originally|formerly|known|by|his|her|its|their|stage|pen|ring|birth)$/;

/** The end of the brackets that begin at `at`. `at` itself if none begin there. */
function bracketsEnd(items: readonly Item[], at: number): number {
  if (items[at]?.text !== '(') return at;
  return items.findIndex(({ text }, i) => i > at && text === ')') + 1 || at;
}

/** The end of a name that may contain small words such as "de" or "van". */
function endOfJoined(items: readonly Item[], at: number): number {
  let end = nameEnd(items, at);
  for (let next = end; end > at && isSmall(items[next]?.lower ?? ''); ) {
    while (isSmall(items[next]?.lower ?? '')) next++;
    if (items[next]?.isName !== true) break;
    next = nameEnd(items, next);
    end = next;
  }
  return end;
}

/**
 * Statements under another name of the subject: "The Public Broadcasting Service (PBS) is …", "…, better known as Jonah Hill, is
 * …".
 */
export function renamed({ items, groups }: Statement): Statement[] {
  const verb = groups.find(({ isTensed, head }) => isTensed && items[head]!.key === 'be');
  if (verb === undefined) return [];
  const found: Statement[] = [];
  const rest = items.slice(verb.start);
  // The acronym must be that of the subject's own name. Rejected: "a rival of the Broadcasting Corporation (BBC)".
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
        // "Known by her stage name Lo" is clear. In ", her stage name Lo,", it is unclear whose name it is.
        (lower === 'name' &&
          /^(?:stage|pen|ring|birth)$/.test(items[at - 1]?.lower ?? '') &&
          items.slice(at - 3, at - 1).some((item) => item.lower === 'by'))),
  );
  // A surname may be tagged as a verb: "Ada Moor".
  const given = endOfJoined(items, first);
  const named = given > first && startsWithCapital(items[given]?.text ?? '') ? given + 1 : given;
  const dates = bracketsEnd(items, named);
  const naming = items[dates]?.text === ',' ? dates + 1 : dates;
  if (as > naming && named > first && items.slice(naming, as).every(({ lower }) => NAMING.test(lower))) {
    const end = nameEnd(items, as + 1);
    const close = bracketsEnd(items, end);
    const isWhole = naming > dates ? items[close]?.text === ',' : close === verb.start;
    // Brackets behind the other name are kept: "…, known as Quill, (born 8 May 1979) is …"
    const behind = items.slice(close + 1, bracketsEnd(items, close + 1));
    const row = [...items.slice(as + 1, end), ...items.slice(named, dates), ...behind, ...rest];
    if (end > as + 1 && isWhole) found.push(statementOf(row, 'alias_statement'));
  }
  return found;
}
