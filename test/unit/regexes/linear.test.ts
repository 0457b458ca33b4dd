/** Every regular expression of the product takes linear time, however the text is made: docs/adr/0035. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type * as Recheck from 'recheck';
import { composedBy, scanFile, scanProduct } from '#test/support/regexes/product-regexes.ts';
import { type Attack, prove } from '#test/support/regexes/proof.ts';

// Without a process of its own, and the same on every machine.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof Recheck;

/** recheck's own automata of larger ones take minutes; the proof above it doesn't need them. */
const RECHECKED_UP_TO = 60;

const found = scanProduct();
const composed = await composedBy(found.composing);
const all = [...found.literals, ...composed];

test('every regular expression of the product is proven linear', () => {
  assert.ok(found.literals.length > 1_000, `only ${found.literals.length} found`);
  const slow = all.flatMap((regex) => {
    const verdict = prove(regex.source, regex.flags);
    if (verdict.linear) return [];
    const { before, again } = verdict.attack ?? { before: '', again: '' };
    return [
      `${regex.where}: ${verdict.reason} on ${JSON.stringify(before)} + ${JSON.stringify(again)}.repeat(n): /${regex.source}/${regex.flags}`,
    ];
  });
  assert.deepEqual(slow, []);
});

test('no regular expression is made where nothing would check it', () => {
  assert.deepEqual(found.unchecked, []);
  assert.ok(composed.length >= found.composing.length && composed.length > 50, `only ${composed.length} composed`);
});

test('recheck finds none of the short ones vulnerable', () => {
  const asked = new Set<string>();
  const vulnerable: string[] = [];
  for (const { source, flags, where } of all) {
    const key = `${flags}/${source}`;
    if (asked.has(key) || source.length > RECHECKED_UP_TO || !/[*+]|,\}/.test(source)) continue;
    asked.add(key);
    const answer = checkSync(source, flags, { checker: 'automaton', timeout: 2_000 });
    if (answer.status === 'vulnerable') vulnerable.push(`${where}: /${source}/${flags} by ${answer.attack.pattern}`);
  }
  assert.deepEqual(vulnerable, []);
  assert.ok(asked.size > 100, `only ${asked.size} asked`);
});

/** Why each is slow, and a neighbour that is not. */
const PAIRS: readonly (readonly [slow: RegExp, linear: RegExp])[] = [
  [/[ \t]*:?[ \t]*\d/, /[ \t]{0,8}:?[ \t]{0,8}\d/],
  [/\s+$/, /(?<!\s)\s+$/],
  [/(?:a|a)*b/, /(?:a|b)*c?/],
  [/(?:a+)+b/, /(?:a+)+/],
  [/^```\s*\n([\s\S]*)\n\s*```$/, /^```[^\S\n]*\n([\s\S]*)```$/],
  [/\w+@/, /\b\w{1,64}@/],
  [/x.*y|x/g, /x.{0,9}y|x/g],
  [/\w+(?=,)/, /\b\w+\b/],
  [/(?=.*a)b/, /^(?=.*a)b/m],
  [/<[^>]*>/, /<[^<>]*>/],
  [/(?:,\d+)+;/, /(?:,\d+)+/],
  [/\s*\n/gm, /(?<!\s)\s*\n/gm],
  [/\p{L}+ed\b/iu, /\p{L}{1,24}ed\b/iu],
];

test('the proof tells slow regular expressions from linear ones', () => {
  for (const [slow, linear] of PAIRS) {
    assert.equal(prove(slow.source, slow.flags).linear, false, String(slow));
    assert.deepEqual(prove(linear.source, linear.flags), { linear: true }, String(linear));
  }
});

/** Steps are counted by processor time against a text that is half as long: a linear search takes twice as long. */
test('a slow one takes four times as long for twice the text that the proof names', () => {
  for (const pattern of [/\s+$/, /<[^>]*>/, /\w+@/, /^```\s*\n([\s\S]*)\n\s*```$/]) {
    const verdict = prove(pattern.source, pattern.flags);
    assert.ok(!verdict.linear && verdict.attack !== null);
    // Long enough for some fifty milliseconds: the processor's time comes in pieces of some.
    const size = 20_000;
    const ratio = timeOf(pattern, verdict.attack, size * 2) / timeOf(pattern, verdict.attack, size);
    assert.ok(ratio > 3, `${pattern}: ${ratio}`);
  }
});

test('the scan finds literals, composed ones and what would escape the check', () => {
  const text = `
    import { composedRegExp } from '#common/composed-regexps.ts';
    const a: RegExp = /a/g;
    const b = composedRegExp('b');
    const c = ['c'].map((part) => composedRegExp(part));
    const late = (part: string) => composedRegExp(part);
    const d = new RegExp('d');
    const e = RegExp('e');
    const f = 'text'.match('f');
    const g = (globalThis as any).RegExp;
    const is = a instanceof RegExp;
  `;
  const found = { literals: [], composing: [], unchecked: [] };
  scanFile('x.ts', text, found);
  assert.deepEqual(found, {
    literals: [{ source: 'a', flags: 'g', where: 'x.ts:3' }],
    composing: ['x.ts'],
    unchecked: ['x.ts:6', 'x.ts:7', 'x.ts:8', 'x.ts:9', 'x.ts:10'],
  });
});

function timeOf(pattern: RegExp, { before, again }: Attack, characters: number): number {
  const text = `${before}${again.repeat(Math.ceil(characters / again.length))}\u{f8ff}`;
  // The least of three: the engine compiles a pattern while it runs.
  const times = [0, 1, 2].map(() => {
    const begun = process.threadCpuUsage();
    pattern.test(text);
    // Their sum is exact; how it is shared between the two, the kernel guesses by samples.
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  });
  return Math.min(...times);
}
