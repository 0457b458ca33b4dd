import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HARMLESS } from '#engine/judging/decide/harmless.ts';
import { PARAPHRASES } from '#engine/judging/explain/paraphrases.ts';
import { RULES } from '#engine/judging/explain/rules.ts';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';

/** Without what stands between asterisks, and without the spaces and marks that it leaves. */
function withoutStarred(example: string): string {
  const text = example
    .replaceAll(/\*[^*]*\*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;])/g, '$1');
  const plain = text
    .replaceAll(/[,;]+\./g, '.')
    .replace(/^[\s,;]+/, '')
    .trim();
  // "Is the debut mixtape" makes it a mixtape.
  const indefinite = plain
    .replace(/ is (mixtape)/, ' is a $1')
    .replace(/Norwegian\./, 'Norwegian.')
    .replace(' is a Norwegian.', ' is Norwegian.');
  return indefinite.slice(0, 1).toUpperCase() + indefinite.slice(1);
}

describe('each record of what may be left over', () => {
  for (const { ground, example, words } of HARMLESS) {
    test(`${ground}: ${example}`.slice(0, 80), () => {
      const ruling = judge(withoutStarred(example), example.replaceAll('*', ''));
      assert.equal(ruling.relationship, 'supports', withoutStarred(example));
      assert.ok(ruling.grounds.includes(ground), ruling.grounds.join());
      assert.ok(words.length > 0);
    });
  }
  test('has a ground of its own', () => {
    const grounds = [...HARMLESS, ...PARAPHRASES].map(({ ground }) => ground);
    assert.equal(new Set(grounds).size, grounds.length);
  });
});

describe('each paraphrase', () => {
  for (const { ground, example } of PARAPHRASES) {
    test(`${ground}: ${example}`.slice(0, 80), () => {
      const [left, claim] = example.split(' → ') as [string, string];
      const titled = /^\(([^)]*)\) (.*)$/.exec(left);
      const [title, passage] = titled === null ? [null, left] : [titled[1]!, titled[2]!];
      const ruling = judge(`${claim}.`, `${passage}.`, { ...NO_CONTEXT, title });
      assert.equal(ruling.relationship, 'supports');
      assert.ok(ruling.grounds.includes(ground), ruling.grounds.join());
    });
  }
});

describe('each rule of contradictions and tables', () => {
  for (const { ground, kind, example } of RULES) {
    if (kind !== 'contradiction' && kind !== 'table') continue;
    test(`${ground}: ${example.split('\n').at(-1)}`.slice(0, 80), () => {
      const [passage, claim] = example.split(/ [→↛] /) as [string, string];
      const text = passage.includes(' | ') ? passage : `${passage}.`;
      const ruling = judge(`${claim}.`, text);
      assert.equal(ruling.relationship, example.includes('↛') ? 'contradicts' : 'supports');
      assert.ok(ruling.grounds.includes(ground), ruling.grounds.join());
    });
  }
});

describe('a rule that is switched off', () => {
  for (const { ground, kind, example } of RULES) {
    if (kind === 'left over') continue;
    test(`${ground} decides nothing by itself`, () => {
      const [left, claim] = example.split(/ [→↛] /) as [string, string];
      const titled = /^\(([^)]*)\) (.*)$/.exec(left);
      const [title, passage] = titled === null ? [null, left] : [titled[1]!, titled[2]!];
      const text = passage.includes(' | ') ? passage : `${passage}.`;
      const ruling = judge(`${claim}.`, text, { ...NO_CONTEXT, title }, new Set([ground]));
      assert.ok(!ruling.grounds.includes(ground), ruling.grounds.join());
    });
  }
});

test('all rules have a ground of their own', () => {
  assert.equal(new Set(RULES.map(({ ground }) => ground)).size, RULES.length);
});
