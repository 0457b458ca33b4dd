/** Writes PDFs that are too large or too odd to be stored as files. Independent of the code that reads PDFs. */
import { deflateSync } from 'node:zlib';

/** A PDF with these deflated streams as the contents of its pages. */
export function pdfOf(contents: readonly Buffer[]): Buffer {
  const kids = contents.map((_, page) => `${3 + 2 * page} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`),
  ];
  for (const [page, content] of contents.entries()) {
    const font = '<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
    const head = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 700]/Resources${font}/Contents ${4 + 2 * page} 0 R>>`;
    objects.push(Buffer.from(head));
    const stream = [`<</Length ${content.length}/Filter/FlateDecode>>stream\n`, content, '\nendstream'];
    objects.push(Buffer.concat(stream.map((part) => Buffer.from(part))));
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [number, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${number + 1} 0 obj`), object, Buffer.from('endobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\n`;
  return Buffer.concat([...parts, Buffer.from(`${end}startxref\n${length}\n%%EOF`)]);
}

/** A page of 20 KB whose five million operators draw nothing, and take many seconds to read. */
export function costlyPage(): Buffer {
  return deflateSync(Buffer.from('0 g '.repeat(5_000_000)), { level: 9 });
}

/** A page with these lines, one below the other; an empty one ends a paragraph. No parentheses in them. */
export function pageOf(lines: readonly string[]): Buffer {
  return deflateSync(
    Buffer.from(`BT /F 10 Tf 12 TL 40 660 Td ${lines.map((line) => `(${line}) Tj T*`).join('\n')} ET`),
  );
}

const TOWNS = [
  'Halvik',
  'Sandvik',
  'Tornes',
  'Eldhavn',
  'Brenstad',
  'Kirwick',
  'Dunford',
  'Ashborg',
  'Selje',
  'Mandal',
];
const THINGS = ['harbour', 'ferry', 'bridge', 'lighthouse', 'railway', 'market', 'school', 'library', 'canal'];
const ENDS = [
  'by the council after a long dispute',
  'at a cost of forty million crowns',
  'although the winter had been severe',
  'because the old one had burned down',
  'with stone from the northern quarry',
  'under the direction of the engineer Ragna Holt',
  'and carried two million passengers within ten years',
];
const SENTENCES_OF_PAGE = 32;
const SENTENCES_OF_PARAGRAPH = 4;
const LINE = 90;

/** A report with this number of pages of about 2,600 characters; its n-th page (from 1) is about building n. */
export function longReport(pages: number): Buffer {
  return pdfOf(Array.from({ length: pages }, (_, page) => pageOf(linesOf(page))));
}

function linesOf(page: number): string[] {
  const sentences = Array.from({ length: SENTENCES_OF_PAGE }, (_, i) => {
    const n = page * SENTENCES_OF_PAGE + i;
    const what = i === 0 ? `Building ${page + 1}` : `The ${THINGS[n % THINGS.length]}`;
    return `${what} of ${TOWNS[n % TOWNS.length]} was built in ${1500 + (n % 500)} ${ENDS[n % ENDS.length]}.`;
  });
  const lines: string[] = [];
  for (let from = 0; from < sentences.length; from += SENTENCES_OF_PARAGRAPH) {
    const paragraph = sentences.slice(from, from + SENTENCES_OF_PARAGRAPH).join(' ');
    lines.push(...(paragraph.match(new RegExp(`.{1,${LINE}}(?: |$)`, 'g')) ?? []).map((line) => line.trim()), '');
  }
  return lines;
}
