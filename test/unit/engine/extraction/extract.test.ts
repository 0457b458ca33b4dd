import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import fc from '#test/support/property.ts';

const REQUESTED_AT = '2026-11-21T10:00:00Z';

function run(content: string, { question = '', direct = false } = {}) {
  return extract({ content, question, requestedAt: REQUESTED_AT, direct });
}

const normalized = (content: string) => run(content).claims.map((claim) => claim.normalized_claim);

describe('fiction', () => {
  test('every claim of a marked fiction is uncheckable', () => {
    const { claims } = run('Once upon a time a king lived in Kent. He had 3 sons.');
    assert.deepEqual(new Set(claims.map((claim) => claim.not_checkable_reason)), new Set(['fiction']));
  });
  test('greetings and bare headings give no claims', () => {
    assert.deepEqual(run('Hello everyone!').claims, []);
    assert.deepEqual(run('# Early Life\n').claims, []);
  });
});

describe('description of a claim', () => {
  const only = (text: string) => run(text).claims[0]!;
  test('types', () => {
    const cases: [string, string][] = [
      ['Kubo has 500 employees.', 'numerical'],
      ['The bridge opened in 1937.', 'temporal'],
      ['There are wolves in Norway.', 'existence'],
      ['Smog is caused by traffic.', 'causal'],
      ['Peru is larger than Chile.', 'comparative'],
      ['The court ruled that the law is void.', 'legal'],
      ['Aspirin reduces pain in patients.', 'medical'],
      ['Ada Stone said that Kubo is closed.', 'quotation'],
    ];
    for (const [text, type] of cases) assert.equal(only(text).claim_type, type, text);
  });
  test('materiality', () => {
    assert.equal(only('John Smith was accused of fraud.').materiality, 'high');
    assert.equal(only('The vaccine lowers mortality.').materiality, 'high');
    assert.equal(run('Kubo is in Leeds. The garden was quiet and lovely. Kubo is old.').claims[1]!.materiality, 'low');
  });
  test('entities, dates, quantities and jurisdiction', () => {
    const claim = only(
      'On 5 May 2020, Acme Robotics paid $3.5 million and at least 12 percent interest under German law.',
    );
    assert.deepEqual(claim.dates_and_temporal_scope, ['5 May 2020']);
    assert.deepEqual(claim.quantities_and_units, ['$3.5 million', 'at least 12 percent']);
    assert.ok(claim.entities.includes('Acme Robotics'));
    assert.equal(claim.jurisdiction, 'Germany');
    const other = (place: string) => only(`The law of ${place} bans the sale of fireworks.`).jurisdiction;
    assert.deepEqual(['New South Wales', 'New York', 'the United Kingdom', 'West Virginia', 'the U.S.'].map(other), [
      'Wales',
      'New York',
      'United Kingdom',
      'West Virginia',
      'United States',
    ]);
  });
});

