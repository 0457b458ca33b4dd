/** Rows of a table that tell what to do with each thing: "Steroid creams | Do not use for a week" as "Do not use steroid creams for a week". */
import type { Item } from '#engine/syntax/items.ts';
import { analyse } from '#engine/text/nlp.ts';
import { type Analysis, analysisOf } from './sentence.ts';
import type { Table } from './table.ts';

export interface Instruction {
  analysis: Analysis;
  /** The row as it stands. */
  text: string;
}

const HEADS = /^(?:|what to do|what you do|advice|instructions?|action)$/iu;
/** A verb, or the denial of one, and what stands behind it. */
const TOLD = /^((?:do not |don['’]t |never )?(?:carry on|go on|\p{L}+))(?: (.*))?$/iu;

/** True where the verb has no object of its own: "Stop 5 days before the test", "Carry on as usual". */
function lacksObject(rest: readonly Item[]): boolean {
  const [first] = rest;
  return (
    first === undefined ||
    /^(?:ADP|ADV|SCONJ)$/.test(first.pos) ||
    first.quantity?.dimension === 'time' ||
    first.date !== null
  );
}

function written(label: string, cell: string): string[] {
  const [, told, rest = ''] = TOLD.exec(cell.replace(/\.$/u, '')) ?? [];
  if (told === undefined) return [];
  // Alone, a verb is often taken for a noun.
  const base = told.replace(/^(?:do not|don['’]t|never) /iu, '').toLowerCase();
  const verb = analysisOf(analyse(`You must ${base}.`), false).items[2];
  if (verb?.pos !== 'VERB' || verb.lower !== verb.key) return [];
  if (!lacksObject(analysisOf(analyse(rest), true).items)) return [];
  const isIntransitive = told.endsWith(' on');
  const name = label.slice(0, 1).toLowerCase() + label.slice(1);
  const objects = isIntransitive ? [`with ${name}`, `with your ${name}`] : [name, `your ${name}`];
  return objects.map((object) => `${told} ${object} ${rest}`.trim());
}

/** What the tables tell to do with each thing that their first column names. */
export function instructionsIn(tables: readonly Table[]): Instruction[] {
  return tables.flatMap(({ heads, rows }) =>
    rows.flatMap((row) => {
      const [label, cell] = row;
      if (row.length !== 2 || !HEADS.test(heads[1] ?? '')) return [];
      // "Cetirizine, loratadine": each of them; but not "tablets, more than 10 mg a day".
      const labels = /\d/.test(label!) ? [label!] : label!.split(', ');
      const told = labels.flatMap((each) => written(each, cell!));
      return told.map((text) => ({ analysis: analysisOf(analyse(`${text}.`), true), text: row.join(' | ') }));
    }),
  );
}
