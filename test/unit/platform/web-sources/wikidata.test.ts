import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wikidata } from '#platform/web-sources/wikidata.ts';
import { SourceFormatError, type SourceText } from '#platform/web-sources/wire.ts';

const QUERY = { text: 'eiffel tower', language: 'en', limit: 5 };
const METRE = 'http://www.wikidata.org/entity/Q11573';

const snak = (property: string, type: string, value: unknown) => ({
  snaktype: 'value',
  property,
  datavalue: { type, value },
});
const statement = (mainsnak: object, more: object = {}) => ({ mainsnak, rank: 'normal', ...more });
const height = (amount: string, more: object = {}) =>
  statement(snak('P2048', 'quantity', { amount, unit: METRE }), more);

function entry(claims: object) {
  return { entities: { Q243: { labels: { en: { language: 'en', value: 'Eiffel Tower' } }, claims } } };
}

const NAMES = {
  entities: Object.fromEntries(
    Object.entries({
      P2048: 'height',
      P571: 'inception',
      P17: 'country',
      P585: 'point in time',
      Q142: 'France',
      Q11573: 'metre',
    }).map(([id, value]) => [id, { labels: { en: { value } } }]),
  ),
};

function textOf(claims: object): string {
  assert(wikidata.text.kind === 'request');
  const [text] = wikidata.text.parse(entry(claims), [], NAMES) as [SourceText];
  return text.text;
}

test('statements become sentences, with what limits them', () => {
  const text = textOf({
    P2048: [
      height('+330'),
      height('+312.2', {
        qualifiers: {
          P585: [snak('P585', 'time', { time: '+1889-03-31T00:00:00Z', precision: 11 })],
        },
      }),
    ],
    P571: [statement(snak('P571', 'time', { time: '+1887-01-00T00:00:00Z', precision: 9 }))],
    P17: [statement(snak('P17', 'wikibase-entityid', { id: 'Q142' }))],
  });
  assert.deepEqual(text.split('\n\n'), [
    'The height of Eiffel Tower is 330 metre.',
    'The height of Eiffel Tower is 312.2 metre (point in time: 31 March 1889).',
    'The inception of Eiffel Tower is 1887.',
    'The country of Eiffel Tower is France.',
  ]);
});

test('what is deprecated, unnamed or limited by what has no name says nothing', () => {
  const unknown = snak('P9999', 'wikibase-entityid', { id: 'Q142' });
  const text = textOf({
    P2048: [height('+1', { rank: 'deprecated' }), height('+2', { qualifiers: { P9999: [unknown] } }), height('+3')],
    P9999: [statement(unknown)],
    P17: [statement({ snaktype: 'somevalue', property: 'P17' }), statement({ snaktype: 'value', property: 'P17' })],
  });
  assert.equal(text, 'The height of Eiffel Tower is 3 metre.');
});

test('the names of properties, units and values are asked for, each once', () => {
  assert(wikidata.text.kind === 'request');
  const request = wikidata.text.follow?.(
    entry({
      P2048: [height('+330'), height('+312')],
      P17: [statement(snak('P17', 'wikibase-entityid', { id: 'Q142' }))],
    }),
    QUERY,
  );
  assert.equal(request?.query?.ids, 'P2048|P17|Q11573|Q142');
});

test('an answer of another form is told by its field', () => {
  const field = (answer: unknown) => {
    try {
      wikidata.parseSearch(answer, QUERY);
      return null;
    } catch (error) {
      assert(error instanceof SourceFormatError);
      return error.field;
    }
  };
  assert.equal(field({ query: { search: [{ title: 'Q243' }] } }), null);
  assert.equal(field({ query: {} }), 'query.search');
  assert.equal(field({ query: { search: [{ title: 'Eiffel Tower' }] } }), 'query.search[0].title');
  assert.equal(field({ error: { code: 'missingparam' } }), 'query (missingparam)');
});
