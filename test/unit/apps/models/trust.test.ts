/** What a language model's figures say about trusting it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckFigures } from '#apps/models/language-check/check-record.ts';
import { checkWords, trustIn, trustWords } from '#apps/models/language-check/trust.ts';

const CAPABLE: CheckFigures = {
  articles: 12,
  claims: 240,
  could_settle: 195,
  settled_rightly: 162,
  supported: { said: 116, right: 116 },
  contradicted: { said: 49, right: 46 },
  wrong_claims: 49,
  let_through: 0,
  made_claims: 308,
  questions: 292,
  unanswered: 2,
  input_tokens: null,
  output_tokens: null,
  milliseconds_per_claim: null,
};
const FORMS = { claims: 'passages', text: 'statements' } as const;

test('a model that settles much and nearly all of it rightly is trusted', () => {
  assert.equal(trustIn(CAPABLE), 'trusted');
  assert.match(
    checkWords({ forms: FORMS, figures: CAPABLE, trust: 'trusted' }).join('\n'),
    /^good enough to be trusted/m,
  );
});

test('what keeps a model from being trusted is named', () => {
  const cases: [Partial<CheckFigures>, ReturnType<typeof trustIn>, RegExp][] = [
    [{ settled_rightly: 40, supported: { said: 30, right: 30 } }, 'with_care', /it settles too little$/],
    [{ supported: { said: 116, right: 110 } }, 'with_care', /too many of its "supported" are wrong$/],
    [{ supported: { said: 116, right: 90 } }, 'not_trusted', /^not good enough .*its "supported" are wrong$/],
    [{ contradicted: { said: 49, right: 30 } }, 'not_trusted', /its "contradicted" are wrong$/],
    [{ let_through: 4 }, 'not_trusted', /lets too many wrong claims through$/],
    [{ unanswered: 50 }, 'with_care', /too many questions get no answer$/],
    [
      { settled_rightly: 3, supported: { said: 3, right: 3 }, contradicted: { said: 0, right: 0 } },
      'not_trusted',
      /too few/,
    ],
  ];
  for (const [changed, trust, words] of cases) {
    const figures = { ...CAPABLE, ...changed };
    assert.equal(trustIn(figures), trust, JSON.stringify(changed));
    assert.match(trustWords({ trust, figures }), words);
  }
});
