/** The reader's processes, with malicious files. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateRawSync, deflateSync } from 'node:zlib';
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import type { DocumentReader } from '#contracts/ports/document-reader.ts';
import { createDocumentReader } from '#platform/documents/document-reader.ts';
import { fixture } from '#test/support/documents.ts';
import { costlyPage, pageOf, pdfOf } from '#test/support/pdf.ts';

const reader = createDocumentReader();
after(() => reader.close());

const { signal } = new AbortController();
async function* once(content: Buffer) {
  yield content;
}
const read = (kind: DocumentKind, content: Buffer, by = reader) =>
  by.read(kind, once(content), { organization_id: 'org_1', signal });

const textPage = (text: string) => pageOf([text]);

/** A ZIP archive of deflated parts. Readers that look at the directory alone need no checksums. */
function zip(files: Record<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, head, place.subarray(0, 14), Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end]);
}

test('pages begin where page_starts says, over 300 pages', async () => {
  const pages = Array.from({ length: 300 }, (_, n) => textPage(`Station ${n + 1} was built in ${1500 + n}.`));
  const { text, page_starts } = await read('pdf', pdfOf(pages));
  assert.equal(page_starts.length, 300);
  for (const page of [0, 1, 150, 299]) {
    assert.ok(text.slice(page_starts[page]).startsWith(`Station ${page + 1} was built`));
  }
});

test('more than 500 pages are refused', async () => {
  const pages = Array.from({ length: 501 }, () => textPage('Iron is a metal.'));
  await assert.rejects(read('pdf', pdfOf(pages)), { code: 'page_limit_exceeded' });
});

test('a page that unpacks to half a gigabyte only ends its own process', async () => {
  const bomb = deflateSync(Buffer.alloc(500 * 1024 * 1024, '0 '), { level: 1 });
  const harmless = read('pdf', fixture('two-columns.pdf'));
  const small = createDocumentReader({ mostMemory: 300 * 1024 * 1024 });
  await assert.rejects(read('pdf', pdfOf([bomb]), small), { code: 'decompression_limit_exceeded' });
  assert.match((await harmless).text, /742 metres/);
});

test('a DOCX with too large parts is refused by its directory', async () => {
  const bomb = zip({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'word/document.xml': Buffer.alloc(80_000_000, ' '),
  });
  await assert.rejects(read('docx', bomb), { code: 'decompression_limit_exceeded' });
  await assert.rejects(read('docx', zip({ 'xl/workbook.xml': Buffer.from('<x/>') })), {
    code: 'unsupported_document_type',
  });
});

test('a process that takes too long is killed', async () => {
  const hurried = createDocumentReader({ timeoutMs: 1 });
  await assert.rejects(read('txt', Buffer.from('Iron is a metal.'), hurried), { code: 'parse_timeout' });
});

test('a reader may allow one document less time than others', async () => {
  const options = { organization_id: 'org_1', signal, timeout_ms: 1 };
  await assert.rejects(reader.read('txt', once(Buffer.from('Iron is a metal.')), options), { code: 'parse_timeout' });
});

test('a document that takes too much processor time is killed, for good', async () => {
  const strict = createDocumentReader({ processorMs: 500, timeoutMs: 600_000 });
  await assert.rejects(read('pdf', pdfOf([costlyPage()]), strict), { code: 'parse_timeout', isFinal: true });
});

/** Begins to read `count` files of an organization that never end; the returned function stops them. */
function readingForEver(by: DocumentReader, count: number, organization_id: string) {
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  async function* endless() {
    yield Buffer.from('%PDF');
    await stopped;
  }
  const reading = Array.from({ length: count }, () =>
    by.read('pdf', endless(), { organization_id, signal: stopping.signal }).catch(() => {}),
  );
  return async () => {
    stopping.abort(new Error('stopped'));
    await Promise.all(reading);
    await by.close();
  };
}