describe('structure of the text', () => {
  test('markdown is read, and skipped code is listed as a limitation', () => {
    const { claims, limitations } = run(
      '# Kubo\n\nKubo makes **lenses**.[1]\n\n```js\nKubo.made("mirrors");\n```\n\n- Kubo has [40 shops](https://example.org).\n',
    );
    assert.deepEqual(
      claims.map((claim) => claim.normalized_claim),
      ['Kubo makes lenses.', 'Kubo has 40 shops.'],
    );
    assert.match(limitations.join(), /code_skipped/);
  });
  test('a list label is dropped before a clause and kept before a name', () => {
    assert.deepEqual(
      normalized('# Kubo Tower\n\n- **Height**: The tower stands 330 metres tall.\n- Owner: City of Leeds\n'),
      ['Kubo Tower stands 330 metres tall.', 'Owner: City of Leeds.'],
    );
    const [, owner] = run('# Kubo Tower\n\n- Height: 330 metres\n- Owner: City of Leeds\n').claims;
    assert.deepEqual(owner!.ambiguous_dependencies, ['subject: "Kubo Tower"']);
  });
  test('table rows are read with their columns, in the words of the table', () => {
    const text = '| City | Population |\n|---|---|\n| Bonn | 330,000 |\n';
    const { claims } = run(text);
    assert.deepEqual(
      claims.map((claim) => [claim.normalized_claim, claim.original_span]),
      [['Bonn, Population: 330,000.', '| Bonn | 330,000']],
    );
  });
  test('a first row that is no header is read too', () => {
    const text = '| Opened | 14 June 2019 |\n|---|---|\n| Turbines | 24 |\n';
    assert.deepEqual(normalized(text), ['Opened: 14 June 2019.', 'Turbines: 24.']);
    assert.deepEqual(normalized('| | |\n|---|---|\n| Turbines | 24 |\n'), ['Turbines: 24.']);
    assert.deepEqual(normalized('| Club | 2023 |\n|---|---|\n| Kubo | 24 |\n'), ['Kubo, 2023: 24.']);
  });
  test('footnotes, definitions and lines in bold with a date are read', () => {
    const text =
      'The hall is open.[^1]\n\n[^1]: The bar closes at noon.\n[home]: https://example.org\n\nWarranty\n: Two years from the day of sale.\n\n**Open from 1 May to 30 September**\n';
    assert.deepEqual(normalized(text), [
      'The hall is open.',
      'The bar closes at noon.',
      'Warranty : Two years from the day of sale.',
      'Open from 1 May to 30 September.',
    ]);
  });
  test('what was not read is listed', () => {
    const { missing_spans } = run('Kubo makes lenses.\n\n```\nKubo.made("mirrors");\n```\n\n- 14/6, 15/6\n');
    assert.deepEqual(missing_spans[0], '```\nKubo.made("mirrors");\n```');
  });
  test('direct content is always exactly one claim', () => {
    for (const text of [
      '  A ran. B ran.\n',
      'Hello!',
      '# x',
      '…',
      'Was it so?',
      '| a | b |',
      'Hold the power button; the lamp then turns red after 3 seconds.',
      'Straße gebaut wird hier nicht und das ist gut.',
    ]) {
      const { claims } = run(text, { direct: true });
      assert.equal(claims.length, 1, text);
      assert.equal(claims[0]!.original_span, text.trim());
    }
  });
  test('white space gives no claims and a limitation', () => {
    const output = run(' \n\t ');
    assert.deepEqual(output.claims, []);
    assert.match(output.limitations[0]!, /white space/);
  });
  test('direct white space is one claim', () => {
    const { claims } = run(' \n\t ', { direct: true });
    assert.deepEqual(
      claims.map(({ start, end, normalized_claim, not_checkable_reason }) => [
        start,
        end,
        normalized_claim,
        not_checkable_reason,
      ]),
      [[0, 4, ' \n\t ', 'not_a_statement']],
    );
  });
  test('text in another language gives unanalysed claims with a limitation', () => {
    const output = run(
      'Die Brücke wurde im Jahr 1937 gebaut und ist nicht sehr lang. Sie ist eine der ältesten in der Stadt.',
    );
    assert.equal(output.language, 'de');
    assert.equal(output.claims.length, 2);
    for (const claim of output.claims) assert.match(claim.limitations[0]!, /^language_not_read/);
  });
});

describe('coverage', () => {
  test('the estimate counts factual clauses only', () => {
    const output = run('Kubo was founded in 1990 and was sold in 2001. I like it. Where is it?');
    assert.equal(output.estimated_material_claims, 2);
    assert.deepEqual(output.missing_spans, []);
  });
});

/** Scalar values only, with text that may break offsets: astral, combining, right-to-left, line ends, marks. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'Ada Stone ',
        'was born ',
        'in 1990',
        ', who ',
        ', a poet,',
        ' and ',
        'sold Kubo',
        '. ',
        '\r\n',
        '\n\n',
        '- ',
        '| ',
        '|---|\n',
        '# ',
        '**',
        '`x` ',
        '😀',
        'e\u0301',
        'שלום ',
        '(',
        ')',
        '"',
        '[a](b) ',
        'he ',
        'it ',
        'last year ',
        '> ',
        'which ',
        ' is ',
        ';',
        '\u2028',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
);

test('property: spans are exact sorted code points, and extraction is deterministic', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (content, direct) => {
      const output = run(content, { direct });
      const points = Array.from(content);
      let previous = 0;
      for (const [i, claim] of output.claims.entries()) {
        assert.equal(claim.ordinal, i);
        assert.ok(claim.start >= previous && claim.end > claim.start);
        assert.equal(points.slice(claim.start, claim.end).join(''), claim.original_span);
        if (content.trim() !== '') assert.notEqual(claim.normalized_claim.trim(), '');
        assert.equal(claim.checkable, claim.not_checkable_reason === null);
        previous = claim.start;
      }
      assert.deepEqual(run(content, { direct }), output);
    }),
    { numRuns: 150 },
  );
});

/** Quadratic time on any of these would take minutes. */
test('hostile text is read to its end in bounded time', { timeout: 60_000 }, () => {
  const seeds = [
    '[',
    '(',
    'a',
    '\n',
    'a.',
    '😀',
    'e\u0301',
    '-',
    '"',
    "'",
    '|a',
    '*',
    '`',
    '<a ',
    '> ',
    '![a](',
    'http://',
    ', which is',
    'Bob Ann ',
    '# a\n',
    'and ',
    '<!--',
    '\u200b',
  ];
  for (const seed of seeds) {
    const content = `${seed.repeat(Math.floor(40_000 / seed.length))}\n\nKubo was founded in 1990.`;
    const points = Array.from(content);
    const { claims } = run(content);
    for (const claim of claims.slice(0, 50))
      assert.equal(points.slice(claim.start, claim.end).join(''), claim.original_span, seed);
    const last = claims.at(-1);
    if (seed !== '> ' && seed !== '|a') assert.ok(last?.original_span.includes('founded in 1990'), seed);
  }
});
