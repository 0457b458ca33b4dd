import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_SOURCES } from '#platform/web-sources/public-sources.ts';
import { SourceFormatError, SourceRefusal } from '#platform/web-sources/wire.ts';
import { queryFor } from '#test/support/web-sources/ask.ts';
import fc from '../../../support/property.ts';

const WIRES = [...new Set(Object.values(PUBLIC_SOURCES).flat())];

/** A value in the envelopes of the formats. */
function envelopes(value: unknown): unknown[] {
  return [
    value,
    {
      status: 'ok',
      message: { items: [value, { DOI: '10.1000/1', URL: 'https://doi.org/10.1000/1', title: ['x'], author: value }] },
    },
    {
      resultList: {
        result: [value, { id: '1', source: 'MED', title: 'x', journalInfo: value, pubTypeList: { pubType: value } }],
      },
    },
    { esearchresult: { idlist: [value] } },
    {
      studies: [
        value,
        { protocolSection: { identificationModule: { nctId: 'NCT00000001', briefTitle: 'x' }, designModule: value } },
      ],
    },
    { count: 1, results: [value] },
    { results: [{ cluster_id: 1, absolute_url: '/opinion/1/x/', caseName: 'x', opinions: value, citation: value }] },
    { hits: { hits: [value] } },
    [{ total: 1, lastupdated: value }, [value]],
    `<feed><entry><id>http://arxiv.org/abs/2609.04658v1</id><title>${String(value)}</title></entry></feed>`,
  ];
}

test('whatever arrives, a search ends with citable candidates or a typed error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const wire of WIRES) {
        for (const answer of envelopes(value)) {
          try {
            for (const { url, title, key } of wire.parseSearch(answer, queryFor('x'))) {
              assert.match(url, /^https?:\/\//);
              assert.ok(title !== '' && key !== '');
            }
          } catch (error) {
            assert.ok(error instanceof SourceFormatError || error instanceof SourceRefusal, String(error));
          }
        }
      }
    }),
  );
});
