/** A long text is shown in parts: all of it, nothing twice, no claim cut; and a result's page stays small. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MarkedClaim, ShownResult } from '#workbench/result.ts';
import { partsOf } from '#workbench/text-parts.ts';
import { resultPage } from '#workbench/views/result.ts';

const SENTENCE = 'The ferry carries 12 cars. ';
const claimsOf = (count: number): MarkedClaim[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `clm_${n}`,
    number: n + 1,
    start: n * SENTENCE.length,
    end: n * SENTENCE.length + SENTENCE.length - 1,
    verdict: n % 40 === 39 ? 'contradicted' : 'supported',
    materiality: 'medium',
    page: null,
  }));

describe('the parts of a text', () => {
  it('are one where the text is short', () => {
    assert.deepEqual(partsOf(0, []), [{ number: 1, of: 1, start: 0, end: 0 }]);
    assert.deepEqual(partsOf(99_000, claimsOf(900)), [{ number: 1, of: 1, start: 0, end: 99_000 }]);
  });

  it('follow one another without a gap, and begin where no claim is cut', () => {
    const claims = claimsOf(4_000);
    // One that overlaps where the second part would begin.
    claims.push({ ...claims[0]!, start: claims[990]!.start, end: claims[1_020]!.end });
    const length = 4_000 * SENTENCE.length;
    const parts = partsOf(length, claims);
    assert.deepEqual([parts[0]!.start, parts.at(-1)!.end], [0, length]);
    assert.ok(parts.length >= 4);
    for (const [i, part] of parts.entries()) {
      if (i > 0) assert.equal(part.start, parts[i - 1]!.end);
      const cut = claims.filter(({ start, end }) => start < part.start && end > part.start);
      assert.deepEqual(cut, [], `part ${part.number}`);
    }
  });

  it('are short where a text has neither claims nor pages for long', () => {
    const parts = partsOf(1_000_000, []);
    assert.ok(parts.every(({ start, end }) => end - start <= 200_000));
  });

  it('begin with a page where there are pages and no claims', () => {
    const starts = Array.from({ length: 100 }, (_, page) => page * 3_000);
    assert.ok(partsOf(300_000, [], starts).every(({ start }) => start % 3_000 === 0));
    assert.equal(partsOf(300_000, [], starts).length, 3);
  });
});

describe('the page of a result with 20,000 claims', () => {
  const shown = {
    kind: 'markdown',
    content: SENTENCE.repeat(20_000),
    question: '',
    pageStarts: [],
    claims: claimsOf(20_000),
    result: {
      overall_statement: '',
      counts: { contradicted: 500 },
      risk: { level: 'high' },
      coverage: { status: 'complete', score: 1 },
      policy_name: 'general_web',
      limitations: [],
      verification_timestamp: '2026-11-29T00:00:00Z',
    },
  } as unknown as ShownResult;
  const selection = {
    id: 'ver_1',
    verdict: null,
    materiality: null,
    claim: null,
    from: 0,
    part: null,
    mayPrint: true,
    reviewer: null,
  };
  const markup = async (part: number | null) => (await resultPage(shown, { ...selection, part })).body.text;

  it('has a part of the text, with links to the others', async () => {
    const first = await markup(null);
    assert.ok(first.length < 400_000, `${first.length} characters`);
    assert.match(first, /Part 1 of \d+/);
    assert.match(first, /href="\/app\/verifications\/ver_1\?part=2"/);
    const third = await markup(3);
    assert.match(third, /data-claim="2\d\d\d"/);
    assert.match(third, /part=2"[\s\S]*part=4"/);
  });
});
