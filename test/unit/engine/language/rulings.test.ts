/** What fact checks say of claims, and whose words a sentence gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ruling, rulingAlone, rulingIn, tellsOfClaimInLaw, wordsReportedIn } from '#engine/language/rulings.ts';

const RULINGS: Record<Ruling, string[]> = {
  true: ['true', 'correct', 'entirely true', 'completely accurate', 'factually correct', 'simply true', 'really true'],
  false: ['false', 'not true', 'completely false', 'utterly baseless', 'just wrong', 'totally fabricated', 'unfounded'],
  open: [
    'mostly true',
    'mostly false',
    'partly true',
    'partially false',
    'largely true',
    'technically correct',
    'probably false',
    'allegedly true',
    'barely true',
    'hardly true',
    'nearly true',
    'almost true',
    'half true',
    'half-true',
    'only partly true',
    'just barely true',
    'not entirely true',
    'not quite accurate',
    'far from true',
    'misleading',
    'unproven',
  ],
};

for (const [ruling, values] of Object.entries(RULINGS)) {
  for (const value of values) {
    test(`"${value}" is ${ruling}, after a label, alone and said of a claim`, () => {
      const labelled = ['Rating: X.', 'Our verdict – X', 'The ruling is X.'].map((form) => form.replace('X', value));
      const said = ['This claim is X.', 'The story was X.', 'But that statement is X!'].map((form) =>
        form.replace('X', value),
      );
      for (const sentence of [...labelled, ...said]) assert.equal(rulingIn(sentence), ruling, sentence);
      assert.equal(rulingAlone(`${value}.`), ruling);
    });
  }
}

test('a "true" that is restricted in the same sentence is open', () => {
  for (const rest of [', but it needs context.', '; however, the figure is old.', ', though only in winter.']) {
    assert.equal(rulingIn(`Rating: True${rest}`), 'open');
    assert.equal(rulingIn(`This claim is true${rest}`), 'open');
  }
});

test('what speaks of a deed, or denies that something is false, rules on nothing', () => {
  for (const sentence of [
    'It was wrong.',
    'It is not a hoax.',
    'The claim was rejected.',
    'This is the true height.',
  ]) {
    assert.equal(rulingIn(sentence), null, sentence);
  }
});

test('the words of others are told from the sentence that gives them', () => {
  assert.equal(wordsReportedIn('The post reads: “The tower is 500 m tall.”'), 'The tower is 500 m tall.');
  assert.equal(wordsReportedIn('The firm claims that the tower is 500 m tall.'), 'the tower is 500 m tall.');
  assert.equal(wordsReportedIn('A post says: the tower is 500 m tall.'), 'the tower is 500 m tall.');
  assert.equal(wordsReportedIn('The tower, called “the needle”, is 500 m tall.'), null);
  assert.equal(wordsReportedIn('The tenant filed a claim on 3 March 2021.'), null);
});

test('a claim that is made in law or to an insurer is no statement', () => {
  for (const sentence of ['She filed a claim in May.', 'The owner had withdrawn his last two claims.']) {
    assert.equal(tellsOfClaimInLaw(sentence), true, sentence);
  }
  assert.equal(tellsOfClaimInLaw('The claim that he lied went round.'), false);
});
