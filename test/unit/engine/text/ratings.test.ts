/** What fact checks say of claims, and whose words a sentence gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callsFabricated,
  deniesReport,
  type FactCheckRating,
  namesSpeaker,
  ratingAlone,
  ratingIn,
  tellsOfClaimInLaw,
  wordsReportedIn,
} from '#engine/text/ratings.ts';

const RATINGS: Record<FactCheckRating, string[]> = {
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

for (const [rating, values] of Object.entries(RATINGS)) {
  for (const value of values) {
    test(`"${value}" is ${rating}, after a label, alone and said of a claim`, () => {
      const labelled = ['Rating: X.', 'Our verdict – X', 'The ruling is X.'].map((form) => form.replace('X', value));
      const said = ['This claim is X.', 'The story was X.', 'But that statement is X!'].map((form) =>
        form.replace('X', value),
      );
      for (const sentence of [...labelled, ...said]) assert.equal(ratingIn(sentence), rating, sentence);
      assert.equal(ratingAlone(`${value}.`), rating);
    });
  }
}

test('a "true" that is restricted in the same sentence is open', () => {
  for (const rest of [', but it needs context.', '; however, the figure is old.', ', though only in winter.']) {
    assert.equal(ratingIn(`Rating: True${rest}`), 'open');
    assert.equal(ratingIn(`This claim is true${rest}`), 'open');
  }
});

test('what speaks of a deed, or denies that something is false, rules on nothing', () => {
  for (const sentence of [
    'It was wrong.',
    'It is not a hoax.',
    'The claim was rejected.',
    'This is the true height.',
  ]) {
    assert.equal(ratingIn(sentence), null, sentence);
  }
});

test('the words of others are told from the sentence that gives them', () => {
  assert.equal(wordsReportedIn('The post reads: “The tower is 500 m tall.”'), 'The tower is 500 m tall.');
  assert.equal(wordsReportedIn('The firm claims that the tower is 500 m tall.'), 'the tower is 500 m tall.');
  assert.equal(wordsReportedIn('A post says: the tower is 500 m tall.'), 'the tower is 500 m tall.');
  assert.equal(wordsReportedIn('The tower, called “the needle”, is 500 m tall.'), null);
  assert.equal(wordsReportedIn('The tenant filed a claim on 3 March 2021.'), null);
});

/** Reports that are denied, or that nobody made. */
const DENIED = [
  'The minister denied that "the dam failed in 2010".',
  'The minister has repeatedly denied claims that the dam failed in 2010.',
  'The ministry rejected the claim that the dam failed in 2010.',
  'Officials refuted reports which said that the dam failed in 2010.',
  'Engineers disputed the statement that the dam failed in 2010.',
  'The minister dismissed rumours that the dam failed in 2010.',
  'In his denial of “the dam failed in 2010” he was firm.',
  'The minister never said that the dam failed in 2010.',
  'The minister did not say that the dam failed in 2010.',
  "The minister didn't say that the dam failed in 2010.",
  'The minister hasn’t ever claimed that the dam failed in 2010.',
  'Nobody said: the dam failed in 2010.',
  'No minister claimed that the dam failed in 2010.',
  'There is no evidence that the minister said that the dam failed in 2010.',
  'It is untrue that the minister said that the dam failed in 2010.',
  'The minister refused to say that the dam failed in 2010.',
  'The minister retracted his statement that the dam failed in 2010.',
  'It sent a letter that denied claims that the dam failed in 2010.',
  'His denial that “the dam failed in 2010” was short.',
  'The minister contradicted the claim that the dam failed in 2010.',
  'The minister is wrongly quoted as saying “the dam failed in 2010”.',
  '“The dam failed in 2010” was denied by the minister.',
  '“The dam failed in 2010” is not what the minister said.',
];
for (const sentence of DENIED) {
  test(`gives nobody's words: ${sentence.slice(0, 55)}`, () => {
    assert.equal(wordsReportedIn(sentence), null);
    assert.equal(deniesReport(sentence), true);
  });
}

