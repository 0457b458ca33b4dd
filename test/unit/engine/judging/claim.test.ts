import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeClaim, type QualifiedPassage } from '#engine/judging/claim.ts';
import { PASSAGES_PER_SIDE, POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { PolicyRules } from '#engine/types/judging.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';

interface PassageOptions {
  cluster?: string;
  approved?: boolean;
  url?: string;
  title?: string;
  source_class?: string;
  authority?: number;
  is_snippet?: true;
}

function passageOf(
  text: string,
  {
    cluster = 'one.example',
    approved = false,
    url,
    title = '',
    source_class,
    authority = 0.5,
    is_snippet,
  }: PassageOptions = {},
): QualifiedPassage {
  return {
    text,
    ordinal: 0,
    score: 1,
    independence_cluster: cluster,
    source: {
      canonical_url: url ?? `https://${cluster}/`,
      title,
      publisher: cluster,
      destination_domain: cluster,
      source_class: source_class ?? (approved ? 'customer_approved' : 'web'),
      approved,
      publication_date: null,
      jurisdiction: null,
      licence: null,
      retrieved_at: '2026-01-01T00:00:00Z',
      retrieval_provider: 'library',
      is_snippet,
    },
    quality: { authority, independence: 1, freshness: 0.5, specificity: 0.5, primary: false, rationale: [] },
  };
}

const CLAIM = 'The Berlin Wall was opened in 1989.';
const FOR = 'The Berlin Wall was opened on 9 November 1989.';
const AGAINST = 'The Berlin Wall was opened in 1991.';
const LONGER = 'The old Berlin Wall was opened by border guards in 1989.';
const NEAR = 'Some say that the old Berlin Wall was opened by border guards in 1990.';
const WEB = POLICY_TABLE.general_web;
const MEDICAL = POLICY_TABLE.medical_clinical;

function verdictOf(passages: QualifiedPassage[], policy = WEB) {
  const { verdict, reason_code } = judgeClaim(extractedClaim(CLAIM), passages, policy, null);
  return `${verdict}: ${reason_code}`;
}

describe('verdict by policy', () => {
  const a = { cluster: 'a.example' };
  const b = { cluster: 'b.example' };
  const wiki = { cluster: 'domain:wikipedia.org', source_class: 'encyclopaedia', authority: 0.7 };
  const page = { cluster: 'page.example', source_class: 'web_page' };
  const forum = { cluster: 'forum.example', authority: 0.2 };
  const approved = { approved: true, cluster: 'library', url: 'urn:evidence:library:one' };
  const cases: [string, QualifiedPassage[], typeof WEB, string][] = [
    ['two independent sources', [passageOf(FOR, a), passageOf(FOR, b)], WEB, 'supported: independent_support'],
    ['one source of the two required', [passageOf(FOR, a)], WEB, 'unverifiable: insufficient_sources'],
    [
      'two passages of one cluster count once',
      [passageOf(FOR, a), passageOf(FOR, a)],
      WEB,
      'unverifiable: insufficient_sources',
    ],
    ['an approved source decides', [passageOf(FOR, approved)], WEB, 'supported: authoritative_support'],
    [
      'an approved source does not decide if the policy forbids it',
      [passageOf(FOR, approved)],
      MEDICAL,
      'unverifiable: insufficient_sources',
    ],
    [
      'one source where one is enough',
      [passageOf(FOR, a)],
      POLICY_TABLE.legal_regulatory,
      'supported: independent_support',
    ],
    [
      'two contradicting sources',
      [passageOf(AGAINST, a), passageOf(AGAINST, b)],
      WEB,
      'contradicted: independent_contradiction',
    ],
    [
      'an approved source contradicts',
      [passageOf(AGAINST, approved)],
      WEB,
      'contradicted: authoritative_contradiction',
    ],
    [
      'independent sources on both sides',
      [passageOf(FOR, a), passageOf(AGAINST, b)],
      WEB,
      'disputed: conflicting_sources',
    ],
    [
      'two approved documents clash within one cluster',
      [passageOf(FOR, approved), passageOf(AGAINST, { ...approved, url: 'urn:evidence:library:two' })],
      WEB,
      'disputed: approved_sources_clash',
    ],
    [
      'one source contradicts itself',
      [passageOf(FOR, a), passageOf(AGAINST, a)],
      WEB,
      'unverifiable: source_conflicts_with_itself',
    ],
    ['an encyclopaedia decides alone', [passageOf(FOR, wiki)], WEB, 'supported: authoritative_support'],
    [
      'an encyclopaedia does not decide alone under other profiles',
      [passageOf(FOR, wiki)],
      POLICY_TABLE.research_citations,
      'unverifiable: insufficient_sources',
    ],
    [
      'one unknown page does not decide, even where one source is enough',
      [passageOf(FOR, page)],
      POLICY_TABLE.legal_regulatory,
      'unverifiable: insufficient_sources',
    ],
    [
      'one unknown page decides where a policy of the customer states that one is enough',
      [passageOf(FOR, page)],
      { ...WEB, minimum_independent_sources: 1, states_minimum_sources: true },
      'supported: independent_support',
    ],
    [
      'and then it disputes what a listed page says',
      [passageOf(FOR, { ...page, authority: 0.9, cluster: 'listed.example' }), passageOf(AGAINST, page)],
      { ...WEB, minimum_independent_sources: 1, states_minimum_sources: true },
      'disputed: conflicting_sources',
    ],
    [
      'nor does it contradict',
      [passageOf(AGAINST, page)],
      POLICY_TABLE.legal_regulatory,
      'unverifiable: insufficient_sources',
    ],
    [
      'two unknown pages decide where one source is enough',
      [passageOf(FOR, page), passageOf(FOR, { ...page, cluster: 'other.example' })],
      POLICY_TABLE.legal_regulatory,
      'supported: independent_support',
    ],
    [
      'one page of high authority decides where one source is enough',
      [passageOf(FOR, { ...page, authority: 0.9 })],
      POLICY_TABLE.legal_regulatory,
      'supported: independent_support',
    ],
    [
      'one public database decides where one source is enough',
      [passageOf(FOR, { ...page, source_class: 'regulation' })],
      POLICY_TABLE.legal_regulatory,
      'supported: independent_support',
    ],
    [
      'snippets decide nothing, however many',
      [passageOf(FOR, { ...a, is_snippet: true }), passageOf(FOR, { ...b, is_snippet: true })],
      WEB,
      'unverifiable: snippet_only',
    ],
    [
      'a snippet of an opinion decides nothing where one source is enough',
      [passageOf(FOR, { ...a, source_class: 'court_opinion', authority: 0.9, is_snippet: true })],
      POLICY_TABLE.legal_regulatory,
      'unverifiable: snippet_only',
    ],
    [
      'a snippet makes no second source',
      [passageOf(FOR, a), passageOf(FOR, { ...b, is_snippet: true })],
      WEB,
      'unverifiable: insufficient_sources',
    ],
    [
      'one unknown page disputes no approved source',
      [passageOf(FOR, approved), passageOf(AGAINST, page)],
      WEB,
      'supported: authoritative_support',
    ],
    [
      'nor does it where the approved source contradicts',
      [passageOf(AGAINST, approved), passageOf(FOR, page)],
      WEB,
      'contradicted: authoritative_contradiction',
    ],
    [
      'two unknown pages dispute it',
      [passageOf(FOR, approved), passageOf(AGAINST, page), passageOf(AGAINST, { ...page, cluster: 'other.example' })],
      WEB,
      'disputed: conflicting_sources',
    ],
    [
      'one unknown page disputes an approved source that may not decide alone',
      [passageOf(FOR, approved), passageOf(AGAINST, page)],
      MEDICAL,
      'disputed: conflicting_sources',
    ],
    [
      'nor does it dispute a page of high authority that decides',
      [passageOf(FOR, { ...page, authority: 0.9 }), passageOf(AGAINST, { ...page, cluster: 'other.example' })],
      POLICY_TABLE.legal_regulatory,
      'supported: independent_support',
    ],
    [
      'it disputes an encyclopaedia',
      [passageOf(FOR, wiki), passageOf(AGAINST, page)],
      WEB,
      'disputed: conflicting_sources',
    ],
    ['a forum decides nothing', [passageOf(FOR, forum)], POLICY_TABLE.legal_regulatory, 'unverifiable: poor_sources'],
    [
      'a forum makes no second source',
      [passageOf(FOR, a), passageOf(FOR, forum)],
      WEB,
      'unverifiable: insufficient_sources',
    ],
    [
      'a forum disputes nothing',
      [passageOf(FOR, wiki), passageOf(AGAINST, forum)],
      WEB,
      'supported: authoritative_support',
    ],
    ['context only', [passageOf('The Berlin Wall was painted.', a)], WEB, 'unverifiable: context_only'],
    ['irrelevant passages', [passageOf('Whales feed on krill.', a)], WEB, 'unverifiable: passage_irrelevant'],
    ['no passage', [], WEB, 'unverifiable: no_evidence'],
  ];
  for (const [name, passages, policy, expected] of cases) {
    test(name, () => assert.equal(verdictOf(passages, policy), expected));
  }

  test('the reason of too few sources names the rule that asks for more', () => {
    const reasonUnder = (policy: PolicyRules) =>
      judgeClaim(extractedClaim(CLAIM), [passageOf(FOR, page)], policy, null).policy_reason;
    const { legal_regulatory, finance_markets } = POLICY_TABLE;
    assert.match(
      reasonUnder(legal_regulatory),
      /1 .* of the 2 that the profile legal_regulatory asks of unknown pages/,
    );
    assert.match(reasonUnder(finance_markets), /1 .* of the 2 that the profile finance_markets asks for supports this/);
    const own = { ...WEB, minimum_independent_sources: 3, states_minimum_sources: true } as const;
    assert.match(reasonUnder(own), /of the 3 that the policy asks for in minimum_independent_sources supports/);
  });

  test('an encyclopaedia alone does not decide what much depends on', () => {
    const claim = extractedClaim(CLAIM, { materiality: 'high' });
    assert.equal(judgeClaim(claim, [passageOf(FOR, wiki)], WEB, null).reason_code, 'insufficient_sources');
    const both = [passageOf(FOR, wiki), passageOf(FOR, a)];
    assert.equal(judgeClaim(claim, both, WEB, null).reason_code, 'independent_support');
  });

  test('the retrieval gap is the reason if nothing was found', () => {
    for (const gap of ['no_source_configured', 'no_source_reachable', 'provider_failed', 'budget_spent'] as const) {
      const judgement = judgeClaim(extractedClaim(CLAIM), [], WEB, gap);
      assert.equal(judgement.verdict, 'unverifiable');
      assert.equal(judgement.reason_code, gap);
      assert.ok(judgement.policy_reason.startsWith(`${gap}: `));
    }
  });

  test('a gap is not the reason where a passage speaks of the claim', () => {
    const judgement = judgeClaim(extractedClaim(LONGER), [passageOf(NEAR, approved)], WEB, 'budget_spent');
    assert.equal(judgement.reason_code, 'context_only');
    assert.match(judgement.policy_reason, /the nearest passage has "1990" where the claim has "1989"\.$/);
  });

  test('the hint comes first, and its passage before all others', () => {
    const far = passageOf('The Berlin Wall is popular with visitors.', { ...approved, url: 'urn:a', title: 'Wall' });
    const near = passageOf(NEAR, approved);
    const claim = extractedClaim(LONGER, { unresolved_ambiguity: ['something else'] });
    const judgement = judgeClaim(claim, [far, near], WEB, null);
    assert.deepEqual(judgement.unresolved_ambiguity, [
      'differs in: the passage has "1990" where the claim has "1989"',
      'something else',
    ]);
    assert.equal(judgement.passages[0]!.text, near.text);
  });

  test('what the nearest passage lacks is said of that passage only', () => {
    const near = passageOf('The Berlin Wall was opened, as a guard said.', approved);
    const other = passageOf('In 1989 somebody sold bread.', { ...approved, url: 'urn:a' });
    const judgement = judgeClaim(extractedClaim(CLAIM), [near, other], WEB, null);
    assert.match(judgement.policy_reason, /^context_only: the nearest passage does not give the date "1989"\.$/);
  });

  test('a claim that is not checkable is not judged', () => {
    const claim = extractedClaim('I love it.', { checkable: false, not_checkable_reason: 'opinion' });
    const judgement = judgeClaim(claim, [passageOf(FOR)], WEB, null);
    assert.equal(judgement.verdict, 'not_checkable');
    assert.equal(judgement.reason_code, 'opinion');
    assert.deepEqual(judgement.passages, []);
  });

  test('a claim with an unresolved subject is not decided', () => {
    const claim = extractedClaim('The wall fell in 1989.', { ambiguous_dependencies: ['the wall'] });
    const judgement = judgeClaim(claim, [passageOf('The wall fell in 1989.', approved)], WEB, null);
    assert.equal(judgement.verdict, 'unverifiable');
    assert.equal(judgement.reason_code, 'ambiguous_claim');
  });

  test('an open subject is no reason where no passage would settle the claim anyway', () => {
    const claim = extractedClaim('The wall fell in 1989.', { ambiguous_dependencies: ['the wall'] });
    const judgement = judgeClaim(claim, [passageOf('The wall was painted in 1989.', approved)], WEB, null);
    assert.equal(judgement.verdict, 'unverifiable');
    assert.equal(judgement.reason_code, 'context_only');
  });

  test('more sources never lower reliability, which is at most 1', () => {
    const reliability = (clusters: string[]) =>
      judgeClaim(
        extractedClaim(CLAIM),
        clusters.map((cluster) => passageOf(FOR, { cluster })),
        WEB,
        null,
      ).reliability;
    const [two, three] = [reliability(['a', 'b']), reliability(['a', 'b', 'c'])];
    assert.ok(two > 0.9 && three >= two && three <= 1);
  });
});

describe('passages kept', () => {
  test('at most eight are kept on each side, and no unrelated ones', () => {
    const passages = Array.from({ length: 12 }, (_, at) => [
      passageOf(FOR, { cluster: `for-${at}` }),
      passageOf(AGAINST, { cluster: `against-${at}` }),
      passageOf('The Berlin Wall was painted.', { cluster: `context-${at}` }),
      passageOf('Whales feed on krill.', { cluster: `whale-${at}` }),
    ]).flat();
    const kept = judgeClaim(extractedClaim(CLAIM), passages, WEB, null).passages;
    const count = (relationship: string) =>
      kept.filter(({ judgement }) => judgement.relationship === relationship).length;
    assert.deepEqual(
      [count('supports'), count('contradicts'), count('context')],
      [PASSAGES_PER_SIDE, PASSAGES_PER_SIDE, PASSAGES_PER_SIDE],
    );
    assert.equal(kept.length, 3 * PASSAGES_PER_SIDE);
  });
});

describe('correction', () => {
  const approved = { approved: true, cluster: 'library' };
  const correct = (claim: string, passage: string) =>
    judgeClaim(extractedClaim(claim), [passageOf(passage, approved)], WEB, null).correction;
  const cases: [claim: string, passage: string, suggested: string][] = [
    ['The Berlin Wall was opened in 1991.', FOR, 'The Berlin Wall was opened in 1989.'],
    [
      'The Eiffel Tower is 300 metres tall.',
      'The Eiffel Tower is 330 metres tall.',
      'The Eiffel Tower is 330 metres tall.',
    ],
    [
      'Gandhi was directed by Steven Spielberg.',
      'Gandhi was directed by Richard Attenborough.',
      'Gandhi was directed by Richard Attenborough.',
    ],
    ['The drug does not reduce mortality.', 'The drug reduces mortality.', 'The drug reduces mortality.'],
  ];
  for (const [claim, passage, suggested] of cases) {
    test(suggested, () => {
      const correction = correct(claim, passage);
      assert.equal(correction?.suggested, suggested);
      assert.equal(correction.original, claim);
      assert.equal(correction.reverified_verdict, 'supported');
      const join = (op: string) =>
        correction.diff
          .filter((step) => step.op === 'equal' || step.op === op)
          .map((step) => step.text)
          .join('');
      assert.equal(join('delete').trim(), claim);
      assert.equal(join('insert').trim(), suggested);
    });
  }

  const rewritten: [claim: string, passage: string, suggested: string | null][] = [
    ['The drug reduces mortality.', 'The drug does not reduce mortality.', 'The drug does not reduce mortality.'],
    ['The bridge was not damaged.', 'The bridge was damaged.', 'The bridge was damaged.'],
    ['The team did not win the cup.', 'The team won the cup.', 'The team won the cup.'],
    ['Nobody was injured in the fire.', 'Three people were injured in the fire.', null],
    ['The firm has one branch.', 'The firm has three branches.', null],
  ];
  for (const [claim, passage, suggested] of rewritten) {
    test(`correct English or no correction: ${claim}`, () => {
      assert.equal(correct(claim, passage)?.suggested ?? null, suggested);
    });
  }

  test('none if the edited claim is not supported', () => {
    assert.equal(correct('YouTube acquired Google.', 'YouTube was acquired by Google.'), null);
  });

  test('the edit is made in the span as written in the text', () => {
    const claim = extractedClaim('The Berlin Wall was opened in 1991.', { original_span: 'it was opened in 1991' });
    const { correction } = judgeClaim(claim, [passageOf(FOR, approved)], WEB, null);
    assert.equal(correction?.original, 'it was opened in 1991');
    assert.equal(correction.suggested, 'it was opened in 1989');
  });
});

describe('passages that decide nothing', () => {
  const SAILS = 'The Aldwater Mill has 24 sails.';
  const judge = (texts: string[], claim = SAILS) =>
    judgeClaim(
      extractedClaim(claim),
      texts.map((text, i) => ({ ...passageOf(text, { cluster: `${i}.example` }), score: 0.5 })),
      WEB,
      null,
    );

  test('the nearest is first', () => {
    const texts = ['It is near a river.', 'A mill burned down.', 'The Aldwater Mill has a shop.'];
    assert.equal(judge(texts).passages[0]!.text, 'The Aldwater Mill has a shop.');
  });

  test('one that names the subject or has a figure of the claim is not irrelevant', () => {
    const long = 'The Aldwater Mill was shut by inspectors after dangerous cracks appeared under its granary floor.';
    assert.equal(judge(['Ask for Aldwater Mill.'], long).reason_code, 'context_only');
    assert.equal(judge(['Whales feed on krill.'], long).reason_code, 'passage_irrelevant');
  });
});
