/** What a thread of the engine still has of a customer's text when its calls are over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEngine } from '#engine/in-thread.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import { wordRelation } from '#engine/text/lexicon.ts';
import { analyse } from '#engine/text/nlp.ts';
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';

const NOW = '2026-01-01T00:00:00.000Z';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const engine = createEngine();
/** As in the thread that other calls use beside those that take long. */
const forgetful = createEngine({ keepsLibrary: false });

function sourceOf(provider: 'library' | 'source_set', title: string): SourceDocument {
  return {
    canonical_url: `https://${provider}.example/`,
    title,
    publisher: provider,
    destination_domain: provider,
    source_class: 'customer_approved',
    approved: true,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at: NOW,
    retrieval_provider: provider,
  };
}

/** The whole way of a text, from extraction to summary. */
async function verify(content: string, candidates: CandidatePassage[], by = engine): Promise<string[]> {
  const { claims, ...extraction } = await by.extract({
    content,
    question: content,
    requestedAt: NOW,
    direct: false,
  });
  await by.planQueries(claims, 'thorough');
  const ranked = await by.rank(
    claims,
    claims.map(() => candidates),
  );
  const items = claims.map((claim, i) => ({ claim, passages: ranked[i]!, gaps: [] }));
  const policy = { ...POLICY_TABLE.general_web, base_profile: 'general_web' as const };
  const judgements = await by.judge(items, policy as never, NOW);
  await by.summarise({
    ...extraction,
    claims: claims.map((claim, i) => ({ ...claim, ...judgements[i]!, text: claim.normalized_claim })),
    coverage_threshold: 0.5,
    unsearched_claims: 0,
  } as never);
  return judgements.map(({ verdict }) => verdict);
}

let made = 0;
/** Names that no lexicon has, put together here so that they are not found in this source code. */
const invented = (kind: string) => `${kind}${412_687 + 7_919 * ++made}x`;

async function verifySecrets(): Promise<void> {
  const [person, place, page] = [invented('Zorb'), invented('Zorb'), invented('Zorb')];
  const claim = `${person} founded the observatory of ${place} in 1987.`;
  const candidates = [
    { text: `${claim} The ${page} museum stands beside it.`, ordinal: 0, source: sourceOf('source_set', `On ${page}`) },
    { text: 'The museum was founded in 1987.', ordinal: 0, source: sourceOf('library', 'On museums') },
    { text: 'The museum is near the river.', ordinal: 0, source: sourceOf('source_set', `${page}-museum.txt`) },
    {
      text: `The ${invented('Zorb')} hall is old. Claim: The observatory of ${page} was founded in 1987. Rating: False.`,
      ordinal: 0,
      source: sourceOf('source_set', 'Checked'),
    },
    {
      text: `Observatory | Founded\n${invented('Zorb')} | 1987\n${invented('Zorb')} | 1990`,
      ordinal: 0,
      source: sourceOf('source_set', 'Table'),
    },
  ];
  assert.deepEqual(
    await verify(`${claim} It was built by the ${place} council.`, candidates).then((all) => all[0]),
    'supported',
  );
}

test('nothing of texts, claims and pages stays in memory, unlike library passages', async () => {
  const verifyByLibrary = (name: string, by = engine) =>
    verify(
      'The museum was founded in 1987.',
      [{ text: `The ${name} museum was founded in 1987.`, ordinal: 0, source: sourceOf('library', 'On museums') }],
      by,
    );
  await verifySecrets();
  await verifyByLibrary(invented('Zorb'), forgetful);
  const kept = invented('Zorb');
  await verifyByLibrary(kept);
  // The runtime itself remembers the last text that an expression was matched with.
  await verify('The museum was founded in 1987.', []);
  collectGarbage();
  const found = new Set<string>();
  let before = '';
  for await (const chunk of getHeapSnapshot()) {
    const text = before + String(chunk);
    for (const name of text.match(/Zorb\d{6}x/gi) ?? []) found.add(name.toLowerCase());
    before = text.slice(-20);
  }
  assert.deepEqual([...found], [kept.toLowerCase()]);
});

test('what is known of the language stays as it was, however many words were forgotten', async () => {
  const sentence = "The 23 engineers didn't build Gustave's tower in 1889.";
  const before = analyse(sentence);
  const content = Array.from({ length: 2_000 }, (_, n) => `W${(n * 7919).toString(36)}x met V${n}y.`).join(' ');
  for (let call = 0; call < 14; call++)
    await engine.extract({ content, question: '', requestedAt: NOW, direct: false });
  assert.deepEqual(analyse(sentence), before);
  assert.deepEqual([wordRelation('film', 'movie'), wordRelation('qqqq', 'zzzz')], ['synonym', null]);
});
