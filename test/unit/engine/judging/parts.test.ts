import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readParts } from '#common/found-parts.ts';
import { examinePassage } from '#engine/judging/passage.ts';

interface Expected {
  has?: string[];
  differs?: [text: string, instead: string][];
  lacks?: string[];
}

function explanationOf(claim: string, passage: string, title: string | null = null, heading: string | null = null) {
  const judgeable = { normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] };
  return examinePassage(judgeable, passage, { title, heading, opening: null, about: null }).judgement.explanation;
}

function expectParts(explanation: string, { has = [], differs = [], lacks = [] }: Expected) {
  const { parts } = readParts(explanation) ?? { parts: { has: [], differs: [], lacks: [] } };
  const shown = {
    has: parts.has.map(({ text, as, isLoose, isAbove }) => {
      if (isAbove) return `${text} ↑`;
      return as === null ? text : `${text} = ${as}${isLoose ? '?' : ''}`;
    }),
    differs: parts.differs.map(({ text, instead }) => [text, instead]),
    lacks: parts.lacks,
  };
  assert.deepEqual(shown, { has, differs, lacks }, explanation);
}

describe('parts of a claim that a passage has and lacks', () => {
  const BRIDGE = 'The Aldwater Bridge was opened by the Queen in July 1932.';
  const cases: [string, string, string, Expected][] = [
    [
      'who, what and when, but not by whom',
      BRIDGE,
      'The Aldwater Bridge was opened on 4 July 1932.',
      { has: ['The Aldwater Bridge', 'was opened', 'in July 1932 = 4 July 1932'], lacks: ['by the Queen'] },
    ],
    [
      'how much of what',
      'The Aldwater Bridge is 134 metres long.',
      'The Aldwater Bridge was built in 1932.',
      { has: ['The Aldwater Bridge'], lacks: ['134 metres', 'long'] },
    ],
    [
      'a less precise date',
      BRIDGE,
      'The Aldwater Bridge was opened by the Queen in 1932.',
      { has: ['The Aldwater Bridge', 'was opened', 'by the Queen'], differs: [['in July 1932', '1932']] },
    ],
    [
      'a figure with another one in its place',
      'Acme repaired 14 turbines in May 2020.',
      'Acme repaired 12 turbines in June 2019.',
      {
        has: ['Acme', 'repaired'],
        differs: [
          ['14 turbines', '12'],
          ['in May 2020', 'June 2019'],
        ],
      },
    ],
    [
      'where, and under which condition',
      'The gate at Hollin closes when the water exceeds 3 metres.',
      'The gate at Hollin closes at night.',
      { has: ['The gate', 'at Hollin', 'closes'], lacks: ['when the water', 'exceeds', '3 metres'] },
    ],
    [
      'what it denies',
      'The museum was not damaged by the storm in Hollin.',
      'The museum was damaged by a flood.',
      { has: ['The museum'], differs: [['was not damaged', 'was damaged']], lacks: ['by the storm', 'in Hollin'] },
    ],
    [
      'a bound with its figure',
      'The ferry carries more than 300 cars a day in winter.',
      'The ferry carries passengers in winter.',
      { has: ['The ferry', 'carries', 'in winter'], lacks: ['more than 300 cars', 'a day'] },
    ],
  ];
  for (const [name, claim, passage, expected] of cases) {
    test(name, () => expectParts(explanationOf(claim, passage), expected));
  }

  test('a heading and a title count as what stands above the passage', () => {
    const claim = 'The Aldwater Bridge opened in Torvik in 1932.';
    const explanation = explanationOf(claim, 'A park opened in Torvik.', 'Aldwater Bridge: history', 'Since 1932');
    expectParts(explanation, { has: ['The Aldwater Bridge ↑', 'opened', 'in Torvik', 'in 1932 ↑'] });
  });

  test('a file name counts above the passage by its words', () => {
    const explanation = explanationOf(
      'The Aldwater Bridge opened in Torvik.',
      'A park opened in Torvik.',
      'aldwater-bridge.txt',
    );
    expectParts(explanation, { has: ['The Aldwater Bridge ↑', 'opened', 'in Torvik'] });
  });

  test('one word of the passage is not taken for two parts', () => {
    const explanation = explanationOf('The firm that runs the boat talked of fog.', 'The boat runs on Sundays.');
    expectParts(explanation, { has: ['runs', 'the boat'], lacks: ['The firm', 'talked', 'of fog'] });
  });

  test('a passage with nothing of the claim says so, without a list', () => {
    assert.equal(
      explanationOf('Whales feed on krill.', 'The vote was held on Monday.'),
      'It has no part of the claim.',
    );
  });

  test('all of the claim in a passage that says it of something else is told apart', () => {
    const explanation = explanationOf('Acme acquired Velmar in 2019.', 'Acme said that Orrin acquired Velmar in 2019.');
    assert.match(explanation, /^It has "Acme", "acquired", "Velmar" and "in 2019"\. It says this of something else/);
  });

  test('quotation marks of claim and passage do not end a part early', () => {
    const explanation = explanationOf('The "Old Mill" in Hollin has 14 rooms.', 'The "Old Mill" is in Torvik.');
    const parts = readParts(explanation)!.parts;
    assert.ok(parts.lacks.includes('14 rooms'), explanation);
    assert.ok(
      parts.has.some(({ text }) => text.includes('Old Mill')),
      explanation,
    );
  });
});
