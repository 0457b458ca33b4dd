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
      { has: ['Aldwater Bridge', 'opened', 'July 1932'], lacks: ['Queen'] },
    ],
    [
      'how much of what',
      'The Aldwater Bridge is 134 metres long.',
      'The Aldwater Bridge was built in 1932.',
      { has: ['Aldwater Bridge'], lacks: ['134 metres', 'long'] },
    ],
    [
      'a figure with another one in its place',
      'Acme repaired 14 turbines in May 2020.',
      'Acme repaired 12 turbines in June 2019.',
      {
        has: ['Acme', 'repaired', 'turbines'],
        differs: [
          ['14', '12'],
          ['May 2020', 'June 2019'],
        ],
      },
    ],
    ['another word', 'The film was praised.', 'The movie was rarely praised.', { has: ['film = movie?', 'praised'] }],
  ];
  for (const [name, claim, passage, expected] of cases) {
    test(name, () => expectParts(explanationOf(claim, passage), expected));
  }

  test('a heading and a title count as what stands above the passage', () => {
    const [claim, passage] = ['The Orr Museum has 40 rooms.', 'There are 40 rooms and a shop, they say.'];
    expectParts(explanationOf(claim, passage, 'orr-museum.txt'), { has: ['Orr Museum ↑', '40', 'rooms'] });
    expectParts(explanationOf(claim, passage, null, 'Orr Museum'), { has: ['Orr Museum ↑', '40', 'rooms'] });
  });

  test('a passage with nothing of the claim says so, without a list', () => {
    const explanation = explanationOf(BRIDGE, 'Whales feed on krill.');
    assert.ok(explanation.length > 0);
    assert.deepEqual(readParts(explanation)?.parts.has ?? [], []);
  });

  test('quotation marks of claim and passage do not end a part early', () => {
    const explanation = explanationOf('"Gulls" is 14 minutes long.', '"Gulls" is a song of 12 minutes and more.');
    assert.deepEqual(readParts(explanation)?.parts.differs, [{ text: '14 minutes', instead: '12 minutes' }]);
  });
});
