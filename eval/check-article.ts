/**
 * Reports what is wrong with articles: `npx node apps/run.mjs eval/check-article.ts FOLDER…`. A well-formed article can be scored
 * without guessing: spans and quotes are literal, and verdicts have the fields that they require.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DOCUMENTS, GOLD, GoldRow, TEXT } from './data/article.ts';
import { DataError } from './data/data-error.ts';
import { readJsonLines, readText } from './data/json-lines.ts';

/** A shorter span may occur anywhere in the text. */
const LEAST_SPAN_WORDS = 3;

/** The problems of the article in `folder`, one sentence each; empty if it is well formed. */
export function checkArticle(folder: string): string[] {
  try {
    const text = readText(join(folder, TEXT));
    const rows = readJsonLines(join(folder, GOLD), GoldRow);
    if (rows.length === 0) return [`${GOLD} holds no claim`];
    return rows.flatMap((row, index) =>
      problemsOf(row, text, join(folder, DOCUMENTS)).map((problem) => `claim ${index + 1}: ${problem}`),
    );
  } catch (error) {
    if (error instanceof DataError) return [error.message];
    throw error;
  }
}

function problemsOf(row: GoldRow, text: string, documents: string): string[] {
  return [...spanProblems(row, text), ...fieldProblems(row), ...quoteProblems(row, documents)];
}

function spanProblems({ span }: GoldRow, text: string): string[] {
  const occurrences = text.split(span).length - 1;
  return [
    ...(occurrences === 1 ? [] : [`its span occurs ${occurrences} times in ${TEXT}`]),
    ...(span.trim().split(/\s+/).length >= LEAST_SPAN_WORDS
      ? []
      : [`its span has fewer than ${LEAST_SPAN_WORDS} words`]),
  ];
}

function fieldProblems({ verdict, evidence, how, error }: GoldRow): string[] {
  const isSettled = verdict === 'supported' || verdict === 'contradicted';
  const problems: string[] = [];
  if (isSettled && evidence.length === 0) problems.push(`a ${verdict} claim needs evidence`);
  if (verdict === 'not_checkable' && evidence.length > 0)
    problems.push('a claim that is not checkable has no evidence');
  if ((how !== null) !== (verdict === 'supported')) problems.push('`how` belongs to supported claims, and to each');
  if ((error !== null) !== (verdict === 'contradicted'))
    problems.push('`error` belongs to contradicted claims, and to each');
  return problems;
}

function quoteProblems({ evidence }: GoldRow, documents: string): string[] {
  return evidence.flatMap(({ document, quote }) => {
    const file = join(documents, document);
    if (!existsSync(file)) return [`there is no document ${document}`];
    return readText(file).includes(quote) ? [] : [`a quote is not literally in ${document}: ${quote}`];
  });
}

function main(folders: readonly string[]): void {
  if (folders.length === 0) {
    console.error('usage: npx node apps/run.mjs eval/check-article.ts FOLDER…');
    process.exit(2);
  }
  for (const folder of folders) {
    const problems = checkArticle(folder);
    console.log(problems.length === 0 ? `${folder}: well formed` : `${folder}:\n  ${problems.join('\n  ')}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) main(process.argv.slice(2));
