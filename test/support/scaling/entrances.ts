/** Where text of others enters: the functions by which it is first looked at, and what they lead to. */
import { Readable } from 'node:stream';
import { defang, isSuspicious } from '#engine/asking/defang.ts';
import { placeOf } from '#engine/asking/quotes.ts';
import { surroundingsIn } from '#engine/judging/model/surroundings.ts';
import { labelledSentences, withdrawalOf } from '#engine/judging/model/withdrawal.ts';
import { createDeidentifier, hideIn } from '#engine/privacy/deidentify.ts';
import { decodeText } from '#engine/retrieval/decode-text.ts';
import { fingerprintOf, isNearIdentical } from '#engine/retrieval/near-duplicates.ts';
import { splitPassages } from '#engine/retrieval/passages.ts';
import { readableText } from '#engine/retrieval/readable.ts';
import { stemsOf } from '#engine/retrieval/words.ts';
import { analyse } from '#engine/text/nlp.ts';
import { unchanged } from '#engine/text/rewritten-text.ts';
import { sentences } from '#engine/text/sentences.ts';
import { JsonScanner } from '#http/json-scanner.ts';
import { readForm } from '#http/multipart.ts';
import { htmlToText } from '#markup/html-to-markdown.ts';
import { textOf } from '#markup/xml.ts';
import { labelParagraphs } from '#platform/documents/docx-labels.ts';
import { ListLabels } from '#platform/documents/docx-numbering.ts';
import { blocksOf, bodySize, linesOf } from '#platform/documents/page-layout.ts';
import { withoutRunningLines } from '#platform/documents/running-lines.ts';
import { cleanText, joinPages } from '#platform/documents/text.ts';
import { jsonIn } from '#platform/models/schema-text.ts';
import { charsetIn } from '#platform/outbound/page-body.ts';
import { parseRobots } from '#platform/outbound/robots-rules.ts';
import { line, paragraphs } from '#platform/web-sources/answers.ts';
import { blocksOfMarkup } from '#platform/web-sources/markup-blocks.ts';
import { readXml } from '#platform/web-sources/xml.ts';

export interface Entrance {
  /** Of the smaller text. The larger one has four times as many. */
  characters: number;
  run(text: string): unknown;
}

const page = (mediaType: 'text/plain', characters: number): Entrance => ({
  characters,
  run: (body) => readableText({ body, mediaType, url: 'https://a.example/' }),
});
const fingerprint = (text: string) => fingerprintOf(stemsOf(text, new Map()));
const CLAIM = 'The station in Velmar has 24 turbines, and was opened by Ada Noll in 1990.';

/** Most of these are refused. */
function readRefused(read: () => unknown): void {
  try {
    read();
  } catch {}
}

async function sendForm(body: string): Promise<void> {
  const request = Object.assign(Readable.from([Buffer.from(body)]), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const readFile = async ({ content }: { content: AsyncIterable<Uint8Array> }) => {
    for await (const _ of content);
  };
  const options = { fileField: 'file', mostFileBytes: Number.POSITIVE_INFINITY, readFile };
  await readForm(request as unknown as Parameters<typeof readForm>[0], options).catch(() => {});
}

const pieces = (text: string) =>
  text.match(/\S+\s*|\s+/g)!.map((each, i) => ({
    text: each,
    x: (i % 10) * 40,
    y: 800 - Math.floor(i / 10) * 12,
    width: 30,
    size: 10,
    rightToLeft: false,
  }));

export const ENTRANCES: Readonly<Record<string, Entrance>> = {
  'de-identification': { characters: 90_000, run: (text) => hideIn(createDeidentifier({ personsIn: null }), text) },
  sentences: { characters: 90_000, run: sentences },
  passages: { characters: 30_000, run: splitPassages },
  'near duplicates': {
    characters: 30_000,
    run: (t) => isNearIdentical(fingerprint(`${t} b not c b`), fingerprint(`${t} b c`)),
  },
  defang: { characters: 30_000, run: (t) => [defang(unchanged(t)), isSuspicious(t)] },
  surroundings: {
    characters: 30_000,
    run: (t) => {
      const s = surroundingsIn(t);
      for (let i = 0; i < 10; i++) s({ start: i * 100, end: i * 100 + 50 });
    },
  },
  'page plain': page('text/plain', 30_000),
  'document html': { characters: 30_000, run: htmlToText },
  'document text': { characters: 30_000, run: (t) => [cleanText(t), joinPages(t.match(/[\s\S]{1,1000}/g)!)] },
  'pdf pages': {
    characters: 30_000,
    run: (t) => {
      const l = linesOf(pieces(t));
      const p = withoutRunningLines([l, l]);
      return blocksOf(p[0]!, bodySize(p));
    },
  },
  'answers of models': {
    characters: 30_000,
    run: (t) => [jsonIn(t), jsonIn(`<think>${t}`), jsonIn(`\`\`\`json\n${t}`), jsonIn(JSON.stringify({ t }))],
  },
  robots: { characters: 30_000, run: (t) => parseRobots(t, 'evidence-verification') },
  json: {
    characters: 30_000,
    run: (t) => {
      const b = JSON.stringify({ t, u: t.match(/[\s\S]{1,20}/g) });
      const s = new JsonScanner();
      for (let i = 0; i < b.length; i += 1000) s.push(b.slice(i, i + 1000));
    },
  },
  'words and their tags': { characters: 10_000, run: analyse },
  'quotes of models': {
    characters: 10_000,
    run: (t) => {
      const passage = unchanged(`x${t}`);
      for (const quote of [t.slice(0, t.length / 2), `b${t.slice(0, t.length / 2)}`, t.slice(0, 4)])
        placeOf(quote, passage);
    },
  },
  'labels of models': {
    characters: 2_000,
    run: (t) => {
      const words = { ...labelledSentences(t, [{ start: 0, end: 100 }], 'en'), title: '' };
      for (const claim of [CLAIM, t]) withdrawalOf(claim, words, 'supports');
    },
  },
  'answers of sources': {
    characters: 30_000,
    run: (t) => {
      readRefused(() => textOf(readXml(`<a>${t}</a>`, 'a')));
      readRefused(() => textOf(readXml(`<a>${t.replace(/[<&]/g, ' ')}</a>`, 'a')));
      blocksOfMarkup(t);
      line(t, t.length);
      paragraphs(t.match(/[\s\S]{1,100}/g)!, t.length);
    },
  },
  'character sets': {
    characters: 100_000,
    run: (t) => [
      decodeText(Buffer.from(`<meta ${t}`), null, 'text/html'),
      decodeText(Buffer.from(t), 'euc-jp', 'text/html'),
      charsetIn(`text/html;${t}`),
    ],
  },
  'lists of a DOCX': {
    characters: 20_000,
    run: (t) => labelParagraphs(`<w:document>${t}</w:document>`, new ListLabels(t, t)),
  },
  'files of forms': {
    characters: 100_000,
    run: async (t) => {
      const head = 'Content-Disposition: form-data; name="file"; filename="a"';
      await sendForm(`--b\r\n${head}\r\n\r\n${t}\r\n--b--\r\n`);
      await sendForm(`--b\r\n${head}\r\n\r\n${'\r\n--'.repeat(t.length / 4)}\r\n--b--\r\n`);
      await sendForm(`--b\r\n${t}\r\n\r\n\r\n--b--\r\n`);
    },
  },
};
