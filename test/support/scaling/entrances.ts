/** Where text of others enters: the functions by which it is first looked at, and what they lead to. */

import { defang, isSuspicious } from '#engine/judging/model/defang.ts';
import { surroundingsIn } from '#engine/judging/model/surroundings.ts';
import { createDeidentifier, hideIn } from '#engine/privacy/deidentify.ts';
import { fingerprintOf, isNearIdentical } from '#engine/retrieval/near-duplicates.ts';
import { splitPassages } from '#engine/retrieval/passages.ts';
import { readableText } from '#engine/retrieval/readable.ts';
import { stemsOf } from '#engine/retrieval/words.ts';
import { unchanged } from '#engine/text/rewritten-text.ts';
import { sentences } from '#engine/text/sentences.ts';
import { JsonScanner } from '#http/json-scanner.ts';
import { htmlToText } from '#platform/documents/html.ts';
import { blocksOf, bodySize, linesOf } from '#platform/documents/page-layout.ts';
import { withoutRunningLines } from '#platform/documents/running-lines.ts';
import { cleanText, joinPages } from '#platform/documents/text.ts';
import { jsonIn } from '#platform/models/schema-text.ts';
import { parseRobots } from '#platform/outbound/robots-rules.ts';

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
};
