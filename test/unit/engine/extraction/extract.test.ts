import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import fc from '#test/support/property.ts';

const REQUESTED_AT = '2026-11-21T10:00:00Z';

function run(content: string, { question = '', direct = false } = {}) {
  return extract({ content, question, requestedAt: REQUESTED_AT, direct });
}

const normalized = (content: string, question = '') =>
  run(content, { question }).claims.map((claim) => claim.normalized_claim);

describe('statements that are split', () => {
  const cases: [string, string[]][] = [
    ['Ada Stone wrote a novel and directed a film.', ['Ada Stone wrote a novel.', 'Ada Stone directed a film.']],
    [
      'In 2019, Norsk Data bought Kubo and sold Merak.',
      ['In 2019, Norsk Data bought Kubo.', 'In 2019, Norsk Data sold Merak.'],
    ],
    [
      'Ada Stone, a Welsh chemist born in Cardiff, won a medal.',
      ['Ada Stone was a Welsh chemist.', 'Ada Stone was born in Cardiff.', 'Ada Stone won a medal.'],
    ],
    [
      'Lisbon, which is the capital of Portugal, has seven hills.',
      ['Lisbon is the capital of Portugal.', 'Lisbon has seven hills.'],
    ],
    [
      'Peru, Chile and Bolivia signed the pact in 1971.',
      ['Peru signed the pact in 1971.', 'Chile signed the pact in 1971.', 'Bolivia signed the pact in 1971.'],
    ],
    [
      'Peru and Chile are located in South America.',
      ['Peru is located in South America.', 'Chile is located in South America.'],
    ],
    [
      'Ada Stone was born in Leeds and raised in York.',
      ['Ada Stone was born in Leeds.', 'Ada Stone was raised in York.'],
    ],
    [
      'Ada Stone was a poet, critic and editor.',
      ['Ada Stone was a poet.', 'Ada Stone was a critic.', 'Ada Stone was an editor.'],
    ],
    ['Kubo makes lenses; Merak makes mirrors.', ['Kubo makes lenses.', 'Merak makes mirrors.']],
    ['Born in Ulm, Karl Weiss moved to Bern.', ['Karl Weiss was born in Ulm.', 'Karl Weiss moved to Bern.']],
    ['Kubo, whose founder is Ada Stone, makes lenses.', ['Kubo’s founder is Ada Stone.', 'Kubo makes lenses.']],
    ['Kubo is a company that makes lenses.', ['Kubo is a company.', 'Kubo makes lenses.']],
  ];
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(normalized(text), expected));
});

describe('statements that stay whole', () => {
  const cases = [
    'The report said that costs rose and sales fell.',
    'Few people smoke and drink.',
    'Ada Stone and Karl Weiss married in 1990.',
    'Kubo sells only lenses and mirrors.',
    'If prices rise, sales fall and profits shrink.',
    'Kubo did not buy Merak and sell Norsk.',
    'The treaty between Peru and Chile was signed in 1929.',
    'Peru and Chile won 3 and 5 medals, respectively.',
    'The song "Come and Go" was released in 1999.',
    'Ada Stone has never written and directed films.',
  ];
  for (const text of cases) test(text, () => assert.deepEqual(normalized(text), [text]));
});

describe('qualifiers', () => {
  test('an attribution holds for every part of a split sentence', () => {
    assert.deepEqual(normalized('According to the WHO, smoking harms lungs and kills at least 8 million people.'), [
      'According to the WHO, smoking harms lungs.',
      'According to the WHO, smoking kills at least 8 million people.',
    ]);
  });
  test('a modal is shared by coordinated verbs', () => {
    assert.deepEqual(normalized('The drug may lower pressure and slow the pulse.'), [
      'The drug may lower pressure.',
      'The drug may slow the pulse.',
    ]);
  });
});

describe('references', () => {
  test('a pronoun with one fitting antecedent is replaced', () => {
    assert.equal(normalized('Marie Stone was born in Leeds. She moved to York.')[1], 'Marie Stone moved to York.');
  });
  test('the question may provide the antecedent', () => {
    assert.deepEqual(normalized('She was born in Leeds.', 'Where was Marie Stone born?'), [
      'Marie Stone was born in Leeds.',
    ]);
  });
  test('a pronoun with two possible antecedents is not replaced', () => {
    const [, claim] = run('John Smith met Robert Jones in 1990. He was tired.').claims;
    assert.equal(claim!.normalized_claim, 'He was tired.');
    assert.deepEqual(claim!.unresolved_ambiguity, ['"He" may mean John Smith or Robert Jones']);
  });
  test('a pronoun without an antecedent is listed as a dependency', () => {
    const [claim] = run('She was born in Leeds.').claims;
    assert.deepEqual(claim!.ambiguous_dependencies, ['She']);
  });
  test('a definite description is replaced by the only entity called so', () => {
    assert.equal(
      normalized('Acme Robotics is a company based in Ohio. The company employs 500 people.').at(-1),
      'Acme Robotics employs 500 people.',
    );
  });
  test('a pronoun in a second clause refers to the named subject of the first', () => {
    assert.deepEqual(normalized('Acme Robotics sells lenses, and its revenue doubled in 2020.'), [
      'Acme Robotics sells lenses.',
      "Acme Robotics' revenue doubled in 2020.",
    ]);
  });
  test('an impersonal "it" is neither replaced nor open', () => {
    const [, claim] = run('Kubo makes lenses. It is common for lenses to break.').claims;
    assert.equal(claim!.normalized_claim, 'It is common for lenses to break.');
    assert.deepEqual(claim!.ambiguous_dependencies, []);
  });
});

describe('relative dates', () => {
  const cases: [string, string][] = [
    ['Kubo was sold last year.', 'Kubo was sold in 2025.'],
    ['Kubo was sold yesterday.', 'Kubo was sold on 20 November 2026.'],
    ['Kubo has grown since last month.', 'Kubo has grown since October 2026.'],
    ['Kubo was founded five years ago.', 'Kubo was founded in 2021.'],
  ];
  for (const [text, expected] of cases) {
    test(text, () => {
      const [claim] = run(text).claims;
      assert.equal(claim!.normalized_claim, expected);
      assert.match(claim!.limitations[0]!, /^relative_date: /);
      assert.equal(claim!.original_span, text);
    });
  }
  test('a relative date inside a quotation is not resolved', () => {
    const text = 'Ada Stone said "we sold it yesterday" in 1990.';
    assert.deepEqual(normalized(text), [text]);
  });
});

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
  test('a list label is dropped before a clause and read as a property before a name', () => {
    assert.deepEqual(
      normalized('# Kubo Tower\n\n- **Height**: The tower stands 330 metres tall.\n- Owner: City of Leeds\n'),
      ['Kubo Tower stands 330 metres tall.', 'The owner is City of Leeds.'],
    );
    const [, owner] = run('# Kubo Tower\n\n- Height: 330 metres\n- Owner: City of Leeds\n').claims;
    assert.deepEqual(owner!.ambiguous_dependencies, ['subject: "Kubo Tower"']);
  });
  test('table rows are read with their columns', () => {
    const text = '| City | Population |\n|---|---|\n| Bonn | 330,000 |\n';
    const { claims } = run(text);
    assert.deepEqual(
      claims.map((claim) => [claim.normalized_claim, claim.original_span]),
      [['For Bonn, population is 330,000.', '| Bonn | 330,000']],
    );
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
    for (const claim of output.claims) assert.match(claim.limitations[0]!, /^language_not_supported/);
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
