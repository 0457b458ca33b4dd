import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RISK_LEVELS, VERDICTS } from '#contracts/vocabulary.ts';
import { shownInSummary } from '#engine/summary/risk.ts';
import { RISK_MODEL_VERSION, summarise } from '#engine/summary/summarise.ts';
import fc from '#test/support/property.ts';
import { anyClaim, anyInput, claim, input } from './summary-fixtures.ts';

const atLeast = (level: string, floor: string) =>
  RISK_LEVELS.indexOf(level as never) >= RISK_LEVELS.indexOf(floor as never);

describe('coverage', () => {
  const withScore = (extracted: number, estimated: number, unsearched = 0) =>
    summarise(
      input(
        Array.from({ length: extracted }, () => claim()),
        { estimated_material_claims: estimated, unsearched_claims: unsearched },
      ),
    ).coverage;

  test('is complete at the threshold, qualified up to .15 below it, else incomplete', () => {
    assert.deepEqual([withScore(8, 10).score, withScore(8, 10).status], [0.8, 'complete']);
    assert.equal(withScore(79, 100).status, 'qualified');
    assert.equal(withScore(65, 100).status, 'qualified');
    assert.equal(withScore(64, 100).status, 'incomplete');
  });

  test('unsearched claims lower complete to qualified, but never raise incomplete', () => {
    assert.equal(withScore(10, 10, 1).status, 'qualified');
    assert.equal(withScore(3, 10, 1).status, 'incomplete');
    const limitation = (unsearched_claims: number) =>
      summarise(input([claim()], { estimated_material_claims: 1, unsearched_claims })).limitations[0]!;
    assert.match(limitation(1), /^1 claim could .* for it means nothing/);
    assert.match(limitation(2), /^2 claims could .* for them means nothing/);
  });

  test('is never complete where only parts of the text were asked for', () => {
    assert.equal(summarise(input([claim()])).coverage.status, 'complete');
    assert.equal(summarise(input([claim()], { is_part: true })).coverage.status, 'qualified');
  });

  test('a text not read to its end is qualified at best, and the statement says where', () => {
    const summary = summarise(input([claim()], { estimated_material_claims: 1, unread_from: 7_000 }));
    assert.equal(summary.coverage.score, 1);
    assert.equal(summary.coverage.status, 'qualified');
    assert.match(summary.overall_statement, /the text was not read from character 7000 on\.$/);
  });

  test('is 1 with nothing to extract, and never above 1', () => {
    assert.equal(summarise(input([claim({ verdict: 'not_checkable', materiality: 'low' })])).coverage.score, 1);
    assert.equal(withScore(9, 3).score, 1);
  });

  test('a text without claims is qualified, or incomplete if some were estimated', () => {
    assert.deepEqual(summarise(input([])).coverage.status, 'qualified');
    assert.equal(summarise(input([], { estimated_material_claims: 4 })).coverage.status, 'incomplete');
  });

  test('counts only claims of high and medium materiality; rounds to four decimals', () => {
    const claims = [claim({ materiality: 'high' }), claim(), claim({ materiality: 'low' })];
    const { coverage } = summarise(input(claims, { estimated_material_claims: 3 }));
    assert.equal(coverage.extracted_material_claims, 2);
    assert.equal(coverage.score, 0.6667);
  });
});

describe('risk', () => {
  test('is the materiality-weighted mean over checkable claims', () => {
    const { risk } = summarise(
      input([
        claim({ verdict: 'disputed', materiality: 'high' }),
        claim({ verdict: 'unverifiable', materiality: 'medium' }),
        claim({ verdict: 'supported', materiality: 'low', reliability: 0.75 }),
        claim({ verdict: 'not_checkable', materiality: 'high' }),
      ]),
    );
    // (4 × .6 + 2 × .35 + 1 × .2 × .25) ÷ 7
    assert.equal(risk.score, 0.45);
    assert.equal(risk.level, 'high');
    assert.equal(risk.model_version, RISK_MODEL_VERSION);
  });

  test('without checkable claims is 0 and low, or medium if coverage is incomplete', () => {
    const opinion = claim({ verdict: 'not_checkable' });
    assert.deepEqual([summarise(input([opinion])).risk.score, summarise(input([opinion])).risk.level], [0, 'low']);
    assert.equal(summarise(input([opinion], { estimated_material_claims: 9 })).risk.level, 'medium');
  });

  test('one contradicted claim of high materiality raises the level to high', () => {
    const good = Array.from({ length: 200 }, () => claim({ reliability: 1 }));
    const { risk } = summarise(
      input([...good, claim({ verdict: 'contradicted', materiality: 'high', text: 'WRONG' })]),
    );
    assert.ok(risk.score < 0.15);
    assert.equal(risk.level, 'high');
    assert.match(risk.drivers[0]!, /contradicted.*WRONG/);
  });

  test('the upper bounds of the levels are exclusive', () => {
    const level = (verdicts: Parameters<typeof claim>[0][]) =>
      summarise(input(verdicts.map((each) => claim(each)))).risk;
    const sure = { reliability: 1 };
    assert.equal(level([...Array(17).fill(sure), ...Array(3).fill({ verdict: 'contradicted' })]).score, 0.15);
    assert.equal(level([...Array(17).fill(sure), ...Array(3).fill({ verdict: 'contradicted' })]).level, 'medium');
    assert.equal(level([...Array(3).fill(sure), ...Array(2).fill({ verdict: 'contradicted' })]).level, 'high');
    assert.equal(level([...Array(3).fill(sure), ...Array(7).fill({ verdict: 'contradicted' })]).level, 'critical');
  });

  test('drivers are the riskiest claims, and say how many more there are', () => {
    const { risk } = summarise(input(Array.from({ length: 9 }, () => claim({ verdict: 'contradicted' }))));
    assert.equal(risk.drivers.length, 6);
    assert.match(risk.drivers[5]!, /4 more claims/);
    assert.deepEqual(summarise(input([claim()])).risk.drivers, []);
  });

  test('property: score bounds, level floors, and no worse verdict lowers the score', () => {
    fc.assert(
      fc.property(anyInput, anyClaim, (given, extra) => {
        const { risk, coverage } = summarise(given);
        assert.ok(risk.score >= 0 && risk.score <= 1);
        assert.equal(risk.score, Math.round(risk.score * 1e4) / 1e4);
        const grave = given.claims.some((each) => each.verdict === 'contradicted' && each.materiality === 'high');
        if (grave) assert.ok(atLeast(risk.level, 'high'));
        if (coverage.status === 'incomplete') assert.ok(atLeast(risk.level, 'medium'));
        const better = summarise({ ...given, claims: [...given.claims, { ...extra, verdict: 'unverifiable' }] }).risk;
        const worse = summarise({ ...given, claims: [...given.claims, { ...extra, verdict: 'contradicted' }] }).risk;
        assert.ok(worse.score >= better.score);
      }),
    );
  });
});

