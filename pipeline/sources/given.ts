/** The sources that the caller gave with the text. Nobody else's verification sees them. */
import { stripInvisible } from '#common/invisible-characters.ts';
import { nextTurn } from '#common/turns.ts';
import { languageOfPassages } from '#engine/retrieval/terms-of-language.ts';
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';
import { indexPassages, searchable } from './passage-index.ts';
import { type EvidenceSource, type OpenSource, unsearchable } from './source.ts';

/** UTF-16 units of a source by which its language is told, in a millisecond. */
const SAMPLE_LENGTH = 1_000;

/** Reads, splits and indexes them when the source is opened, once per delivery of the stage. */
export function createGivenSource(): EvidenceSource {
  return {
    id: 'given',
    async languages(request, _occasion, { given }) {
      if (request.sources_given === undefined) return [];
      const counts = new Map<string, number>();
      for (const { text } of (await given()) ?? []) {
        await nextTurn();
        const language = languageOfPassages([text.slice(0, SAMPLE_LENGTH)]);
        counts.set(language, (counts.get(language) ?? 0) + 1);
      }
      return [...counts].map(([language, documents]) => ({ language, documents }));
    },
    async open(request, _occasion, text): Promise<OpenSource | null> {
      if (request.sources_given === undefined) return null;
      const given = await text.given();
      if (given === null) return unsearchable('no_source_reachable');
      const passages: CandidatePassage[] = [];
      for (const [n, { title, text: body }] of given.entries()) {
        const source = sourceOf(n, title, request.created_at);
        const split = await text.engine.splitPassages(stripInvisible(body));
        passages.push(...split.map((passage) => ({ ...passage, source })));
      }
      return searchable(await indexPassages(passages), []);
    },
  };
}

/** Not approved: whoever may verify can give anything. Its class tells the judge that the caller answers for it. */
function sourceOf(n: number, title: string, givenAt: string): SourceDocument {
  return {
    canonical_url: `urn:evidence:given:${n + 1}`,
    title: stripInvisible(title),
    publisher: 'given by the caller',
    destination_domain: 'given',
    source_class: 'given_by_caller',
    approved: false,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at: givenAt,
    retrieval_provider: 'given',
  };
}
