/**
 * Hostile texts through the whole service, with public sources and a language model on: each is verified, stands in the
 * article that is found for it, and is what the model quotes. None takes many times the processor time of an ordinary
 * text of the same length and in the same places, verified in the same run.
 *
 * A hundredth as many as the other test of this suite sends requests: 200, or 2,000 (`npm run test:fuzz`).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { answered } from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { openWikiServer, type WikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import { PIECES, textOf } from '#test/support/scaling/texts.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const TEXTS = process.env.FUZZ_REQUESTS === undefined ? 200 : Number(process.env.FUZZ_REQUESTS) / 10;
/** Of texts of one piece, which show best what grows faster than they do, and of all others. */
const LONG = 1_000;
const SHORT = 200;
const ORDINARY =
  'The bridge was opened in 1990 by the king. Its two towers were built of granite from the quarries of Orme. ';
const ORDINARY_TEXTS = 7;
/** As what one takes depends on what it says, too: a claim in each few characters is more work than a long sentence. */
const MOST = 20;
const TRIES = 3;

const KEY = 'key-of-the-model-server';
const pieces = Object.entries(PIECES);

interface Text {
  name: string;
  text: string;
  isLong: boolean;
}

/** One piece again and again, and then two that take turns, closely or in long runs. */
function hostileText(n: number): Text {
  const [name, piece] = pieces[n % pieces.length]!;
  const round = Math.floor(n / pieces.length);
  if (round === 0) return { name, text: textOf(piece, LONG), isLong: true };
  const [other, second] = pieces[(n + round * 7) % pieces.length]!;
  const both = round % 2 === 1 ? piece + second : textOf(piece, SHORT / 2) + textOf(second, SHORT / 2);
  return { name: `${name}, ${other}`, text: textOf(both, SHORT), isLong: false };
}

const claimOf = (n: number) => `Tower ${n} of Velmar is 330 metres tall.`;
const hostile = Array.from({ length: TEXTS }, (_, n) => hostileText(n));
const ordinary = [true, false].flatMap((isLong) =>
  Array.from({ length: ORDINARY_TEXTS }, () => ({
    name: 'ordinary',
    text: textOf(ORDINARY, isLong ? LONG : SHORT),
    isLong,
  })),
);
/** The tries of each have articles of their own, as answers of sources are kept. */
const all = [...ordinary, ...hostile];
const towerOf = (place: number, attempt: number) => 1_000 + place * TRIES + attempt;

let wiki: WikiServer;
let empty: WikiServer;
let model: ModelServer;
let service: TestService;
/** What the model quotes at present. */
let quoted = '';

before(async () => {
  const articles = all.flatMap(({ text }, place) =>
    Array.from({ length: TRIES }, (_, attempt) => {
      const tower = towerOf(place, attempt);
      return { title: `Tower ${tower} of Velmar`, text: `${text}\n${claimOf(tower)}\n${text}` };
    }),
  );
  wiki = await openWikiServer(articles);
  empty = await openWikiServer([]);
  model = await openModelServer({
    format: chatCompletions('ollama'),
    credential: KEY,
    says({ prompt }) {
      const labels = answered(prompt, (_, passages) =>
        passages.map(({ id, text }) => ({
          passage: id,
          quotes: [quoted, text.slice(0, text.length / 2), text],
          label: 'supports',
        })),
      );
      return { text: `${quoted}\n${labels}` };
    },
  });
  service = await openTestService({
    realEngine: true,
    publicSources: true,
    sourceUrls: { wikipedia: wiki.url, wikidata: empty.url },
    allowHosts: [wiki, empty].map(({ url }) => new URL(url).host),
    model: { url: model.url, name: 'reader:8b', key: KEY, kind: 'general', isExternal: false, prices: NO_PRICES },
  });
});
after(async () => {
  await service?.close();
  for (const server of [wiki, empty, model]) await server?.close();
});

/** Milliseconds of processor time, of all threads. */
async function timeOf(place: number, attempt: number): Promise<number> {
  const { text, name } = all[place]!;
  const tower = towerOf(place, attempt);
  quoted = text;
  const begun = process.cpuUsage();
  const { status, body } = await service.call('POST', '/verifications', {
    body: { content: `${claimOf(tower)}\n\n${text}`, profile: 'general_web' },
  });
  const { user, system } = process.cpuUsage(begun);
  assert.equal(status, 201, `${name}: ${JSON.stringify(body).slice(0, 500)}`);
  return (user + system) / 1_000;
}

test(`${TEXTS} hostile texts take about as long as ordinary ones`, async (context) => {
  const times: { isLong: boolean; time: number }[] = [];
  for (const [place, { isLong }] of ordinary.entries()) times.push({ isLong, time: await timeOf(place, 0) });
  const medianOf = (wanted: boolean) =>
    times.flatMap(({ isLong, time }) => (isLong === wanted ? [time] : [])).toSorted((a, b) => a - b)[
      Math.floor(ORDINARY_TEXTS / 2)
    ]!;
  const references = { long: medianOf(true), short: medianOf(false) };
  let worst = { name: '', ratio: 0 };
  for (let place = ordinary.length; place < all.length; place++) {
    const { name, isLong } = all[place]!;
    const reference = isLong ? references.long : references.short;
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < TRIES && ratio > MOST; attempt++) {
      ratio = Math.min(ratio, (await timeOf(place, attempt)) / reference);
    }
    assert.ok(ratio <= MOST, `${name}: ${ratio.toFixed(1)} times an ordinary text`);
    if (ratio > worst.ratio) worst = { name, ratio };
  }
  context.diagnostic(
    `ordinary ${references.short.toFixed(0)} and ${references.long.toFixed(0)} ms; at most ${worst.ratio.toFixed(1)} times: ${worst.name}`,
  );
  assert.ok(wiki.searches().length >= TEXTS, 'the sources were asked');
  assert.ok(model.requests.length > 0, 'the model was asked');
});
