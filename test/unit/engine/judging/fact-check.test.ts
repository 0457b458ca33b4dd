/** What a fact check quotes and what it concludes, from its page to the verdict. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEngine } from '#engine/in-thread.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import { readStatements } from '#engine/judging/fact-check.ts';
import type { SourceDocument } from '#engine/types/retrieval.ts';

const engine = createEngine();
const NOW = '2026-01-01T00:00:00Z';
const SOURCE: SourceDocument = {
  canonical_url: 'https://facts.example/tower',
  title: '',
  publisher: 'Facts',
  destination_domain: 'facts.example',
  source_class: 'customer_approved',
  approved: true,
  publication_date: null,
  jurisdiction: null,
  licence: null,
  retrieved_at: NOW,
  retrieval_provider: 'source_set',
};
const MYTH = 'The Eiffel Tower is 500 metres tall.';
const FACT = 'The Eiffel Tower is 330 metres tall.';

/** The verdict on `claim` where the page, approved, is all there is. */
async function verdictOn(claim: string, page: string) {
  const { text, title } = await engine.readable({ body: page, mediaType: 'text/html', url: SOURCE.canonical_url });
  const passages = await engine.splitPassages(text);
  const { claims } = await engine.extract({ content: claim, question: '', requestedAt: NOW, direct: true });
  const [ranked] = await engine.rank(claims, [
    passages.map((passage) => ({ ...passage, source: { ...SOURCE, title } })),
  ]);
  const [judged] = await engine.judge(
    [{ claim: claims[0]!, passages: ranked!, gaps: [] }],
    POLICY_TABLE.general_web,
    NOW,
  );
  return judged!;
}

/** Pages, and what they say of MYTH and of FACT. */
const PAGES: [what: string, page: string, myth: string, fact: string][] = [
  ['a claim with its rating', `<p>Claim: ${MYTH} Rating: False.</p>`, 'contradicted', 'unverifiable'],
  ['a rating in another paragraph', `<p>Claim: ${MYTH}</p><p>Our verdict: False</p>`, 'contradicted', 'unverifiable'],
  ['headings over both', `<h2>Claim</h2><p>${MYTH}</p><h2>Rating</h2><p>False</p>`, 'contradicted', 'unverifiable'],
  [
    'a list of terms',
    `<dl><dt>Claim</dt><dd>${MYTH}</dd><dt>Rating</dt><dd>False</dd></dl>`,
    'contradicted',
    'unverifiable',
  ],
  ['a rating that leaves it open', `<p>Claim: ${MYTH} Rating: Misleading.</p>`, 'unverifiable', 'unverifiable'],
  ['a claim that is rated true', `<p>Claim: ${FACT} Rating: True.</p>`, 'unverifiable', 'supported'],
  ['a myth beside the fact', `<p>Myth: ${MYTH} Fact: ${FACT}</p>`, 'contradicted', 'supported'],
  ['numbered myths', `<p>Myth #1: ${MYTH}</p><p>Reality: ${FACT}</p>`, 'contradicted', 'supported'],
  ['a dash after the label', `<p>Myth – ${MYTH}</p><p>Truth – ${FACT}</p>`, 'contradicted', 'supported'],
  ['headings of one word', `<h3>Myth</h3><p>${MYTH}</p><h3>Fact</h3><p>${FACT}</p>`, 'contradicted', 'supported'],
  [
    'a myth without its refutation',
    `<h3>Myth</h3><p>${MYTH}</p><h3>Fact</h3><p>It opened in 1889.</p>`,
    'unverifiable',
    'unverifiable',
  ],
  ['a heading that names myths', `<h2>Common myths about the tower</h2><p>${MYTH}</p>`, 'unverifiable', 'unverifiable'],
  ['what was debunked', `<p>Debunked: ${MYTH}</p>`, 'unverifiable', 'unverifiable'],
  ['a quotation that is denied', `<p>The post reads: “${MYTH}” This is false.</p>`, 'contradicted', 'unverifiable'],
  [
    'a quotation that is denied below',
    `<blockquote><p>${MYTH}</p></blockquote><p>This claim is false.</p>`,
    'contradicted',
    'unverifiable',
  ],
  ['a claim that is partly true', `<p>Claim: ${MYTH} Rating: Partly true.</p>`, 'unverifiable', 'unverifiable'],
  ['a claim that is hardly true', `<p>Claim: ${MYTH}</p><p>Verdict: Barely true</p>`, 'unverifiable', 'unverifiable'],
  [
    'a "true" that lacks context',
    `<p>Claim: ${MYTH} Rating: True, but misleading.</p>`,
    'unverifiable',
    'unverifiable',
  ],
  ['a rating without the word claim', `<p>“${MYTH}” Our verdict: Misleading.</p>`, 'unverifiable', 'unverifiable'],
  ['a sentence that is hardly true', `<p>${MYTH} This is hardly true.</p>`, 'unverifiable', 'unverifiable'],
  [
    'a post that is partly true',
    `<p>A post says that ${MYTH} This is partly true.</p>`,
    'unverifiable',
    'unverifiable',
  ],
];