describe('abstention', () => {
  test('counts unverifiable claims and groups them by reason, commonest first', () => {
    const open = (reason_code: string, materiality: 'high' | 'low') =>
      claim({ verdict: 'unverifiable', reason_code, materiality });
    const { abstention } = summarise(
      input([claim(), open('provider_failed', 'low'), open('no_evidence', 'high'), open('no_evidence', 'low')]),
    );
    assert.deepEqual([abstention.count, abstention.rate, abstention.material_count], [3, 0.75, 1]);
    assert.equal(
      abstention.explanation,
      'No verdict on 3 of 4 checkable claims, 1 of them material: no evidence (2) and provider failed (1).',
    );
  });

  test('explains that there was no abstention or nothing to check', () => {
    assert.match(summarise(input([claim()])).abstention.explanation, /every checkable claim/);
    assert.match(summarise(input([claim({ verdict: 'not_checkable' })])).abstention.explanation, /no checkable claim/);
    assert.equal(summarise(input([])).abstention.rate, 0);
  });
});

describe('overall statement', () => {
  test('states the finding, then the action', () => {
    const { overall_statement } = summarise(
      input([claim(), claim({ verdict: 'contradicted', materiality: 'high' }), claim({ verdict: 'unverifiable' })]),
    );
    assert.equal(
      overall_statement,
      'Of 3 checkable claims, the evidence found contradicts 1, supports 1 and does not settle 1. ' +
        'Correct or remove 1 contradicted claim (1 of high materiality) before using the text.',
    );
  });

  test('says which passages to read first, and for how many claims to find a source', () => {
    const open = (hint: 'differs' | 'support' | 'none' | null) => claim({ verdict: 'unverifiable', hint });
    const advice = (...claims: ReturnType<typeof open>[]) => summarise(input(claims)).overall_statement;
    assert.match(
      advice(open('support'), open('differs'), open('none'), open(null)),
      / Read the nearest passage of 2 material claims left open, first of the 1 that differs, and find a source for 2 others\.$/,
    );
    assert.match(advice(open('support')), / Read the nearest passage of 1 material claim left open\.$/);
    assert.match(advice(open('differs')), / 1 material claim left open, which differs in a part\.$/);
    assert.match(advice(open('differs'), open('differs')), / 2 material claims left open, which differ in a part\.$/);
    assert.match(advice(open('none')), / Find a source for 1 material claim left open/);
  });

  test('hints change neither risk nor abstention', () => {
    const of = (hint: 'differs' | null) => summarise(input([claim({ verdict: 'unverifiable', hint })]));
    assert.deepEqual(of('differs').risk, of(null).risk);
    assert.deepEqual(of('differs').abstention, of(null).abstention);
  });

  test('property: two sentences, never "true" or "verified", whatever the claims say', () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const statement = summarise(given).overall_statement;
        assert.equal(statement.match(/\.(?= |$)/g)?.length, 2, statement);
        assert.doesNotMatch(statement, /\b(true|verified|correct)\b/);
      }),
    );
  });
});

test('property: counts cover every claim once and no limitation is repeated', () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const summary = summarise(given);
      assert.equal(
        VERDICTS.reduce((sum, verdict) => sum + summary.counts[verdict], 0),
        given.claims.length,
      );
      assert.equal(new Set(summary.limitations).size, summary.limitations.length);
      assert.ok(given.limitations.every((each) => summary.limitations.includes(each)));
    }),
  );
});

test('a supported claim brings the limitation that it is no guarantee', () => {
  assert.ok(summarise(input([claim()])).limitations.some((each) => each.includes('not a guarantee')));
  assert.deepEqual(summarise(input([])).limitations, []);
});

test('a summary is the same without the texts that it does not show', () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      // Ordinals tell claims apart.
      const claims = given.claims.map((claim, ordinal) => ({ ...claim, ordinal }));
      const shown = shownInSummary(claims);
      const without = claims.map((claim) => (shown.has(claim.ordinal) ? claim : { ...claim, text: '' }));
      assert.deepEqual(summarise({ ...given, claims: without }), summarise({ ...given, claims }));
    }),
  );
});
