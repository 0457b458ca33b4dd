/** What a fact check quotes, and what it states, from its page to the verdict. */
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

/** Pages, and what they say of FACT: nothing of MYTH. */
const PAGES: [what: string, page: string, fact: string][] = [
  ['a claim with its rating', `<p>Claim: ${MYTH} Rating: False.</p>`, 'unverifiable'],
  ['a rating in another paragraph', `<p>Claim: ${MYTH}</p><p>Our verdict: False</p>`, 'unverifiable'],
  ['headings over both', `<h2>Claim</h2><p>${MYTH}</p><h2>Rating</h2><p>False</p>`, 'unverifiable'],
  ['a list of terms', `<dl><dt>Claim</dt><dd>${MYTH}</dd><dt>Rating</dt><dd>False</dd></dl>`, 'unverifiable'],
  ['a rating that leaves it open', `<p>Claim: ${MYTH} Rating: Misleading.</p>`, 'unverifiable'],
  ['a claim that is rated true', `<p>Claim: ${FACT} Rating: True.</p>`, 'unverifiable'],
  ['a myth beside the fact', `<p>Myth: ${MYTH} Fact: ${FACT}</p>`, 'supported'],
  ['numbered myths', `<p>Myth #1: ${MYTH}</p><p>Reality: ${FACT}</p>`, 'supported'],
  ['a dash after the label', `<p>Myth – ${MYTH}</p><p>Truth – ${FACT}</p>`, 'supported'],
  ['headings of one word', `<h3>Myth</h3><p>${MYTH}</p><h3>Fact</h3><p>${FACT}</p>`, 'supported'],
  [
    'a myth without its refutation',
    `<h3>Myth</h3><p>${MYTH}</p><h3>Fact</h3><p>It opened in 1889.</p>`,
    'unverifiable',
  ],
  ['a heading that names myths', `<h2>Common myths about the tower</h2><p>${MYTH}</p>`, 'unverifiable'],
  ['what was debunked', `<p>Debunked: ${MYTH}</p>`, 'unverifiable'],
  ['a quotation that is denied', `<p>The post reads: “${MYTH}” This is false.</p>`, 'unverifiable'],
  [
    'a quotation that is denied below',
    `<blockquote><p>${MYTH}</p></blockquote><p>This claim is false.</p>`,
    'unverifiable',
  ],
  ['a claim that is partly true', `<p>Claim: ${MYTH} Rating: Partly true.</p>`, 'unverifiable'],
  ['a claim that is hardly true', `<p>Claim: ${MYTH}</p><p>Verdict: Barely true</p>`, 'unverifiable'],
  ['a "true" that lacks context', `<p>Claim: ${MYTH} Rating: True, but misleading.</p>`, 'unverifiable'],
  ['a rating without the word claim', `<p>“${MYTH}” Our verdict: Misleading.</p>`, 'unverifiable'],
  ['a sentence that is hardly true', `<p>${MYTH} This is hardly true.</p>`, 'unverifiable'],
  ['a post that is partly true', `<p>A post says that ${MYTH} This is partly true.</p>`, 'unverifiable'],
];

describe('a fact check', () => {
  for (const [what, page, fact] of PAGES) {
    test(`with ${what} supports what it states, and nothing that it quotes`, async () => {
      const judged = await verdictOn(MYTH, `<article>${page}</article>`);
      assert.notEqual(judged.verdict, 'supported');
      assert.ok(judged.passages.every(({ judgement }) => judgement.relationship !== 'supports'));
      assert.equal((await verdictOn(FACT, `<article>${page}</article>`)).verdict, fact);
    });
  }
});

const FAILED = 'The dam failed in 2010.';

/** A report, and what is said of it. */
const RATED_REPORTS: [report: string, rating: string][] = [
  ['The minister denied that "the dam failed in 2010".', 'This is false.'],
  ['The minister denied that "the dam failed in 2010".', 'This claim is true.'],
  ['The minister denied that the dam failed in 2010.', 'This is false.'],
  ['The minister disputed that the dam failed in 2010.', 'This is false.'],
  ['The minister never said that the dam failed in 2010.', 'This claim is false.'],
  ['The minister never said that the dam failed in 2010.', 'This claim is true.'],
  ['The minister did not say that the dam failed in 2010.', 'Our rating: False.'],
  ["The minister didn't say that the dam failed in 2010.", 'False.'],
  ['Nobody claimed that the dam failed in 2010.', 'This is untrue.'],
  ['The ministry rejected the claim that the dam failed in 2010.', 'This is false.'],
  ['“The dam failed in 2010” was denied by the minister.', 'This is false.'],
  ['The minister said that the dam failed in 2010.', 'This quote is fabricated.'],
  ['The minister said that the dam failed in 2010.', 'The quotation is fake.'],
  ['The minister said that the dam failed in 2010.', 'This quote is made up.'],
  ['The minister said that the dam failed in 2010.', 'The quote attributed to him is false.'],
  ['The minister said: “The dam failed in 2010.”', 'This quote is true.'],
  ['The minister said that the dam failed in 2010.', 'That quote was fabricated by a bot.'],
  ['The minister said that the dam failed in 2010.', 'It is made up.'],
  ['The minister said that the dam failed in 2010.', 'This is fabricated.'],
  ['The minister said that the dam failed in 2010.', 'This is fake.'],
  ['The minister said that the dam failed in 2010.', 'Made up.'],
  ['The minister said that the dam failed in 2010.', 'Rating: Fabricated.'],
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: Fake.'],
  ['Claim: “The dam failed in 2010.”', 'This quote is fabricated.'],
  ['A post claims that the minister said that the dam failed in 2010.', 'This is fake.'],
  ['The minister said that the dam failed in 2010.', 'This is false.'],
  ['The minister said that the dam failed in 2010.', 'This statement is not true.'],
  ['The minister falsely claimed that the dam failed in 2010.', 'This claim is false.'],
  ['Without evidence, a post claims that the dam failed in 2010.', 'This is false.'],
  ['A viral post claims that the dam failed in 2010.', 'This claim is fabricated.'],
  ['The post reads: “The dam failed in 2010.”', 'This is fake.'],
  ['Claim: The dam failed in 2010.', 'Rating: Fake.'],
  ['The minister said that the dam failed in 2010.', 'This is true.'],
  // What is rated is that he said it.
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: False.'],
  ['Claim: The minister said that the dam failed in 2010.', 'Rating: True.'],
  ['Claim: According to the minister, the dam failed in 2010.', 'Our verdict: False.'],
  ['Claim: The dam failed in 2010, the minister said.', 'This claim is false.'],
];

describe('a report that is ruled on', () => {
  for (const [report, rating] of RATED_REPORTS) {
    test(`settles nothing: ${report.slice(0, 30)} ${rating.slice(0, 20)}`, async () => {
      assert.equal((await verdictOn(FAILED, `<p>${report} ${rating}</p>`)).verdict, 'unverifiable');
    });
  }
});

test('a sentence before a rating supports nothing', async () => {
  for (const rating of ['This claim is false.', 'Our rating: False.', 'This is hardly true.'])
    assert.equal((await verdictOn(FACT, `<p>${FACT} ${rating}</p>`)).verdict, 'unverifiable', rating);
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
      assert.deepEqual(readStatements(passage), { stated: passage, examines: false });
    });
  }
});

test('a fact check of a claim that is only likely the same is context', async () => {
  const rated =
    '<p>Claim: The pump is maintained every spring and has, owing to its steel, a service life of ten years. Rating: False.</p>';
  assert.equal((await verdictOn('The pump has a service life of ten years.', rated)).verdict, 'unverifiable');
});
