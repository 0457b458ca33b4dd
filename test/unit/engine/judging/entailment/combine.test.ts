/** What scores of an NLI model make of a claim that the local judge leaves open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PairScores } from '#contracts/ports/entailment-model.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { CalibrationTable } from '#engine/judging/entailment/calibration-table.ts';
import type { ClaimJudgement, Entailment } from '#engine/types/judging.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { believingTable } from '#test/doubles/nli/believing-table.ts';
import { librarySource } from '#test/support/library-source.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const POLICY = {
  base_profile: 'general_web',
  minimum_independent_sources: 2,
  authoritative_source_can_decide: true,
  coverage_threshold: 0.8,
} as const;
const FOLLOWS: PairScores = { entailment: 0.98, contradiction: 0.01 };
const OPPOSES: PairScores = { entailment: 0.01, contradiction: 0.98 };
const UNSURE: PairScores = { entailment: 0.5, contradiction: 0.2 };

const CLAIM = 'The Halvorsen ferry has been crossing the fjord since 1987.';
const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';

const engine = createEngine();

function passage(text: string, site = 'ferries', title = ''): RankedPassage {
  return {
    text,
    ordinal: 0,
    score: 1,
    independence_cluster: site,
    source: librarySource(site, NOW, title),
  };
}

interface Read {
  claim?: string;
  texts?: string[];
  title?: string;
  scores?: (PairScores | null)[];
  table?: Partial<CalibrationTable>;
  missing?: Entailment['missing'];
  ambiguous?: boolean;
}

async function judged(read: Read | null): Promise<ClaimJudgement> {
  const { claim = CLAIM, texts = [BEGAN], title = '', scores = [FOLLOWS], table = {}, missing = null } = read ?? {};
  const { claims } = await engine.extract({ content: claim, question: '', requestedAt: NOW, direct: true });
  const subject = { ...claims[0]!, ...(read?.ambiguous && { ambiguous_dependencies: ['the ferry'] }) };
  const item = {
    claim: subject,
    passages: texts.map((text, at) => passage(text, `site-${at}`, title)),
    gaps: [],
    ...(read !== null && { entailment: { scores, table: believingTable(table), missing } }),
  };
  const [judgement] = await engine.judge([item], POLICY, NOW);
  return judgement!;
}

const verdict = async (read: Read | null) => (await judged(read)).verdict;

test('a passage that the claim follows from settles what was left open', async () => {
  assert.equal(await verdict(null), 'unverifiable');
  const judgement = await judged({});
  assert.equal(judgement.verdict, 'supported');
  const [evidence] = judgement.passages;
  assert.deepEqual(evidence!.judgement.grounds, ['nli']);
  assert.ok(judgement.reliability >= 0.8 && judgement.reliability < 1);
});

test('scores that are not sure enough leave the claim open', async () => {
  assert.equal(await verdict({ scores: [UNSURE] }), 'unverifiable');
  assert.equal(await verdict({ table: { supports: [] } }), 'unverifiable');
  assert.equal(await verdict({ scores: [null] }), 'unverifiable');
});

test('support counts for nothing where a figure, name, date or negation clashes', async () => {
  for (const text of [
    'Crossings of the fjord by the Halvorsen ferry began in 1978.',
    'Crossings of the fjord by the Halvorsen ferry did not begin in 1987.',
    'Crossings of the fjord by the Sandvik ferry began in 1987.',
  ]) {
    const result = await verdict({ texts: [text] });
    assert.notEqual(result, 'supported', text);
  }
});

test('contradiction counts only in a passage that speaks of the claim', async () => {
  const denies = 'From 1987 on the Halvorsen ferry left the crossing of the fjord to buses.';
  const elsewhere = 'Ferries were new to the coast, and buses were not.';
  assert.equal(await verdict({ texts: [denies], scores: [OPPOSES] }), 'contradicted');
  assert.equal(await verdict({ texts: [elsewhere], scores: [OPPOSES] }), 'unverifiable');
  assert.equal(await verdict({ texts: [denies], scores: [OPPOSES], table: { contradicts: [] } }), 'unverifiable');
});

test('a model of two labels never contradicts', async () => {
  const denies = 'From 1987 on the Halvorsen ferry left the crossing of the fjord to buses.';
  const eager = { contradicts: [{ from: 0, reliability: 0.95 }] };
  const scores = [{ entailment: 0.01, contradiction: null }];
  assert.equal(await verdict({ texts: [denies], scores, table: eager }), 'unverifiable');
});

test('what the local judge has decided is not changed by scores', async () => {
  const texts = [CLAIM];
  assert.equal(await verdict({ texts, scores: [OPPOSES] }), 'supported');
});

test('a claim whose subject is open stays open', async () => {
  assert.equal(await verdict({ ambiguous: true }), 'unverifiable');
});

test('scores that point both ways do not settle a claim', async () => {
  const denies = 'From 1987 on the Halvorsen ferry left the crossing of the fjord to buses.';
  const result = await judged({ texts: [BEGAN, denies], scores: [FOLLOWS, OPPOSES] });
  assert.equal(result.verdict, 'disputed');
});

test('scores that are missing are named as a limitation', async () => {
  const { verdict, limitations } = await judged({ scores: [null], missing: 'unavailable' });
  assert.equal(verdict, 'unverifiable');
  assert.deepEqual(limitations, ['The NLI model did not read all passages of this claim: it could not be run.']);
});

const DENIES = 'From 1987 on the Halvorsen ferry left the crossing of the fjord to buses.';

test('what a passage only quotes decides nothing, whatever the model reads', async () => {
  const title = 'The Halvorsen ferry across the fjord';
  for (const [text, score] of [
    [BEGAN, FOLLOWS],
    [DENIES, OPPOSES],
  ] as const) {
    assert.notEqual(await verdict({ texts: [text], title, scores: [score] }), 'unverifiable');
    for (const quoted of [`Common myths about ferries\n\n${text}`, `Claim: ${text}`]) {
      const judgement = await judged({ texts: [quoted], title, scores: [score] });
      assert.deepEqual(
        [judgement.verdict, judgement.passages[0]!.judgement.relationship],
        ['unverifiable', 'context'],
        quoted,
      );
    }
  }
});

test('what a passage quotes beside a statement of its own supports nothing', async () => {
  assert.equal(await verdict({ texts: [`Claim: ${BEGAN} Fact: The ferry is blue.`] }), 'unverifiable');
});
