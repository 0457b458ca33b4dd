import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defang } from '#engine/asking/defang.ts';
import { placeOf } from '#engine/asking/quotes.ts';
import { unchanged } from '#engine/text/rewritten-text.ts';
import fc from '#test/support/property.ts';

/** The passage's own words where the quote stands; null: nowhere. */
function found(quote: string, passage: string): string | null {
  const place = placeOf(quote, defang(unchanged(passage)));
  return place === null ? null : passage.slice(place.start, place.end);
}

test('white space and quotation marks may differ; the span is that in the passage', () => {
  const passage = 'He said: “the mill\n  opened in 1990”, didn’t he?';
  assert.equal(found('"the mill opened in 1990"', passage), '“the mill\n  opened in 1990”');
  assert.equal(found("didn't he?", passage), 'didn’t he?');
  assert.equal(found('"橋は閉めない"', '市長は「橋は閉めない」と述べた。'), '「橋は閉めない」');
  assert.equal(found('“opened in 1990”', 'It opened in 1990 or so.'), 'opened in 1990');
  assert.equal(found('opened  in\t1990', 'It opened in\u00a01990.'), 'opened in\u00a01990');
});

test('nothing else may differ', () => {
  const passage = 'The mill opened in 1990, and not in 1991.';
  const others = ['the mill opened', 'The mill opened in 1990 and', 'The mill … 1990', 'The mill opened in 1991'];
  for (const quote of [...others, 'Тhe mill opened', '', '  ', '""', ',', '...']) {
    assert.equal(found(quote, passage), null, quote);
  }
});

test('a quote cuts no word and no figure in two', () => {
  const cut: [quote: string, passage: string][] = [
    ['5 million people', 'It serves 15 million people.'],
    ['5 million people', 'It serves 1.5 million people.'],
    ['500 people', 'It serves 1,500 people.'],
    ['rose by 3', 'It rose by 3.5 points.'],
    ['rose by 3', 'It rose by 3% then.'],
    ['5 degrees', 'It was -5 degrees.'],
    ['able to swim', 'They are unable to swim.'],
    ['toxic', 'It is non-toxic.'],
    ['the lead', 'the leader of them'],
    ['gro', 'Die Größe, gro\u0308sser'],
  ];
  for (const [quote, passage] of cut) assert.equal(found(quote, passage), null, `${quote} in ${passage}`);
  assert.equal(found('5 million', 'Of 15 million, 5 million left.'), '5 million');
});

test('a quote begins and ends between words that no space parts', () => {
  const passage = '夏祭りには約850人が来てくださり、会計は二十五万円の黒字でした。';
  for (const quote of ['約850人が来て', '会計は二十五万円', '黒字でした']) assert.equal(found(quote, passage), quote);
  for (const quote of ['850人が来てく', '会計は二十', '五万円の黒字']) assert.equal(found(quote, passage), null, quote);
});

test('a quote between such words leaves out no denial', () => {
  assert.equal(found('同意这项计划', '市政府并不同意这项计划。'), null);
  assert.equal(found('批准这项计划', '任何人不得批准这项计划。'), null);
  assert.equal(found('計画を承認し', '市は計画を承認しない。'), null);
  assert.equal(found('同意这项计划', '市政府昨天同意这项计划。'), '同意这项计划');
});

test('no quote joins what was apart before something hidden was taken out', () => {
  assert.equal(found('The mill opened', 'The mill <!-- never --> opened'), null);
  assert.equal(found('The mill […] opened', 'The mill <!-- never --> opened'), null);
  assert.equal(found('The mill opened', 'The mi\u200bll opened'), 'The mi\u200bll opened');
});

test('whatever is quoted is literally there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), fc.nat(60), (passage, a, b) => {
      const quote = passage.slice(Math.min(a, b), Math.max(a, b));
      const words = found(quote, passage);
      if (words !== null) assert.ok(passage.includes(words));
    }),
  );
});
