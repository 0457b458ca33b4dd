import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from '#results/page/text/blocks.ts';
import { withoutDeepMarkers } from '#results/page/text/deep-markers.ts';

test('marks that nest as people nest them stay', () => {
  for (const text of ['- a\n  - b\n    1. c\n> > d', '- - - -', '----', '2024. A year.', '', '\n\n', '- '.repeat(24)]) {
    assert.equal(withoutDeepMarkers(text), text);
  }
});

test('those beyond become letters, and every offset stays', () => {
  const text = `First.\n${'- '.repeat(30)}a\n${'1. '.repeat(30)}b\nLast.`;
  const bounded = withoutDeepMarkers(text);
  assert.equal(bounded.length, text.length);
  assert.ok(bounded.startsWith('First.\n') && bounded.endsWith('b\nLast.'));
  assert.equal(bounded.split('\n')[1]!.slice(0, 48), '- '.repeat(24));
  assert.match(bounded.split('\n')[1]!.slice(48), /^x+a$/);
});

test('a line of very many marks takes time by its length, and is shown as it is', () => {
  const timeOf = (n: number) => {
    const text = `${'- '.repeat(n)}a`;
    const { user } = process.cpuUsage();
    const { shown } = readText(text, 'markdown');
    assert.ok(shown.length > 0);
    return process.cpuUsage().user - user;
  };
  timeOf(1_000);
  const [less, more] = [2_000, 32_000].map((n) => Math.min(timeOf(n), timeOf(n), timeOf(n)));
  assert.ok(more! < 60 * Math.max(less!, 500), `${less} and ${more} µs`);
});
