/** The example: an article, and the documents that it is verified against, given with it, so that nothing is stored of them. */
import { readdir, readFile } from 'node:fs/promises';
import type { GivenSource } from '#contracts/given-sources.ts';

const ARTICLE = new URL('../examples/article.md', import.meta.url);
const LIBRARY = new URL('../examples/library/', import.meta.url);

export async function example(): Promise<{ content: string; sources: GivenSource[] }> {
  const names = (await readdir(LIBRARY)).filter((name) => /\.(?:md|txt)$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, LIBRARY), 'utf8')));
  const sources = texts.map((text, index) => ({ title: titleOf(text) ?? names[index]!, text }));
  return { content: await readFile(ARTICLE, 'utf8'), sources };
}

function titleOf(text: string): string | null {
  return /^# (?<title>.+)$/m.exec(text)?.groups?.title ?? null;
}
