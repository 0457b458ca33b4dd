/** Passages that claims of a paragraph share, so that what a question about several says of a passage counts for each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankTogether } from '#engine/retrieval/neighbours.ts';
import { rankPassages } from '#engine/retrieval/rank.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';
import { candidate, libraryDocument } from './retrieval-fixtures.ts';

const TOWER = extractedClaim('The tower of Orley is 90 metres high.');
const KEEPER = extractedClaim('The keeper of Orley retired in 1990.');
const WHALES = extractedClaim('Whales sing.');
const FAIRS = Array.from({ length: 7 }, (_, n) => candidate(`A fair was held at Orley in the year ${1900 + 11 * n}.`));
const HIGH = candidate('The tower is 90 metres high.');
const RETIRED = candidate('The keeper retired in 1990.');
const ON_TOWER = [...FAIRS, HIGH];
const ON_KEEPER = [...FAIRS, RETIRED];

const texts = (passages: readonly RankedPassage[]) => passages.map(({ text }) => text);
const alone = () => [rankPassages(TOWER, ON_TOWER), rankPassages(KEEPER, ON_KEEPER)] as const;

test('neighbours of a paragraph get what was found for each of them, behind their own', () => {
  const [tower, keeper] = alone();
  const [ofTower, ofKeeper] = rankTogether([TOWER, KEEPER], [ON_TOWER, ON_KEEPER], [0, 0]);
  assert.deepEqual(texts(ofTower!), [...texts(tower), RETIRED.text]);
  assert.deepEqual(texts(ofKeeper!), [...texts(keeper), HIGH.text]);
  assert.deepEqual(ofTower!.slice(0, 8), tower);
  assert.ok(ofTower!.every(({ score }, i) => i === 0 || score <= ofTower![i - 1]!.score));
});

test('claims of two paragraphs keep to what was found for each', () => {
  assert.deepEqual(rankTogether([TOWER, KEEPER], [ON_TOWER, ON_KEEPER], [0, 1]), alone());
});

test('claims that were found more together than a question shows share nothing', () => {
  const others = Array.from({ length: 8 }, (_, n) => candidate(`The keeper of Orley, number ${n}, fed ${n} gulls.`));
  const ranked = rankTogether([TOWER, KEEPER], [ON_TOWER, others], [0, 0]);
  assert.deepEqual(ranked, [rankPassages(TOWER, ON_TOWER), rankPassages(KEEPER, others)]);
});

test('a claim for which nothing was found gets nothing, and stands in nobody’s way', () => {
  const [tower, whales, keeper] = rankTogether([TOWER, WHALES, KEEPER], [ON_TOWER, [], ON_KEEPER], [0, 0, 0]);
  assert.deepEqual(whales, []);
  assert.deepEqual([tower, keeper], rankTogether([TOWER, KEEPER], [ON_TOWER, ON_KEEPER], [0, 0]));
});

test('a passage that both were found stands with each once', () => {
  const again = { ...HIGH, source: { ...HIGH.source } };
  const [, keeper] = rankTogether([TOWER, KEEPER], [ON_TOWER, [...ON_KEEPER, again]], [0, 0]);
  assert.equal(texts(keeper!).filter((text) => text === HIGH.text).length, 1);
});

test('a copy from elsewhere that a neighbour brings is not independent of the first', () => {
  const said =
    'The tower of Orley is 90 metres high, and on a clear day one sees the coast from its gallery and the hills.';
  const first = candidate(said, libraryDocument('guide.md'));
  const copy = candidate(said, libraryDocument('copy.md'));
  const [tower] = rankTogether([TOWER, KEEPER], [[first], [copy, RETIRED]], [0, 0]);
  const clusters = tower!.filter(({ text }) => text === said).map((passage) => passage.independence_cluster);
  assert.equal(clusters.length, 2);
  assert.equal(new Set(clusters).size, 1);
});
