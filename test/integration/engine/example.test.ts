/** The example of the demo, judged as a careful reader would judge it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Verdict } from '#contracts/vocabulary.ts';
import type { ReadableInput } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import { mainNameOf } from '#engine/judging/read/main-name.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { ClaimJudgement } from '#engine/types/judging.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const NOW = '2026-01-01T00:00:00.000Z';

/** What the claim says → the verdicts that a careful reader would accept. Undecided is always honest; wrong never is. */
const EXPECTED: [says: RegExp, verdicts: Verdict[]][] = [
  [/opened on 14 June 2019 at the mouth of the River Aske/, ['supported']],
  [/was built by Norrland Marine/, ['supported']],
  [/founded in Port Ellin in 1978/, ['contradicted']],
  [/cost 412 million euros/, ['supported', 'unverifiable']],
  [/imported nearly all of its electricity/, ['supported', 'unverifiable']],
  [/has 24 turbines/, ['contradicted']],
  [/generates about 310 gigawatt-hours/, ['supported']],
  [/roughly 78,000 homes/, ['supported', 'unverifiable']],
  [/supplied 41 percent/, ['supported']],
  [/nine metres in diameter/, ['supported']],
  [/turn on the flood tide and on the ebb tide/, ['supported']],
  [/about fourteen hours a day/, ['supported', 'unverifiable']],
  [/first director/, ['supported']],
  [/retired in 2022/, ['supported', 'unverifiable']],
  [/succeeded by Tomas Okafor/, ['supported']],
  [/chief engineer since 2017/, ['supported', 'unverifiable']],
  [/a loss in each of its first two years/, ['supported', 'unverifiable']],
  [/Opponents warned/, ['unverifiable']],
  [/fell by 30 percent/, ['supported']],
  [/finished in May 2020/, ['contradicted']],
  [/Every turbine is fitted/, ['contradicted', 'unverifiable']],
  [/by 60 centimetres/, ['disputed']],
  [/employs 96 people/, ['supported', 'unverifiable']],
  [/largest employer/, ['contradicted', 'unverifiable']],
  [/Unemployment on Velmar has fallen/, ['supported', 'unverifiable']],
  [/according to a leaflet/, ['unverifiable']],
  [/52,000 visitors/, ['supported']],
  [/No worker has died/, ['supported']],
  [/a storm damaged the sea wall/, ['supported']],
  [/out of service for five months/, ['supported']],
  [/made several swimmers ill/, ['unverifiable']],
  [/comes from the Aske reservoir/, ['supported']],
  [/contains 7 milligrams of nitrate/, ['supported', 'unverifiable']],
  [/will probably build a second station/, ['not_checkable']],
  [/paid the harbour master/, ['unverifiable']],
  [/most beautiful building/, ['not_checkable']],
  [/Why did nobody paint it green/, ['not_checkable']],
  [/visit the viewing platform/, ['not_checkable']],
];

const MEDIA_TYPES: Record<string, ReadableInput['mediaType']> = {
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
};

let judged: { claim: ExtractedClaim; judgement: ClaimJudgement }[] = [];

before(async () => {
  const engine = createEngine();
  const candidates: CandidatePassage[] = [];
  for (const name of readdirSync(join(EXAMPLES, 'library'))) {
    const url = `urn:evidence:library:${name}`;
    const body = readFileSync(join(EXAMPLES, 'library', name), 'utf8');
    const mediaType = MEDIA_TYPES[name.split('.').at(-1)!]!;
    const document = await engine.readable({ body, mediaType, url });
    const source = {
      canonical_url: url,
      title: document.title,
      publisher: document.publisher ?? 'library',
      destination_domain: 'library',
      source_class: 'operator_library',
      approved: true,
      publication_date: document.publication_date,
      jurisdiction: null,
      licence: document.licence,
      retrieved_at: NOW,
      retrieval_provider: 'library',
    };
    for (const passage of await engine.splitPassages(document.text)) candidates.push({ ...passage, source });
  }
  const content = readFileSync(join(EXAMPLES, 'article.md'), 'utf8');
  const { claims } = await engine.extract({ content, question: '', requestedAt: NOW, direct: false });
  const ranked = await engine.rank(
    claims,
    claims.map((claim) => (claim.checkable ? candidates : [])),
  );
  const about = mainNameOf(content)!;
  const items = claims.map((claim, index) => ({ claim, passages: ranked[index]!, gaps: [], about }));
  const judgements = await engine.judge(items, POLICY_TABLE.general_web, NOW);
  judged = claims.map((claim, index) => ({ claim, judgement: judgements[index]! }));
});

for (const [says, verdicts] of EXPECTED) {
  test(`${says.source}: ${verdicts.join(' or ')}`, () => {
    const found = judged.filter(({ claim }) => says.test(claim.normalized_claim));
    assert.ok(found.length > 0, 'no claim says so');
    for (const { claim, judgement } of found) {
      assert.ok(verdicts.includes(judgement.verdict), `${claim.normalized_claim}: ${judgement.verdict}`);
    }
  });
}

test('every decided claim has a passage that supports the verdict', () => {
  for (const { claim, judgement } of judged) {
    const sides = new Set(judgement.passages.map((passage) => passage.judgement.relationship));
    if (judgement.verdict === 'supported') assert.ok(sides.has('supports'), claim.normalized_claim);
    if (judgement.verdict === 'contradicted') assert.ok(sides.has('contradicts'), claim.normalized_claim);
    if (judgement.verdict === 'disputed') assert.ok(sides.has('supports') && sides.has('contradicts'));
  }
});

test('no unexpected claims are extracted, such as headings', () => {
  const unexpected = judged.filter(({ claim }) => !EXPECTED.some(([says]) => says.test(claim.normalized_claim)));
  assert.deepEqual(
    unexpected.map(({ claim }) => claim.normalized_claim),
    [],
  );
});
