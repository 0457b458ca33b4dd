/** The languages of the documents that a verification will search, as far as they are known before its text is read. */
import type { DocumentLanguage } from '#contracts/ports/evidence-library.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { EvidenceSource, SearchedText } from './source.ts';

/** With a smaller share of the most frequent language's documents, a language is taken for a mistake in telling languages. */
const LEAST_SHARE = 0.01;

/**
 * Languages (ISO 639-1) of the documents of all sources: of those with fewest documents first, as what a caller gave with the
 * text, or named in a source set, must not go under in a library; of each source's documents, those of most first.
 */
export async function documentLanguages(
  sources: readonly EvidenceSource[],
  request: VerificationRequestedData,
  occasion: FetchOccasion,
  text: Pick<SearchedText, 'given'>,
): Promise<string[]> {
  const found = await Promise.all(sources.map((source) => source.languages?.(request, occasion, text) ?? []));
  const documents = (languages: readonly DocumentLanguage[]) =>
    languages.reduce((sum, each) => sum + each.documents, 0);
  const inOrder = found.toSorted((a, b) => documents(a) - documents(b));
  return [...new Set(inOrder.flatMap(mainLanguages))];
}

/** Of one source's documents: those of most documents first, without what is probably a mistake. */
export function mainLanguages(found: readonly DocumentLanguage[]): string[] {
  const counts = new Map<string, number>();
  for (const { language, documents } of found) counts.set(language, (counts.get(language) ?? 0) + documents);
  counts.delete('und');
  const most = Math.max(0, ...counts.values());
  return [...counts]
    .filter(([, documents]) => documents >= LEAST_SHARE * most)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([language]) => language);
}
