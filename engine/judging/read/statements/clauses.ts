/** Derives statements from the relative clauses of a sentence and from the participles beside its subject. */
import { insertedParticiples } from '../../decide/asides.ts';
import { takesBack } from '../../decide/words.ts';
import { type Statement, statementOf } from '../sentence.ts';
import { copula, PREPOSED, phraseBefore } from './phrases.ts';

/**
 * Statements of non-restrictive relative clauses: "…, who is ill, …", "…, which kills the yeast." The subject is the phrase right
 * before the comma.
 */
export function relatives({ items, groups }: Statement): Statement[] {
  const found: Statement[] = [];
  for (let at = 1; at < items.length - 2; at++) {
    if (items[at]!.text !== ',' || !/^(?:who|which)$/.test(items[at + 1]!.lower)) continue;
    const verb = groups.find(({ start, isTensed }) => isTensed && start === at + 2);
    const start = phraseBefore(items, at);
    if (verb === undefined || start === at) continue;
    // Skip "The wife of the manager, who …", where "who" is ambiguous.
    if (PREPOSED.test(items[start - 1]?.lower ?? '') || takesBack(items[start - 1]?.lower ?? '')) continue;
    const close = items.findIndex(({ text }, i) => i > verb.end && /^[,;]$/.test(text));
    // Skip what is restricted later: ", which may be used, unless …"
    if (close >= 0 && takesBack(items[close + 1]?.lower ?? '') && items[close + 1]!.lower !== 'not') continue;
    const body = items.slice(at + 2, close < 0 ? items.length : close);
    found.push(statementOf([...items.slice(start, at), ...body], 'relative_statement'));
  }
  return found;
}

/** Statements of introductory participles: "Built in 1788 by Josiah Garth, the mill …". The subject is the one that follows. */
export function frontedParticiples({ items, groups }: Statement): Statement[] {
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

/** Statements of participles between commas behind the subject: ", designed by Barlow,". */
export function inserted(statement: Statement): Statement[] {
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
