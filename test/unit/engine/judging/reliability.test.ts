import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREDIBLE } from '#engine/judging/configuration.ts';
import { lowerBound, reliabilityOf, TEMPLATES, templateOf } from '#engine/judging/explain/reliability.ts';
import { RULES } from '#engine/judging/explain/rules.ts';

test('the lower bound is the one of Wilson (1927)', () => {
  assert.ok(Math.abs(lowerBound({ right: 50, of: 50 }) - 0.9487) < 0.0005);
  assert.ok(Math.abs(lowerBound({ right: 45, of: 50 }) - 0.8085) < 0.0005);
  assert.equal(lowerBound({ right: 0, of: 0 }), 0);
});

test('of several templates the riskiest counts', () => {
  assert.equal(templateOf('supports', []), 'verbatim');
  assert.equal(templateOf('supports', ['discourse_word', 'full_stop']), 'verbatim');
  assert.equal(templateOf('supports', ['fronted_adverbial', 'event_adjunct']), 'reordered');
  assert.equal(templateOf('supports', ['voice', 'pronoun', 'event_adjunct']), 'referent');
  assert.equal(templateOf('contradicts', ['other_date', 'pronoun']), 'other_date');
  assert.equal(templateOf('contradicts', ['denied', 'event_adjunct']), 'negation');
});

test('every template has a credible reliability below 1', () => {
  for (const side of ['supports', 'contradicts'] as const) {
    for (const { ground } of RULES) {
      const reliability = reliabilityOf(side, [ground]);
      assert.ok(reliability > CREDIBLE && reliability < 1, `${side} ${ground}: ${reliability}`);
    }
  }
  assert.equal(new Set([...TEMPLATES.supports, ...TEMPLATES.contradicts]).size, 10);
});
