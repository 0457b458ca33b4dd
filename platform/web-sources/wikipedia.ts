/**
 * Wikipedia, after "API:Search", "Extension:TextExtracts", "API:Info", "API:Revisions" and "API:Extlinks" on
 * mediawiki.org as of 2026. Texts are CC BY-SA; the address of the article and its title go with every passage.
 */
import { z } from 'zod';
import type { WebCandidate } from '#contracts/ports/web-sources.ts';
import { apiRequest, readWiki, searchRequest } from './mediawiki.ts';
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, type SourceText, type SourceWire } from './wire.ts';

const LICENCE = 'CC-BY-SA-4.0';
const PUBLISHER = 'Wikipedia';

/** TextExtracts returns whole articles one at a time only. */
const ARTICLES_PER_REQUEST = 1;
const REFERENCES = 50;
const DEEPEST_HEADING = 6;
/** Longer lines are paragraphs, whatever they begin with. */
const MAX_HEADING_LENGTH = 500;

const Found = z.object({
  query: z.object({
    search: z.array(z.object({ title: z.string().min(1), pageid: z.int().positive() })).max(500),
  }),
});

const Read = z.object({
  query: z.object({
    pages: z.array(
      z.object({
        pageid: z.int().optional(),
        missing: z.boolean().optional(),
        extract: z.string().optional(),
        revisions: z
          .array(z.object({ timestamp: z.iso.datetime() }))
          .optional()
          .catch(undefined),
        extlinks: z
          .array(z.object({ url: z.string() }))
          .optional()
          .catch(undefined),
      }),
    ),
  }),
});

/** Sections without statements of their own, by what the languages that texts are most often in call them. */
const APPENDICES = new Set(
  [
    'see also|references|notes|footnotes|citations|sources|bibliography|further reading|external links',
    'siehe auch|einzelnachweise|weblinks|literatur|anmerkungen|quellen',
    'voir aussi|notes et références|références|liens externes|bibliographie|articles connexes',
    'véase también|referencias|enlaces externos|bibliografía|notas',
    'note|bibliografia|voci correlate|altri progetti|collegamenti esterni',
    'ver também|referências|ligações externas|notas e referências',
    'zie ook|bronnen|externe links|referenties|literatuur',
    'zobacz też|przypisy|linki zewnętrzne|uwagi',
    '参见|参考文献|外部链接|注释|參見|參考文獻|外部連結|注釋',
    '関連項目|脚注|外部リンク|出典',
    'انظر أيضا|انظر أيضًا|مراجع|المراجع|وصلات خارجية|ملاحظات',
  ].flatMap((titles) => titles.split('|')),
);

export const wikipedia: SourceWire = {
  id: 'wikipedia',
  base_url: (language) => `https://${hostLanguage(language)}.wikipedia.org`,
  // The etiquette asks for serial requests.
  rate: { interval_ms: 0, concurrent: 1 },
  search: searchRequest,
  parseSearch: (answer, { language }) =>
    readWiki(Found, answer).query.search.map(({ pageid, title }) => candidateOf(pageid, title, language)),
  text: {
    kind: 'request',
    batch: ARTICLES_PER_REQUEST,
    request: (candidates) =>
      apiRequest({
        action: 'query',
        prop: 'extracts|revisions|extlinks',
        pageids: candidates.map(({ key }) => key).join('|'),
        explaintext: '1',
        exsectionformat: 'wiki',
        exlimit: String(ARTICLES_PER_REQUEST),
        rvprop: 'timestamp',
        ellimit: String(REFERENCES),
      }),
    parse(answer) {
      const { pages } = readWiki(Read, answer).query;
      return pages.flatMap(({ pageid, missing, extract = '', revisions, extlinks = [] }): SourceText[] => {
        const text = articleText(extract);
        if (pageid === undefined || missing || text === '') return [];
        const changed = revisions?.[0]?.timestamp;
        return [
          {
            key: String(pageid),
            text,
            ...(changed !== undefined && { details: { publication_date: changed } }),
            references: extlinks.map(({ url }) => absolute(url)).filter((url) => URL.canParse(url)),
          },
        ];
      });
    },
  },
  check: { query: 'Eiffel Tower', expect: 'Eiffel Tower' },
};

/** The text's own Wikipedia: each language that can be told has one. */
function hostLanguage(language: string): string {
  return /^[a-z]{2}$/.test(language) ? language : 'en';
}

function candidateOf(pageid: number, title: string, language: string): WebCandidate {
  const name = title.slice(0, MAX_TITLE_LENGTH);
  return {
    key: String(pageid),
    url: `https://${hostLanguage(language)}.wikipedia.org/wiki/${encodeURIComponent(name.replaceAll(' ', '_').toWellFormed())}`,
    title: name,
    publisher: PUBLISHER,
    publication_date: null,
    licence: LICENCE,
    jurisdiction: null,
    source_class: 'encyclopaedia',
    snippet: null,
  };
}

/** Links of the wiki may begin with two slashes. */
function absolute(url: string): string {
  return url.startsWith('//') ? `https:${url}` : url;
}

/** Paragraphs and headings of an extract, which has one to a line and headings as `== History ==`. */
function articleText(extract: string): string {
  const blocks: string[] = [];
  let skipped = Number.POSITIVE_INFINITY;
  for (const line of extract.slice(0, MAX_TEXT_LENGTH).split('\n')) {
    const block = line.trim();
    const heading = headingIn(block);
    if (heading !== null) {
      const { level, title } = heading;
      if (level <= skipped) skipped = APPENDICES.has(title.toLowerCase()) ? level : Number.POSITIVE_INFINITY;
      if (skipped === Number.POSITIVE_INFINITY) blocks.push(`${'#'.repeat(level)} ${title}`);
    } else if (block !== '' && skipped === Number.POSITIVE_INFINITY) {
      blocks.push(block);
    }
  }
  return blocks.join('\n\n').toWellFormed();
}

/** `== History ==`; null for other lines. Counted by hand: a pattern for it takes cubic time on lines of `=` and spaces. */
function headingIn(line: string): { level: number; title: string } | null {
  if (line.length > MAX_HEADING_LENGTH) return null;
  let level = 0;
  while (level < DEEPEST_HEADING && line[level] === '=' && line.at(-1 - level) === '=') level++;
  const title = line.slice(level, -level).trim();
  return level < 2 || title === '' ? null : { level, title };
}
