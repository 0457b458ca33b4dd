/**
 * Versions of the engine stand for what it makes of a text. Here it reads texts of the project's own: whoever changes what
 * comes out raises the version of that part, and records the new results in its file. A version that no release has had
 * yet is not raised again: it gets the new hash.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { createEngine } from '#engine/in-thread.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { ClaimJudgement } from '#engine/types/judging.ts';
import type { CandidatePassage, RankedPassage, SourceDocument } from '#engine/types/retrieval.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import { findArticles, readArticle, readFolder } from '#eval/data/article.ts';
import { FACT_CHECKS, HIDDEN_AND_SEEN, REMARKS } from './versions-texts.ts';

const ARTICLES = resolve(import.meta.dirname, '../../../eval/articles');
const RECORDED = join(import.meta.dirname, 'versions.json');
const NOW = '2026-01-01T00:00:00.000Z';

const engine = createEngine();

function sourceOf(name: string, title: string): SourceDocument {
  return {
    canonical_url: `https://library.example/${name}`,
    title,
    publisher: 'Library',
    destination_domain: 'library.example',
    source_class: 'operator_library',
    approved: true,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at: NOW,
    retrieval_provider: 'library',
  };
}

async function passagesOf(name: string, body: string): Promise<CandidatePassage[]> {
  const mediaType = name.endsWith('.html') ? 'text/html' : name.endsWith('.md') ? 'text/markdown' : 'text/plain';
  const { text, title } = await engine.readable({ body, mediaType, url: `https://library.example/${name}` });
  const source = sourceOf(name, title);
  return (await engine.splitPassages(text)).map((passage) => ({ ...passage, source }));
}

async function asClaim(content: string): Promise<ExtractedClaim> {
  const { claims } = await engine.extract({ content, question: '', requestedAt: NOW, direct: true });
  return claims[0]!;
}

/** What the parts of the engine make of the texts: a line each, the same on every machine. */
interface Results {
  extraction: string[];
  retrieval: string[];
  judge: string[];
}

async function results(): Promise<Results> {
  const found: Results = { extraction: [], retrieval: [], judge: [] };
  for (const folder of findArticles(ARTICLES)) {
    const { text, documents, gold } = readArticle(folder);
    await extractInto(found, text);
    const pages = readFolder(documents).map((name) => [name, readFileSync(join(documents, name), 'utf8')] as const);
    await judgeInto(
      found,
      gold.map(({ claim }) => claim),
      pages,
    );
  }
  for (const text of REMARKS) await extractInto(found, text);
  for (const [claims, page] of [...FACT_CHECKS, ...HIDDEN_AND_SEEN])
    await judgeInto(found, claims, [['page.html', page]]);
  return found;
}

async function extractInto({ extraction }: Results, content: string): Promise<void> {
  const { claims } = await engine.extract({ content, question: '', requestedAt: NOW, direct: false });
  for (const { original_span, normalized_claim, not_checkable_reason, materiality } of claims) {
    extraction.push([original_span, normalized_claim, not_checkable_reason ?? 'checkable', materiality].join('\t'));
  }
}

async function judgeInto(
  { retrieval, judge }: Results,
  texts: readonly string[],
  pages: readonly (readonly [name: string, body: string])[],
): Promise<void> {
  const candidates = (await Promise.all(pages.map(([name, body]) => passagesOf(name, body)))).flat();
  const claims = await Promise.all(texts.map(asClaim));
  const ranked = await engine.rank(
    claims,
    claims.map(() => candidates),
  );
  const items = claims.map((claim, i) => ({ claim, passages: ranked[i]!, gaps: [] }));
  const judged = await engine.judge(items, POLICY_TABLE.general_web, NOW);
  for (const [i, { normalized_claim }] of claims.entries()) {
    retrieval.push([normalized_claim, ...ranked[i]!.map(placeOf)].join('\t'));
    judge.push([normalized_claim, ...judgementIn(judged[i]!)].join('\t'));
  }
}

const placeOf = ({ source, ordinal, text }: RankedPassage) => `${source.canonical_url} ${ordinal} ${text}`;

function judgementIn({ verdict, reason_code, passages, correction }: ClaimJudgement): string[] {
  const read = passages.map(({ ordinal, judgement: { relationship, grounds } }) =>
    [ordinal, relationship, ...grounds].join(' '),
  );
  return [verdict, reason_code, correction?.suggested ?? '', ...read];
}

const hashOf = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

/** Each part's results rest on those of the parts before it. */
const PARTS = [
  ['extraction', 'engine/extraction/configuration.ts', [ENGINE_VERSIONS.extraction_version]],
  [
    'retrieval',
    'engine/retrieval/gaps.ts',
    [ENGINE_VERSIONS.extraction_version, ENGINE_VERSIONS.retrieval_configuration],
  ],
  [
    'judge',
    'engine/judging/configuration.ts',
    [ENGINE_VERSIONS.extraction_version, ENGINE_VERSIONS.retrieval_configuration, ENGINE_VERSIONS.judge_configuration],
  ],
] as const;

let found: Results;
before(async () => {
  found = await results();
});

for (const [part, file, versions] of PARTS) {
  test(`results of ${part} are those recorded for its version`, () => {
    const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, Record<string, string>>;
    const version = versions.join(' ');
    const known = recorded[part]?.[version];
    const hash = hashOf(found[part]);
    const line = `"${version}": "${hash}"`;
    assert.ok(
      known,
      `New versions: once the results are as meant, add to "${part}" in test/unit/engine/versions.json: ${line}`,
    );
    assert.equal(
      hash,
      known,
      `The results of ${part} have changed under the same version. If a release has had it, raise it in ${file}; ` +
        `if none has yet, record the new hash in test/unit/engine/versions.json: ${line}`,
    );
  });
}