/** What stands before a rating, without a label or marks of a quotation: the claim, what follows it, and its verdict. */
const BEFORE_RATINGS: [claim: string, rating: string, verdict: string][] = [
  ['The tenant filed a claim on 3 March 2021.', 'The claim was unfounded.', 'supported'],
  ['The tenant filed a claim on 3 March 2021.', 'The claim is baseless, the court held.', 'supported'],
  ['The flat has two rooms and a balcony.', 'The claim was unfounded.', 'unverifiable'],
  ['She published a book about the Eiffel Tower in 1999.', 'The story was fiction.', 'unverifiable'],
  [FACT, 'Our rating: False.', 'unverifiable'],
  ['The tenant claimed that the flat was damp.', 'The claim was unfounded.', 'unverifiable'],
];

describe('a sentence before a rating', () => {
  for (const [claim, rating, verdict] of BEFORE_RATINGS) {
    test(`is not refuted by it: ${claim.slice(0, 30)} ${rating}`, async () => {
      assert.equal((await verdictOn(claim, `<p>${claim} ${rating}</p>`)).verdict, verdict);
    });
  }
});

const FAILED = 'The dam failed in 2010.';

/** A report, what is said of it, and the verdict on what it reports. */
const RATED_REPORTS: [report: string, rating: string, verdict: string][] = [
  ['The minister denied that "the dam failed in 2010".', 'This is false.', 'unverifiable'],
  ['The minister denied that "the dam failed in 2010".', 'This claim is true.', 'unverifiable'],
  ['The minister denied that the dam failed in 2010.', 'This is false.', 'unverifiable'],
  ['The minister disputed that the dam failed in 2010.', 'This is false.', 'unverifiable'],
  ['The minister never said that the dam failed in 2010.', 'This claim is false.', 'unverifiable'],
  ['The minister never said that the dam failed in 2010.', 'This claim is true.', 'unverifiable'],
  ['The minister did not say that the dam failed in 2010.', 'Our rating: False.', 'unverifiable'],
  ["The minister didn't say that the dam failed in 2010.", 'False.', 'unverifiable'],
  ['Nobody claimed that the dam failed in 2010.', 'This is untrue.', 'unverifiable'],
  ['The ministry rejected the claim that the dam failed in 2010.', 'This is false.', 'unverifiable'],
  ['“The dam failed in 2010” was denied by the minister.', 'This is false.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'This quote is fabricated.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'The quotation is fake.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'This quote is made up.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'The quote attributed to him is false.', 'unverifiable'],
  ['The minister said: “The dam failed in 2010.”', 'This quote is true.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'That quote was fabricated by a bot.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'It is made up.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'This is fabricated.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'This is fake.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'Made up.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'Rating: Fabricated.', 'unverifiable'],
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: Fake.', 'unverifiable'],
  ['Claim: “The dam failed in 2010.”', 'This quote is fabricated.', 'unverifiable'],
  ['A post claims that the minister said that the dam failed in 2010.', 'This is fake.', 'unverifiable'],
  ['The minister said that the dam failed in 2010.', 'This is false.', 'contradicted'],
  ['The minister said that the dam failed in 2010.', 'This statement is not true.', 'contradicted'],
  ['The minister falsely claimed that the dam failed in 2010.', 'This claim is false.', 'contradicted'],
  ['Without evidence, a post claims that the dam failed in 2010.', 'This is false.', 'contradicted'],
  ['A viral post claims that the dam failed in 2010.', 'This claim is fabricated.', 'contradicted'],
  ['The post reads: “The dam failed in 2010.”', 'This is fake.', 'contradicted'],
  ['Claim: The dam failed in 2010.', 'Rating: Fake.', 'contradicted'],
  ['The minister said that the dam failed in 2010.', 'This is true.', 'supported'],
  // What is rated is that he said it.
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: False.', 'unverifiable'],
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: True.', 'unverifiable'],
  ['Claim: According to the minister, the dam failed in 2010.', 'Our verdict: False.', 'unverifiable'],
  ['Claim: The dam failed in 2010, the minister said.', 'This claim is false.', 'unverifiable'],
];

