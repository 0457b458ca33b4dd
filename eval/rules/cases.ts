/** Labelled claims with their passages, used to measure the effect of each rule of the judge. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ReadableInput } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import { contextOf } from '#engine/judging/claim.ts';
import { readStatements } from '#engine/judging/fact-check.ts';
import { NO_CONTEXT, type PassageContext } from '#engine/judging/judge.ts';
import { mainNameOf } from '#engine/judging/read/main-name.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';
import type { Article } from '../data/article.ts';
import type { Label, Pair } from '../data/pairs.ts';

export interface RuleCase {
  id: string;
  set: string;
  claim: string;
  passages: readonly { text: string; context: PassageContext }[];
  label: Label;
}

/** Turns pairs into cases. Each has a single passage, its evidence, without a document around it. */
export function casesOfPairs(set: string, pairs: readonly Pair[]): RuleCase[] {
  return pairs.map(({ id, claim, evidence, label }) => ({
    id,
    set,
    claim,
    passages: [{ text: evidence, context: NO_CONTEXT }],
    label,
  }));
}

const MEDIA_TYPES: Readonly<Record<string, ReadableInput['mediaType']>> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.html': 'text/html',
};
const engine = createEngine();

async function passagesIn(folder: string, rename: (text: string) => string): Promise<CandidatePassage[]> {
  const found: CandidatePassage[] = [];
  for (const name of readdirSync(folder).sort()) {
    const mediaType = MEDIA_TYPES[extname(name)];
    if (mediaType === undefined) continue;
    const url = `urn:evidence:library:${rename(name)}`;
    const body = rename(readFileSync(join(folder, name), 'utf8'));
    const { title, text } = await engine.readable({ body, mediaType, url });
    const source = { canonical_url: url, title } as CandidatePassage['source'];
    for (const passage of await engine.splitPassages(text)) found.push({ ...passage, source });
  }
  return found;
}

/**
 * The gold claims of an article, each with all passages of its documents, so that nothing is lost in retrieval. `rename` is
 * applied to the documents and their file names.
 */
export async function casesOfArticle(
  article: Article,
  rename: (text: string) => string = (text) => text,
): Promise<RuleCase[]> {
  const passages = await passagesIn(article.documents, rename);
  const about = mainNameOf(article.text);
  const read = passages.map((passage) => ({
    text: readStatements(passage.text).stated,
    context: contextOf(passage, passages, about),
  }));
  return article.gold.flatMap(({ claim, verdict }, at) =>
    verdict === 'not_checkable'
      ? []
      : [{ id: `${article.name}-${at + 1}`, set: 'articles', claim, passages: read, label: verdict }],
  );
}