test('documents that take long leave a process to other organizations', async () => {
  const shared = createDocumentReader({ processes: 2 });
  const stop = readingForEver(shared, 3, 'org_2');
  try {
    assert.match((await read('pdf', fixture('two-columns.pdf'), shared)).text, /742 metres/);
  } finally {
    await stop();
  }
});

test('texts are read while all processes for other documents are taken', async () => {
  const shared = createDocumentReader({ processes: 1 });
  const stop = readingForEver(shared, 2, 'org_1');
  try {
    for (const kind of ['txt', 'md', 'html'] as const) {
      assert.match((await read(kind, Buffer.from('Iron is a metal.'), shared)).text, /metal/);
    }
  } finally {
    await stop();
  }
});

test('an aborted reading ends', async () => {
  const stopping = new AbortController();
  const options = { organization_id: 'org_1', signal: stopping.signal };
  const reading = reader.read('pdf', once(fixture('two-columns.pdf')), options);
  stopping.abort(new Error('stopped'));
  await assert.rejects(reading, /stopped/);
});

test('text from right to left is read in its order', async () => {
  const { text } = await read('pdf', fixture('right-to-left.pdf'));
  assert.match(text, /ירושלים היא עיר עתיקה\. בשנת 2020 חיו בה 936,000 תושבים\.\n/);
  assert.match(text, /Cairo is the capital of Egypt\./);
});

test('titles and numbers of lists in a DOCX are kept as its readers see them', async () => {
  const { text } = await read('docx', fixture('lists.docx'));
  assert.deepEqual(text.split('\n\n').slice(0, -1), [
    '# Harbour rules',
    '## In force since 1931',
    '# Article I Berths',
    '## 1.1 Of the pilots',
    '1. The pilot comes aboard at noon.',
    '2. The fee is 40 crowns.',
    'a) Fishing boats pay half.',
    'b) Row boats pay nothing.',
    '(i) Nor do rafts.',
    'The council met in 1931.',
    '3. The harbour closes at ten.',
    'a) Lamps are lit at six.',
    '7. A new list of its own begins.',
    '8. It goes on.',
    '# Article II Fines',
    '## 2.1 Of the crews',
    '1. The style says that this is numbered.',
    '2. And this.',
    '- A bullet stays a bullet.',
  ]);
});

test('a footnote of a DOCX is a paragraph after the text, with its mark', async () => {
  const { text } = await read('docx', fixture('report.docx'));
  assert.match(text, /\n\n\[1\] Children under four years are not counted\.$/);
  assert.match(text, /^# Annual report of the Norrland ferry line\n/);
});

test('Chinese, Japanese and Korean are read without a mapping to Unicode', async () => {
  const { text, page_starts } = await read('pdf', fixture('east-asian.pdf'));
  assert.deepEqual(text.split('\n\n'), [
    '长江是亚洲第一长河，全长约6300公里，发源于青藏高原。',
    '武汉长江大桥于1957年建成通车。',
    '玉山是臺灣最高的山，海拔3952公尺。',
    '富士山は日本で最も高い山で、標高は3776メートルである。',
    '東京タワーは1958年に完成した。',
    '한라산은 제주도에 있는 산으로 높이는 1947미터이다.',
    '琵琶湖は日本で最も大きな湖である。',
  ]);
  assert.equal(page_starts.length, 5);
});

test('tables, lists and notes of a report are kept, from Word and from PDF', async () => {
  for (const [kind, name] of [
    ['docx', 'report.docx'],
    ['pdf', 'report-libreoffice.pdf'],
  ] as const) {
    const { text } = await read(kind, fixture(name));
    assert.match(text, /\| Ferry \| Built \| Passengers \|\n\|---\|---\|---\|\n\| Astrid \| 1987 \| 310 \|/, name);
    assert.match(text, /[-•] The route to Selje carried 610,000 passengers\./, name);
    assert.match(text, /1\.9 million passengers\. Traffic grew/, name);
  }
});