/** Reports that are made, whatever else is negative about them. */
const MADE = [
  'The post reads: “The dam never failed, and nobody denied it.”',
  'The minister said that the dam did not fail in 2010.',
  'A post claims that the minister denied the failure of the dam.',
  'The post falsely claims that the dam failed in 2010.',
  'Not only this post claims that the dam failed in 2010.',
  'Not long ago a post claimed that the dam failed in 2010.',
  'No fewer than ten posts claim that the dam failed in 2010.',
  'A spokesman of No. 10 said that the dam failed in 2010.',
  'With no evidence, the post claims that the dam failed in 2010.',
  'Without evidence, the post claims that the dam failed in 2010.',
  'A widely disputed post claims that the dam failed in 2010.',
  'After his dismissal, the minister claimed that the dam failed in 2010.',
  'A climate-denial site claims that the dam failed in 2010.',
  'A never-before-seen video claims that the dam failed in 2010.',
  'The debunked story says that the dam failed in 2010.',
];
for (const sentence of MADE) {
  test(`gives the words of others: ${sentence.slice(0, 50)}`, () => {
    assert.match(wordsReportedIn(sentence) ?? '', /dam/);
    assert.equal(deniesReport(sentence), false);
  });
}

test('a sentence that denies something but no report gives none and denies none', () => {
  for (const sentence of ['The dam has never failed.', 'The dam did not fail in 2010.', 'He rejected the offer.']) {
    assert.equal(wordsReportedIn(sentence), null, sentence);
    assert.equal(deniesReport(sentence), false, sentence);
  }
});

test('what is said of a quotation leaves open whether its content is true', () => {
  for (const said of [
    'This quote is fabricated.',
    'The quote is fake.',
    'The quotation is completely made up.',
    'That quotation has been fabricated!',
    'But this viral quote is false.',
    'These quotes are invented.',
    'This quote is misattributed.',
    'The quote attributed to the minister is fake.',
    'That quote was fabricated by a bot.',
    'The quote, which was shared online, is fake.',
    'This quotation is not genuine.',
    'This quote is accurate.',
  ]) {
    assert.equal(ratingIn(said), 'open', said);
  }
  assert.equal(ratingIn('She asked for a quote. The quote was high.'), null);
  assert.equal(ratingIn('The quote is made up of two sentences.'), null);
  assert.equal(ratingIn('The quote for the roof was 900 euros.'), null);
});

test('"fabricated", "fake" and "made up" are told from other ratings', () => {
  for (const said of ['This is fabricated.', 'Rating: Fake.', 'Made up.', 'This claim is made-up.']) {
    assert.equal(ratingIn(said) ?? ratingAlone(said), 'false', said);
    assert.equal(callsFabricated(said), true, said);
  }
  for (const said of ['This is false.', 'Rating: Untrue.', 'Baseless.'])
    assert.equal(callsFabricated(said), false, said);
  assert.equal(ratingIn('It is fake.'), null);
  assert.equal(ratingIn('This is made up of three parts.'), null);
});

test('a speaker is told from posts and rumours that nobody signs', () => {
  for (const sentence of [
    'The minister said that the dam failed in 2010.',
    '“The dam failed in 2010,” the minister said.',
    '“The dam failed in 2010,” said Jane Miller.',
    'A post claims the minister said: “The dam failed in 2010.”',
    'A post claims that the minister said that the dam failed in 2010.',
    'A viral image quotes the minister as saying “The dam failed in 2010.”',
    'According to the minister, “the dam failed in 2010”.',
  ]) {
    assert.equal(namesSpeaker(sentence), true, sentence);
  }
  for (const sentence of [
    'The dam failed in 2010.',
    '“The dam failed in 2010.”',
    'The post reads: “The dam failed in 2010.”',
    'A viral post on Facebook claims that the dam failed in 2010.',
    '“The dam failed in 2010,” says a video.',
    'It is claimed that the dam failed in 2010.',
    'Some people say that the dam failed in 2010.',
    'The rumour that the dam failed in 2010 went round.',
  ]) {
    assert.equal(namesSpeaker(sentence), false, sentence);
  }
});

test('a claim that is made in law or to an insurer is no statement', () => {
  for (const sentence of ['She filed a claim in May.', 'The owner had withdrawn his last two claims.']) {
    assert.equal(tellsOfClaimInLaw(sentence), true, sentence);
  }
  assert.equal(tellsOfClaimInLaw('The claim that he lied went round.'), false);
});