describe('a report that is ruled on', () => {
  for (const [report, rating, verdict] of RATED_REPORTS) {
    test(`${verdict}: ${report.slice(0, 30)} ${rating}`, async () => {
      assert.equal((await verdictOn(FAILED, `<p>${report} ${rating}</p>`)).verdict, verdict);
    });
  }

  test('is left open in a paragraph of its own, too, if it is denied', async () => {
    for (const report of RATED_REPORTS.slice(0, 11).map(([first]) => first)) {
      const judged = await verdictOn(FAILED, `<p>${report}</p><p>This claim is false.</p>`);
      assert.equal(judged.verdict, 'unverifiable', report);
    }
    const stated = await verdictOn(FAILED, `<p>${FAILED}</p><p>This claim is false.</p>`);
    assert.equal(stated.verdict, 'contradicted');
  });
});

describe('a fact check', () => {
  for (const [what, page, myth, fact] of PAGES) {
    test(`with ${what}: what it concludes counts, what it quotes does not`, async () => {
      const judged = await verdictOn(MYTH, `<article>${page}</article>`);
      assert.equal(judged.verdict, myth);
      assert.ok(judged.passages.every(({ judgement }) => judgement.relationship !== 'supports'));
      assert.equal((await verdictOn(FACT, `<article>${page}</article>`)).verdict, fact);
    });
  }

  test('says in the explanation that it calls the claim false', async () => {
    const { passages } = await verdictOn(MYTH, `<p>Claim: ${MYTH} Rating: False.</p>`);
    assert.match(passages[0]!.judgement.explanation, /examines this very claim and calls it false/);
    assert.deepEqual(passages[0]!.judgement.grounds, ['fact_check']);
  });
});

describe('words of fact checks elsewhere', () => {
  const ORDINARY = [
    'The bank paid him nothing. It was wrong.',
    'Claims must be sent within 30 days. The correct form is on our site.',
    'The setting is on by default.\n\nFalse',
    'The true height of the tower is 330 metres.',
    'The court rejected the claim of the owner. It upheld that of the tenant.',
  ];
  for (const passage of ORDINARY) {
    test(`change nothing: ${passage.slice(0, 40)}`, () => {
      assert.deepEqual(readStatements(passage), { stated: passage, examined: [] });
    });
  }
});

test('a fact check of a claim that is only likely the same is context', async () => {
  const rated =
    '<p>Claim: The pump is maintained every spring and has, owing to its steel, a service life of ten years. Rating: False.</p>';
  assert.equal((await verdictOn('The pump has a service life of ten years.', rated)).verdict, 'unverifiable');
});
