/**
 * Builds an encyclopaedia from the FoolMeTwice sets. A page consists of the evidence of all claims written about it: the gold
 * sentences and those that a search returned. It thus lacks some sentences of the real page, and their order.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DOCUMENTS, findArticles, readFolder } from './article.ts';
import { DataError } from './data-error.ts';
import { readJsonLines, readText } from './json-lines.ts';

const GOLD_FILE = 'fm2.dev.gold.jsonl';
const RETRIEVED_FILE = 'fm2.dev.retrieved10.jsonl';

const Row = z.object({
  id: z.string(),
  claim: z.string(),
  evidence: z.array(z.string()),
  label: z.enum(['supported', 'contradicted']),
  source: z.string(),
});

export interface EncyclopaediaClaim {
  claim: string;
  /** Title of the page that it was written about. */
  page: string;
  /** The sentences of the page that settle the claim. */
  gold: string[];
  label: 'supported' | 'contradicted';
}

export interface Encyclopaedia {
  pages: { title: string; text: string }[];
  /** Documents on other subjects, which a search must tell apart from the pages. */
  distractors: { title: string; text: string }[];
  claims: EncyclopaediaClaim[];
}

/** Throws DataError if the folder lacks the sets or they are malformed. */
export function readEncyclopaedia(folder: string): Encyclopaedia {
  const retrieved = new Map(readJsonLines(join(folder, RETRIEVED_FILE), Row).map((row) => [row.id, row.evidence]));
  const sentences = new Map<string, Set<string>>();
  const claims = readJsonLines(join(folder, GOLD_FILE), Row).map(({ id, claim, evidence, label, source }) => {
    const page = /\(Wikipedia: (.+)\)$/.exec(source)?.[1];
    if (page === undefined) throw new DataError(join(folder, GOLD_FILE), `${id} names no page`);
    const known = sentences.get(page) ?? new Set();
    sentences.set(page, known);
    for (const sentence of [...evidence, ...(retrieved.get(id) ?? [])]) known.add(sentence);
    return { claim, page, gold: evidence, label };
  });
  const pages = [...sentences].map(([title, all]) => ({ title, text: [...all].join('\n') }));
  return { pages, distractors: documentsOfArticles(join(folder, 'everyday')), claims };
}

/** The documents of the articles in `folder`; empty if there is no such folder. */
function documentsOfArticles(folder: string): Encyclopaedia['distractors'] {
  if (!existsSync(folder)) return [];
  return findArticles(folder).flatMap((article) =>
    readFolder(join(article, DOCUMENTS)).map((name) => ({
      title: basename(name)
        .replace(/\.\w+$/, '')
        .replaceAll('-', ' '),
      text: readText(join(article, DOCUMENTS, name)),
    })),
  );
}
