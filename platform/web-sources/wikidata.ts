/**
 * Wikidata, after "API:Search" and "Wikibase/API" (wbgetentities) on mediawiki.org and "Wikibase/DataModel/JSON" as of
 * 2026. Its entries hold statements, not sentences: each becomes one short sentence. What a statement refers to is
 * named by a second request.
 */
import { z } from 'zod';
import type { WebCandidate } from '#contracts/ports/web-sources.ts';
import { apiRequest, readWiki, searchRequest } from './mediawiki.ts';
import { idsIn, Statements, sentencesOf } from './wikidata-statements.ts';
import { MAX_TITLE_LENGTH, type SourceText, type SourceWire } from './wire.ts';

const LICENCE = 'CC0-1.0';
const PUBLISHER = 'Wikidata';
/** Most ids of one request. */
const MAX_IDS = 50;

const Found = z.object({
  query: z.object({ search: z.array(z.object({ title: z.string().regex(/^Q[1-9]\d{0,9}$/) })).max(500) }),
});

const Labels = z.record(z.string(), z.object({ value: z.string() })).catch({});

const Entities = z.object({
  entities: z.record(
    z.string(),
    z.object({
      missing: z.unknown().optional(),
      labels: Labels.optional(),
      descriptions: Labels.optional(),
      claims: Statements.optional(),
      modified: z.iso.datetime().optional().catch(undefined),
    }),
  ),
});

export const wikidata: SourceWire = {
  id: 'wikidata',
  base_url: 'https://www.wikidata.org',
  rate: { interval_ms: 0, concurrent: 1 },
  looks_up: 'subjects',
  search: searchRequest,
  parseSearch: (answer) => readWiki(Found, answer).query.search.map(({ title }) => candidateOf(title)),
  text: {
    kind: 'request',
    batch: 5,
    request: (candidates, { language }) =>
      apiRequest({
        action: 'wbgetentities',
        ids: candidates.map(({ key }) => key).join('|'),
        props: 'labels|descriptions|claims|info',
        languages: languagesFor(language),
      }),
    follow(answer, { language }) {
      const { entities } = readWiki(Entities, answer);
      const ids = new Set(Object.values(entities).flatMap(({ claims = {} }) => idsIn(claims)));
      if (ids.size === 0) return null;
      const wanted = [...ids].slice(0, MAX_IDS).join('|');
      return apiRequest({
        action: 'wbgetentities',
        ids: wanted,
        props: 'labels',
        languages: languagesFor(language),
      });
    },
    parse(answer, _candidates, followed) {
      const { entities } = readWiki(Entities, answer);
      const names = new Map(
        followed === undefined
          ? []
          : Object.entries(readWiki(Entities, followed).entities).flatMap(([id, { labels }]) => {
              const name = nameIn(labels);
              return name === null ? [] : [[id, name] as const];
            }),
      );
      return Object.entries(entities).flatMap(([key, entity]): SourceText[] => {
        const name = nameIn(entity.labels);
        if (entity.missing !== undefined || name === null) return [];
        const text = textOf(name, nameIn(entity.descriptions), entity.claims ?? {}, names);
        return [{ key, text, details: { title: name.slice(0, MAX_TITLE_LENGTH), ...dateOf(entity.modified) } }];
      });
    },
  },
  check: { query: 'Eiffel Tower', expect: 'Q243' },
};

function languagesFor(language: string): string {
  return /^[a-z]{2}$/.test(language) && language !== 'en' ? `${language}|en` : 'en';
}

function candidateOf(id: string): WebCandidate {
  return {
    key: id,
    url: `https://www.wikidata.org/wiki/${id}`,
    title: id,
    publisher: PUBLISHER,
    publication_date: null,
    licence: LICENCE,
    jurisdiction: null,
    source_class: 'knowledge_base',
    snippet: null,
  };
}

function nameIn(labels: Readonly<Record<string, { value: string }>> | undefined): string | null {
  const [label] = Object.values(labels ?? {});
  return label?.value.replace(/\s+/g, ' ').trim() || null;
}

function dateOf(modified: string | undefined): { publication_date?: string } {
  return modified === undefined ? {} : { publication_date: modified };
}

function textOf(
  name: string,
  description: string | null,
  statements: Statements,
  names: ReadonlyMap<string, string>,
): string {
  const first = description === null ? [] : [`${name} is described as: ${description}.`];
  return [...first, ...sentencesOf(name, statements, names)].join('\n\n').toWellFormed();
}
