import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT, type Ruling } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string, ground: string];

function decides(relationship: Ruling['relationship'], cases: readonly Case[]): void {
  for (const [claim, passage, ground] of cases) {
    test(passage.slice(0, 80), () => {
      const ruling = judge(claim, passage);
      assert.equal(ruling.relationship, relationship, claim);
      assert.ok(ruling.grounds.includes(ground), ruling.grounds.join());
    });
  }
}

describe('what stands beside a name', () => {
  decides('supports', [
    ['Orme has bought the quay.', 'Its owner, Orme, has bought the quay.', 'identity_statement'],
    ['Orme bought the quay.', 'Budget airline Orme bought the quay.', 'title'],
    ['The quay was sold to Orme.', 'The quay was sold to the Danish group Orme.', 'title'],
    ['Ada Noll opened the quay.', 'Her teacher Ada Noll opened the quay.', 'title'],
    ['The poet Ada Noll opened the quay.', 'Ada Noll, a poet, opened the quay.', 'apposition_order'],
    ['The quay was built for Ada Noll, a poet.', 'The quay was built for the poet Ada Noll.', 'apposition_order'],
  ]);
});

describe('what is set off at the end', () => {
  decides('supports', [
    ['Sales fell to £9 million.', 'Sales fell to £9 million, the lowest since 2007.', 'closing_comment'],
    ['Noll won in Orr.', 'Noll won in Orr, her first title since 2017.', 'closing_comment'],
    [
      'The line carried 900 people.',
      'The line carried 900 people, twice as many as when it opened.',
      'closing_comment',
    ],
    ['The wardens counted 64 toads.', 'The wardens counted 64 toads, after 81 in 2023.', 'closing_comment'],
    [
      'The rate is fixed until May 2028.',
      'The rate is fixed until May 2028, after which it varies.',
      'relative_clause',
    ],
    ['The firm was called Orr until 1867.', 'The firm was called Orr until 1867, when it was sold.', 'relative_clause'],
    ['Seeds are spread by wind.', 'Seeds are spread by wind, because they have wings.', 'reason'],
    ['The line was shut in 1962.', 'The line was shut in 1962 but carried stone until 1979.', 'adversative'],
  ]);
});

describe('a list of predicates says each of its subject', () => {
  const passage = 'The trust drained the fen, laid down a path and planted 40 trees.';
  decides('supports', [
    ['The trust drained the fen.', passage, 'further_predicate'],
    ['The trust laid down a path.', passage, 'further_predicate'],
    ['The trust planted 40 trees.', passage, 'further_predicate'],
    ['The fen was ploughed until 1969.', 'The fen was drained, ploughed until 1969 and sold.', 'further_predicate'],
  ]);
  decides('contradicts', [['The trust planted 60 trees.', passage, 'other_figure']]);
});

describe('what had happened happened', () => {
  decides('supports', [
    ['Noll won the cup.', 'Noll had won the cup.', 'perfect'],
    ['Noll had won the cup.', 'Noll won the cup.', 'perfect'],
    ['The mill was sold by Noll.', 'The mill had been sold by Noll.', 'perfect'],
  ]);
});

test('a passive has a participle of its own form', () => {
  assert.equal(judge('Noll wrote the play.', 'The play was written by Noll.').relationship, 'supports');
});

describe('of whom a pronoun speaks', () => {
  decides('supports', [
    ['Noll laid down a limit.', 'In May 1878 Major Noll inspected the quay. He laid down a limit.', 'pronoun'],
    [
      'At full load Boiler 4 will burn 9 tonnes.',
      'The firm Orme lit Boiler 4. Boiler 4 can melt 9 tonnes. At full load it will burn 9 tonnes.',
      'pronoun',
    ],
  ]);
  test('stays open where the sentence that names it names another', () => {
    const passage = 'Boiler 4 replaces Kiln Orr. At full load it will burn 9 tonnes.';
    assert.equal(judge('At full load Boiler 4 will burn 9 tonnes.', passage).relationship, 'unresolved');
  });
});

test('a section that is spoken of is the subject, not the number of a clause', () => {
  const ruling = judge('Section 48 was inserted in 2019.', 'Section 48 was inserted in 2019.', NO_CONTEXT);
  assert.equal(ruling.relationship, 'supports');
});
